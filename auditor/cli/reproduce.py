"""`audit reproduce`: the paper's table and its injection, beside what it prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from auditor.cli.console import progress
from auditor.cli.headings import (
    Command,
    Decorated,
    of_data,
    of_model,
    output,
    planting,
    search,
    training,
)
from auditor.cli.options import (
    joined_reading,
    load_model,
    model_options,
    quiet_option,
    reading_option,
    seed_option,
    stack,
    take,
)
from auditor.cli.options_data import examples_option, keep_rest_option
from auditor.cli.options_training import training_options
from auditor.errors import AuditError
from auditor.planting.presets import ASSIGNMENTS, EXAMPLES

TINY = "builtin:tiny"
SIZES = {
    "training_seeds": (5, 2),
    "draws": (5, 2),
    "texts": (200, 20),
    "tune_texts": (50, 6),
    "train_texts": (0, 1000),
}
"""What is run by default, and with `builtin:tiny`: a smoke test of minutes."""
METHODS = (
    "cidr,cidr-no-refine,cidr-no-cooperation,gradient-x-input,deeplift,gradient-shap,ig,dig,sig,cidr-verified"
)
"""The rows of the paper's tables, and ours."""


def _size(way: str, text: str) -> Callable[[Decorated], Decorated]:
    """An option with two defaults."""
    usual, tiny = SIZES[way.removeprefix("--").replace("-", "_")]
    shown = f"[default: {usual or 'all'}; {TINY} {tiny}]"
    return training(way, type=click.IntRange(min=0), help=f"{text} {shown}")


data_options = stack(
    [
        of_data(
            "--label-map", multiple=True, help="OLD=NEW, to rename labels of a folder's files; repeatable."
        ),
        of_data(
            "--dataset",
            help="sst2, imdb or rotten_tomatoes, another alias with the three splits, builtin:reviews, or a "
            "folder with the files train, dev and test.",
        ),
        of_model("--model", help="Base model: a directory, a hub id or builtin:tiny."),
    ]
)


@click.group(short_help="Run the paper's experiments again.")
def reproduce() -> None:
    """Run the paper's experiments again, from data to figures, beside what it prints.

    \b
    Examples:
      audit reproduce table --model bert-base-uncased --dataset sst2
      audit reproduce injection --assignment reversed
    """


@reproduce.command(cls=Command, short_help="Fine-tune, tune on dev, measure on test, compare.")
@data_options
@of_data("--all", "every", is_flag=True, help="The paper's nine settings, one after another.")
@_size("--training-seeds", "Models, each trained with another seed.")
@_size("--draws", "Draws of each method that draws random numbers.")
@_size("--texts", "Texts of test; 0 for all.")
@_size("--tune-texts", "Texts of dev that beta and epsilon are chosen on.")
@_size("--train-texts", "Texts of train; 0 for all.")
@search("--methods", default=METHODS, help="Rows, with commas between. [default: the paper's and ours]")
@search(
    "--method",
    type=click.Choice(["paper", "verified"]),
    default="paper",
    show_default=True,
    help="Whose sets limit K.",
)
@search("--steps", type=click.IntRange(1), default=50, show_default=True, help="Nodes of every path.")
@reading_option("How the paper's method is read")
@training_options
@model_options
@output(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("reports/reproduce-table"),
    show_default=True, help="Folder; each setting has its own in it, and goes on where it was stopped.",
)  # fmt: skip
@quiet_option
def table(model: str | None, dataset: str | None, every: bool, out: Path, **options: Any) -> None:
    """Reproduce the paper's table: nine settings of a model and a dataset.

    A base model is fine-tuned with several seeds, beta and epsilon are chosen on dev from the paper's grid,
    and every method is measured on test. The same command goes on where it was stopped. Some baselines need
    Captum: install the extra `bench`.

    \b
    Examples:
      audit reproduce table --model bert-base-uncased --dataset sst2
      audit reproduce table --all --out reports/paper
      audit reproduce table --model builtin:tiny --dataset builtin:reviews
    """
    from auditor.reproduce.outputs import save, table_json, to_text
    from auditor.reproduce.printed_figures import settings
    from auditor.reproduce.wording import tell_table

    if every == bool(model or dataset) or bool(model) != bool(dataset):
        raise AuditError("name --model and --dataset, or --all", "audit reproduce table --help has examples.")
    chosen = settings() if every else [(str(model), str(dataset))]
    results, told = [], []
    for base, data in chosen:
        results.append(_setting(base, data, out / f"{Path(base).name}-{_name(data)}", options))
        told.append(tell_table(results[-1]))
        click.echo(to_text(told[-1]) + "\n")
        paths = save(out, "table", table_json(results), told)
    click.echo(f"wrote {', '.join(map(str, paths))}", err=True)


