"""`audit run`: the minimal feature sets of a whole dataset, on any number of processes."""

import sys
from pathlib import Path
from typing import Any

import click

from auditor.cli.console import fail, progress
from auditor.cli.options import cidr_config, cidr_options, model_options
from auditor.cli.options_data import dataset_options, load
from auditor.config import CidrConfig, SweepConfig, layered


@click.command()
@click.argument("model")
@click.argument("dataset")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Run directory. [default: reports/NAME]"
)
@click.option(
    "--processes", type=int, default=1, show_default=True, help="Processes to start on this machine."
)
@click.option(
    "--resume/--fresh", default=True, help="Go on with what is there, or start over. [default: resume]"
)
@click.option("--dry-run", is_flag=True, help="Say what the run would take, and stop.")
@click.option(
    "--exhaustive", is_flag=True, help="Search as widely as `audit explain` does: about three times the work."
)
@click.option("--shard-size", type=int, help="Examples in one stored shard. [default: 64]")
@click.option("--mixed-precision", type=click.Choice(["no", "bf16", "fp16"]), help="[default: no]")
@click.option("--compile/--no-compile", default=None, help="Compile the model first. [default: off]")
@click.option("--quiet", is_flag=True, help="No progress.")
@dataset_options
@cidr_options
@model_options
def run(model: str, dataset: str, out: Path | None, processes: int, quiet: bool, **options: Any) -> None:
    """Find the minimal feature set of every text in DATASET and store it.

    An interrupted run goes on when the same command is run again, with any number of processes.

    \b
    Examples:
      audit run path/to/model reviews.csv --limit 500
      audit run path/to/model sst2 --split dev --processes 2
      audit run path/to/model reviews.csv --dry-run
      accelerate launch -m auditor run path/to/model sst2
    """
    from auditor.sweep.launch import launch, launched, own_command, resume_command

    folder = out or Path("reports") / f"{Path(model).name}-{Path(dataset.replace(':', '-')).stem}"
    try:
        if processes > 1 and not launched() and not options["dry_run"]:
            raise click.exceptions.Exit(launch(own_command(sys.argv[1:]), processes))
        _run(model, dataset, folder, quiet=quiet, options=options)
    except KeyboardInterrupt:
        fail("interrupted; what was finished is kept", f"Go on with: {resume_command(sys.argv[1:])}")
        raise click.exceptions.Exit(130) from None


def _run(model: str, dataset: str, out: Path, *, quiet: bool, options: dict[str, Any]) -> None:
    base = CidrConfig() if options.pop("exhaustive") else CidrConfig.quick()
    resume, dry_run = options.pop("resume"), options.pop("dry_run")
    names = ("shard_size", "mixed_precision", "compile")
    settings = layered(SweepConfig, "sweep", flags={name: options.pop(name) for name in names})
    data = load(dataset, options, seed=options["seed"] or 0)
    config = cidr_config(options, base=base)
    device = options["device"]
    loader = _loader(model, config, options, data)
    if dry_run:
        from auditor.sweep.estimate import estimate

        _tell(estimate(loader, data, config, out=out, settings=settings, device=device))
        return
    from auditor.report.recurrence import recurrence, summary
    from auditor.sweep.run import sweep

    store = sweep(
        loader,
        data,
        config,
        out=out,
        settings=settings,
        device=device,
        fresh=not resume,
        command=["audit", *sys.argv[1:]],
        progress=progress(quiet=quiet),
        notify=lambda message: click.echo(message, err=True),
    )
    if store is not None:
        for line in summary(recurrence(store.outcomes(), data.skip_counts)):
            click.echo(line)
        click.echo(f"\nRun: {out}")


def _loader(model: str, config: CidrConfig, options: dict[str, Any], data: Any) -> Any:
    """What loads the classifier on a device, once the dataset's labels are known to be the model's."""
    names = ("dtype", "trust_remote_code", "allow_pickle")
    chosen = {name: options[name] for name in names}

    def load_on(device: str) -> Any:
        from auditor.data.labels import match_labels
        from auditor.model.loading import load_classifier

        classifier = load_classifier(
            model, device=device, replacement="mask" if config.removal == "mask" else "pad", **chosen
        )
        match_labels(data.label_names, classifier.labels)
        return classifier

    return load_on


def _tell(expected: Any) -> None:
    click.echo(f"{expected.examples} examples ({expected.repeated} repeated) in {expected.shards} shards")
    click.echo(f"{expected.missing} shards to compute")
    click.echo(f"about {expected.forwards} forward and {expected.gradients} gradient evaluations")
    click.echo(f"about {expected.seconds:.0f} s for one process, {expected.memory / 2**20:.0f} MB")
