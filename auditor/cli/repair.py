"""`audit repair`: a training dataset without the artefacts that an audit found."""

from pathlib import Path
from typing import Any

import click

from auditor.cli.headings import Command, output, repairing
from auditor.cli.options import force_option, seed_option, stack
from auditor.cli.options_data import dataset_options, load, training_split
from auditor.cli.options_run import decisions_option, read, run_argument
from auditor.repair.repair_manifest import HOW

repair_options = stack(
    [
        repairing(
            "--how",
            type=click.Choice(HOW),
            default=HOW[0],
            show_default=True,
            help="Take artefacts out, drop or repeat rows, add copies that say the opposite, or weigh.",
        ),
        repairing(
            "--finding",
            "chosen",
            multiple=True,
            help="Repair this finding, named as in `audit show`; repeatable. [default: all artefacts]",
        ),
        repairing(
            "--mask-with",
            default="nothing",
            show_default=True,
            help="What stands where an artefact was: nothing, a neutral word, or the word that you give.",
        ),
        repairing(
            "--mask-all",
            is_flag=True,
            help="Mask every occurrence. [default: as many rows keep it as every class has in its share]",
        ),
        repairing(
            "--most-repeats",
            type=int,
            default=4,
            show_default=True,
            help="Times that balance may have a row at most.",
        ),
    ]
)


@click.command(cls=Command, short_help="Write a training set without the artefacts of a run.")
@run_argument
@click.argument("dataset")
@output(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="CSV, TSV, JSONL or Parquet file; OUT.repair.json says what was done.",
)
@repair_options
@decisions_option
@dataset_options
@seed_option("every choice among rows")
@force_option("Overwrite the output.")
def repair(run: Path, dataset: str, out: Path, decisions: Path | None, force: bool, **options: Any) -> None:
    """Repair DATASET, a training set, by the artefacts that RUN found.

    What a reviewer decided goes before the verdict of the rule. Only the texts and labels of DATASET are
    written, and a weight for each with `--how reweight`.

    \b
    Examples:
      audit repair reports/model-reviews train.csv --out repaired.csv
      audit repair reports/model-reviews train.csv --how counterfactual --out repaired.csv
      audit repair reports/model-reviews train.csv --finding "[pos]" --out repaired.csv
      audit repair reports/model-reviews train.csv --how reweight --out weighted.csv
      audit train weighted.csv --weight-column weight --out models/repaired
    """
    from auditor.data.loading import require_classes
    from auditor.repair.repaired import RepairConfig
    from auditor.repair.repaired_file import check_free_for, write_repaired
    from auditor.repair.repairing import manifest, mend, planned
    from auditor.report.wording.repairs import NOTHING, UNDECIDED, repair_lines

    check_free_for(out, force=force)
    config = RepairConfig(
        mask_with=options["mask_with"],
        mask_all=options["mask_all"],
        most_repeats=options["most_repeats"],
        seed=options["seed"],
    )
    report = read(run, decisions)
    plan = planned(report, run, how=options["how"], config=config, chosen=options["chosen"])
    if not plan.findings:
        click.echo(NOTHING)
        if "undecided" in report.summary.counts:
            click.echo(UNDECIDED)
        return
    data = load(dataset, options, seed=options["seed"], **training_split(dataset, options))
    require_classes(data)
    mended = mend(plan, list(data.examples()), data.label_names, data.source)
    source = {
        "source": data.source,
        "fingerprint": data.fingerprint,
        "skipped": sum(data.skip_counts.values()),
    }
    record = manifest(plan, mended, source)
    written = write_repaired(out, mended.result, record)
    for line in repair_lines(record):
        click.echo(line)
    click.echo(f"wrote {written[0]} and {written[1]}")
