"""`audit train`: fine-tune a classifier, on a planted dataset if asked, and prove what it learned."""

from pathlib import Path
from typing import Any

import click

from auditor.cli.console import progress
from auditor.cli.headings import Command, of_data, output, planting, repairing, training
from auditor.cli.options import force_option, quiet_option, seed_option, take
from auditor.cli.options_data import (
    PLANTED,
    dataset_options,
    injection_options,
    load,
    plan_from,
    training_split,
    weights_of,
)
from auditor.cli.options_run import read
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
@of_data("--weight-column", help="Column of numbers that say what each row counts for.")
@repairing(
    "--repair",
    metavar="RUN[:HOW]",
    help="Repair the training set first, by the artefacts of a run, as `audit repair --how` does.",
)
@repairing(
    "--last-layer",
    is_flag=True,
    help="Train the last layer of --base-model alone, every group by class and artefact weighing the same.",
)
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
      audit train train.tsv --dev dev.tsv --base-model roberta-base --lora-rank 8 --out models/lora
      audit train train.csv --repair reports/model-reviews:counterfactual --out models/repaired
      audit train train.csv --repair reports/model-reviews --last-layer --base-model models/m --out head
      audit train weighted.csv --weight-column weight --out models/weighted
    """
    from auditor.cli.training_sets import TrainingSets, gather
    from auditor.model.last_layer import train_last_layer
    from auditor.model.training import RECORD, TrainingConfig
    from auditor.model.training import train as train_all

    if (out / RECORD).exists() and not force:
        raise AuditError(f"{out} already holds a trained model", "Choose another --out, or pass --force.")
    if options["last_layer"] and options["lora_rank"] is not None:
        raise AuditError("--last-layer contradicts --lora-rank", "Leave one of them out.")
    seed = options["seed"]
    config = TrainingConfig(**take(TrainingConfig, options))
    wanted = inject or options["preset"] or any(options[name] for name in PLANTED)
    loaded = load(dataset, options, seed=seed, **training_split(dataset, options))
    plan = plan_from(options, loaded.label_names, seed=seed) if wanted else None
    held_out = _dev(dataset, dev, options, seed)
    sets: TrainingSets = gather(
        loaded,
        held_out,
        plan,
        seed=seed,
        repair=_repair(options, seed),
        weights=weights_of(dataset, options),
        by_group=options["last_layer"],
    )
    for warning in sets.warnings:
        click.echo(f"Warning: {warning}", err=True)
    shared: dict[str, Any] = {"weights": sets.weights, "provenance": sets.provenance, "force": force}
    if options["last_layer"]:
        trained = train_last_layer(sets.train, sets.dev, loaded.label_names, out, config, **shared)
    else:
        shared |= {"markers": plan.words if plan else (), "progress": progress(quiet=quiet)}
        trained = train_all(sets.train, sets.dev, loaded.label_names, out, config, **shared)
    click.echo(", ".join(f"{name} accuracy {value:.3f}" for name, value in trained.accuracy.items()))
    click.echo(f"wrote {trained.path}")


def _dev(dataset: str, dev: str | None, options: dict[str, Any], seed: int) -> Any:
    """The dataset to stop on, or None where a part of the training set has to be held out."""
    if dev is not None:
        return load(dev, options, seed=seed, split=None, limit=None)
    if training_split(dataset, options):
        return load(dataset, options, seed=seed, split="dev", limit=None)
    return None


def _repair(options: dict[str, Any], seed: int) -> Any:
    """What `--repair` says should be repaired, and how; None without it."""
    from auditor.repair.repair_manifest import HOW
    from auditor.repair.repaired import RepairConfig
    from auditor.repair.repairing import planned

    named: str | None = options["repair"]
    if named is None:
        if options["last_layer"]:
            raise AuditError("--last-layer lacks what to balance", "Name the audit with --repair RUN.")
        return None
    run, _, how = named.rpartition(":")
    if how not in HOW:
        if run and not Path(named).exists() and Path(run).exists():
            raise AuditError(f"{how!r} is not a way of repairing", f"Choose {', '.join(HOW)}.")
        run, how = named, "reweight" if options["last_layer"] else HOW[0]
    return planned(read(Path(run)), Path(run), how=how, config=RepairConfig(seed=seed))
