"""`audit evaluate`: LO, Comp and FMS of CIDR beside its baselines, on one model and one dataset."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from auditor.cli.console import fail, progress
from auditor.cli.headings import Command, measuring, output
from auditor.cli.options import (
    config_option,
    joined_reading,
    load_model,
    model_options,
    paper_options,
    quiet_option,
    reading_option,
    report_folder,
)
from auditor.cli.options_data import dataset_options, load
from auditor.config import CHOICES, PAPER_STEPS, CidrConfig, given
from auditor.evaluation.conventions import CONVENTIONS, ROUNDINGS, UNITS, Convention, convention

DEFAULT = (
    *("cidr-verified", "cidr-verified-no-refine", "cidr-verified-no-cooperation"),
    *("cidr", "cidr-no-refine", "cidr-no-cooperation", "ig", "sig", "dig"),
    *("gradient-x-input", "deeplift", "gradient-shap", "random", "leave-one-out"),
)
TESTED_FIRST = {"verified": "cidr-verified", "paper": "cidr"}
"""The row of each method that `--method` names."""
PADDING = ("cidr", "cidr-no-refine", "cidr-no-cooperation")
"""Rows of the paper's method, which knows no other removal."""
FLAGS = ("method", "beta", "epsilon", "rounds", "threshold", "removal", "seed")
"""Options that are settings of the search."""


@click.command(cls=Command, short_help="Measure explanations against baselines.")
@click.argument("model")
@click.argument("dataset")
@measuring(
    "--methods",
    help="Names with commas between, or all. [default: most]",
)
@measuring("--seeds", type=click.IntRange(1, 100), default=5, show_default=True, help="Runs with chance.")
@measuring(
    "--convention", "rules", type=click.Choice(CONVENTIONS), default="paper", show_default=True,
    help="The paper's, or the counting of the public harness.",
)  # fmt: skip
@measuring(
    "--method", type=click.Choice(list(TESTED_FIRST)),
    help="Ours or the paper's: its sets limit K and fix the equal size, and it is tested. "
    "[default: verified]",
)  # fmt: skip
@reading_option("How the rows of the paper's method read it")
@measuring(
    "--removal",
    type=click.Choice(CHOICES["removal"]),
    help="What is done to removed words. [default: by the convention]",
)
@measuring("--unit", type=click.Choice(UNITS), help="What is counted. [default: by the convention]")
@measuring("--rounding", type=click.Choice(ROUNDINGS), help="How 0.1 n becomes K. [default: floor]")
@measuring("--tune", is_flag=True, help="Choose beta and epsilon from the paper's grid on other texts.")
@measuring(
    "--tune-texts", type=click.IntRange(1), default=50, show_default=True,
    help="Texts for --tune; the table leaves them out.",
)  # fmt: skip
@paper_options
@click.option("--seed", type=int, help="First seed of the methods, and of --limit. [default: 0]")
@config_option
@output("--json", "as_json", is_flag=True, help="Print JSON instead of the table.")
@output("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder. [default: reports/NAME]")
@quiet_option
@dataset_options
@model_options
def evaluate(model: str, dataset: str, out: Path | None, as_json: bool, quiet: bool, **options: Any) -> None:
    """Measure how good explanations of MODEL on DATASET are: CIDR, its ablations and its baselines.

    Saves evaluation.json, evaluation.md and evaluation.html. Some baselines need Captum: install the
    extra `bench`.

    \b
    Examples:
      audit evaluate path/to/model reviews.csv --limit 100
      audit evaluate path/to/model sst2 --split validation --methods cidr-verified,cidr,ig --json
      audit evaluate path/to/model reviews.csv --limit 50 --tune --tune-texts 30
    """
    from auditor.evaluation.evaluation_page import save
    from auditor.evaluation.rendering import table, to_json

    found = _evaluate(model, dataset, options, quiet=quiet)
    paths = save(found, out or report_folder(model, dataset, prefix="evaluate-"))
    click.echo(to_json(found) if as_json else table(found), nl=not as_json)
    for failure in found.failures:
        fail(f"{failure.method} failed on {failure.text[:60]!r}: {failure.reason}", "")
    click.echo(f"wrote {', '.join(str(path) for path in paths)}", err=True)


def _evaluate(model: str, dataset: str, options: dict[str, Any], *, quiet: bool) -> Any:
    from auditor.evaluation.methods import parse_methods, with_first
    from auditor.evaluation.tuning import split, tune, tuned_method

    config, rules = _settings(options)
    named = options["methods"] or ",".join(_rows(rules.removal))
    methods = with_first(parse_methods(named), rules.reference)
    tuned = tuned_method(methods) if options["tune"] else ""
    more = options["tune_texts"] if tuned and options["limit"] else 0
    limit = options["limit"] + more if options["limit"] else None
    data = load(dataset, options, seed=config.seed, limit=limit)
    examples = list(data.examples())
    held_out, examples = split(examples, options["tune_texts"], seed=config.seed) if tuned else ([], examples)
    from auditor.evaluation.comparison import evaluate as measure

    classifier = load_model(model, options, removal=rules.removal)
    watcher, tuning = progress(quiet=quiet), None
    if tuned:
        tuning = tune(classifier, held_out, tuned, convention=rules, config=config, progress=watcher)
        config = replace(config, beta=tuning.best.beta, epsilon=tuning.best.epsilon)
    return measure(
        classifier,
        examples,
        methods,
        convention=rules,
        config=config,
        seeds=options["seeds"],
        model=Path(model).name,
        dataset=data.source,
        tuning=tuning,
        progress=watcher,
    )


def _rows(removal: str) -> list[str]:
    """The rows where none are named; those of the paper's method only where words are padded."""
    if removal == "pad":
        return list(DEFAULT)
    click.echo(f"Note: without {', '.join(PADDING)}: the paper's method pads words", err=True)
    return [name for name in DEFAULT if name not in PADDING]


def _settings(options: dict[str, Any]) -> tuple[CidrConfig, Convention]:
    """The search settings from file, environment and flags, and how the figures are counted."""
    flags = {name: options[name] for name in FLAGS} | {"reading": joined_reading(options["reading"])}
    values = given(CidrConfig, "cidr", flags=flags, file=options["config_file"])
    if values.get("method") == "paper":
        replace(CidrConfig.paper(), **values)  # what contradicts the method is an error, as elsewhere
    reference = TESTED_FIRST[values.pop("method", "verified")]
    reading, steps = values.pop("reading", ""), values.get("steps", PAPER_STEPS)
    config = CidrConfig(**values)
    # The file and the environment may name another removal; if they do not, the convention decides.
    removal = options["removal"] or (config.removal if config.removal != CidrConfig.removal else None)
    chosen = {name: options[name] for name in ("unit", "rounding")}
    chosen |= {"reading": reading, "steps": steps}
    return config, convention(options["rules"], removal=removal, reference=reference, **chosen)
