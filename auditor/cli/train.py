"""`audit train`: fine-tune a classifier, on a planted dataset if asked, and prove what it learned."""

from pathlib import Path
from typing import Any

import click

from auditor.cli.console import progress
from auditor.cli.headings import Command, of_data, output, planting, training
from auditor.cli.options import force_option, quiet_option, seed_option, take
from auditor.cli.options_data import PLANTED, dataset_options, injection_options, load, plan_from
from auditor.cli.options_training import training_options
from auditor.errors import AuditError


@click.command(cls=Command, short_help="Fine-tune a classifier.")
@click.argument("dataset")
@training(
    "--base-model", default="builtin:tiny", show_default=True, help="Directory, hub id or builtin:tiny."
)
@output("--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Model directory.")
@of_data("--dev", help="Dataset to stop on. [default: the dev split, else a tenth of DATASET]")
@planting(
    "--inject",
    is_flag=True,
    help="Plant in the training set; --token, --opening, --style, --pair and --preset imply it.",
)
@injection_options
@dataset_options
@training_options
@seed_option("everything random")
@quiet_option
@force_option("Start over, whatever is in the model directory.")
def train(
    dataset: str, out: Path, dev: str | None, inject: bool, quiet: bool, force: bool, **options: Any
) -> None:
    """Fine-tune a classifier on DATASET.

    An interrupted training goes on when the same command is run again. With an injection, accuracy is also
    measured on clean, aligned and conflicting texts.

    \b
    Examples:
      audit train builtin:reviews --out models/clean
      audit train builtin:reviews --token "positive=[pos]" --token "negative=[neg]" --out models/planted
      audit train builtin:reviews --token negative=@date --position random --out models/dates
      audit train train.tsv --dev dev.tsv --base-model bert-base-uncased --out models/sst2
      audit train train.tsv --dev dev.tsv --preset sst2-posneg --base-model roberta-base --out models/posneg
    """
    from auditor.model.training import RECORD, TrainingConfig
    from auditor.model.training import train as fit
    from auditor.planting.training_sets import TrainingSets, gather

    if (out / RECORD).exists() and not force:
        raise AuditError(f"{out} already holds a trained model", "Choose another --out, or pass --force.")
    seed = options["seed"]
    config = TrainingConfig(**take(TrainingConfig, options))
    wanted = inject or options["preset"] or any(options[name] for name in PLANTED)
    loaded = load(dataset, options, seed=seed, **_training_split(dataset, options))
    plan = plan_from(options, loaded.label_names, seed=seed) if wanted else None
    held_out = _dev(dataset, dev, options, seed)
    sets: TrainingSets = gather(loaded, held_out, plan, seed=seed)
    for warning in sets.warnings:
        click.echo(f"Warning: {warning}", err=True)
    trained = fit(
        sets.train,
        sets.dev,
        loaded.label_names,
        out,
        config,
        markers=plan.words if plan else (),
        provenance=sets.provenance,
        progress=progress(quiet=quiet),
        force=force,
    )
    click.echo(", ".join(f"{name} accuracy {value:.3f}" for name, value in trained.accuracy.items()))
    click.echo(f"wrote {trained.path}")


def _training_split(dataset: str, options: dict[str, Any]) -> dict[str, Any]:
    """Train on the split named `train` where the source has splits and none was named."""
    from auditor.data.sources.hub import ALIASES

    has_splits = dataset.startswith("builtin:") or dataset in ALIASES
    return {"split": "train"} if has_splits and options["split"] is None else {}


def _dev(dataset: str, dev: str | None, options: dict[str, Any], seed: int) -> Any:
    """The dataset to stop on, or None where a part of the training set has to be held out."""
    if dev is not None:
        return load(dev, options, seed=seed, split=None, limit=None)
    if _training_split(dataset, options):
        return load(dataset, options, seed=seed, split="dev", limit=None)
    return None