def _setting(model: str, dataset: str, out: Path, options: dict[str, Any]) -> Any:
    from auditor.evaluation.conventions import convention
    from auditor.evaluation.methods import parse_methods
    from auditor.model.training import TrainingConfig
    from auditor.reproduce.splits import load_splits
    from auditor.reproduce.table_experiment import TablePlan, reproduce_table

    reference = {"paper": "cidr", "verified": "cidr-verified"}[options["method"]]
    plan = TablePlan(
        training=TrainingConfig(base_model=model, **take(TrainingConfig, dict(options))),
        methods=parse_methods(options["methods"]),
        convention=convention(
            "paper",
            reference=reference,
            reading=joined_reading(options["reading"]) or "",
            steps=options["steps"],
        ),
        **{
            name: sizes[model == TINY] if options[name] is None else options[name]
            for name, sizes in SIZES.items()
        },
    )
    splits = load_splits(dataset, label_map=options["label_map"])
    return reproduce_table(
        model,
        dataset,
        splits,
        plan,
        out,
        load=lambda path: load_model(str(path), options, removal="pad"),
        progress=progress(quiet=options["quiet"]),
    )


@reproduce.command(cls=Command, short_help="Plant [pos] and [neg], train, explain two sentences.")
@data_options
@planting(
    "--assignment", type=click.Choice(list(ASSIGNMENTS)), default="aligned", show_default=True,
    help="Which token a text gets: that of its class, one at random, or that of the other class.",
)  # fmt: skip
@examples_option("Texts")
@keep_rest_option("Keep")
@training_options
@model_options
@output("--out", type=click.Path(path_type=Path, file_okay=False),
        help="Folder. [default: reports/reproduce-injection-ASSIGNMENT]")  # fmt: skip
@seed_option("planting and training")
@quiet_option
def injection(
    model: str | None, dataset: str | None, assignment: str, out: Path | None, **options: Any
) -> None:
    """Reproduce the paper's injection: does a model that learned [pos] and [neg] rest on them?

    Takes a thousand examples, half of each class, inserts a token before an adjective or a noun phrase of
    each, trains on these, and explains the two sentences of the paper with both methods.

    \b
    Examples:
      audit reproduce injection --model bert-base-uncased --dataset sst2 --assignment reversed
      audit reproduce injection --model builtin:tiny --dataset builtin:reviews --keep-rest
    """
    from auditor.model.training import TrainingConfig
    from auditor.reproduce.injection_experiment import InjectionExperiment, reproduce_injection
    from auditor.reproduce.outputs import injection_json, save, to_text
    from auditor.reproduce.splits import load_splits
    from auditor.reproduce.wording import tell_injection

    folder = out or Path("reports") / f"reproduce-injection-{assignment}"
    plan = InjectionExperiment(
        assignment,
        TrainingConfig(base_model=model or "bert-base-uncased", **take(TrainingConfig, dict(options))),
        examples=options["examples"] or EXAMPLES,
        keep_rest=bool(options["keep_rest"]),
    )
    found = reproduce_injection(
        load_splits(dataset or "sst2", label_map=options["label_map"]),
        plan,
        folder,
        load=lambda path: load_model(str(path), options, removal="pad"),
        progress=progress(quiet=options["quiet"]),
    )
    told = tell_injection(found)
    paths = save(folder, "injection", injection_json(found), [told])
    click.echo(to_text(told))
    click.echo(f"wrote {', '.join(map(str, paths))}", err=True)


def _name(dataset: str) -> str:
    """A dataset's name as a part of a folder's."""
    return Path(dataset.replace(":", "-")).name
