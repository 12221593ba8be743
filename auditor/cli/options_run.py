"""What the commands on a finished audit share: the run they read, and a reviewer's decisions."""

from pathlib import Path

import click

from auditor.findings import Report

run_argument = click.argument("run", type=click.Path(path_type=Path))
decisions_option = click.option(
    "--decisions",
    type=click.Path(path_type=Path, dir_okay=False),
    help="decisions.json, as the report's page exports it.",
)


def read(run: Path, decisions: Path | None = None) -> Report:
    """The report of a run, with the decisions in it; what they name and it lacks is said on stderr."""
    from auditor.report.codec import read_report
    from auditor.report.decisions import apply, read_decisions

    report = read_report(run)
    if decisions is None:
        return report
    report, warnings = apply(report, read_decisions(decisions))
    for warning in warnings:
        click.echo(f"Warning: {warning}", err=True)
    return report
