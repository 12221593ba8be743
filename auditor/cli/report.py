"""`audit report`: render the report of a run again, without the model."""

from pathlib import Path

import click

from auditor.cli.options_run import HOLD_TEXT, decisions_option, read, run_argument


@click.command(short_help="Write a run's report again.")
@run_argument
@decisions_option
@click.option("--redact", is_flag=True, help="Take every text and token out, for good: see --out.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder to write to. [default: RUN, in place of what is there]",
)
def report(run: Path, decisions: Path | None, redact: bool, out: Path | None) -> None:
    """Write index.html, summary.md and report.json of RUN again.

    RUN is the folder of a run, or its report.json.

    \b
    Examples:
      audit report reports/tiny-reviews
      audit report reports/tiny-reviews --decisions decisions.json
      audit report reports/tiny-reviews --redact --out shared
    """
    from auditor.report.redaction import redact as redacted
    from auditor.report.writing import write_report

    found = read(run, decisions)
    folder = out or (run.parent if run.is_file() else run)
    for path in write_report(folder, redacted(found) if redact else found):
        click.echo(path)
    holding = [name for name in HOLD_TEXT if (folder / name).exists()]
    if redact and holding:
        click.echo(f"Warning: the dataset's words are still in {', '.join(holding)} of {folder}", err=True)
