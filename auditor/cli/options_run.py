"""What the commands on a finished audit share: the run they read, and a reviewer's decisions."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from auditor.cli.headings import of_gate, output
from auditor.findings.report import Report
from auditor.review.gate import FAIL_ON

HOLD_TEXT = ("shards", "answers", "tokens.parquet", "pairs.parquet", "groups.parquet")
"""What of a run, beside its report, holds words of the dataset."""
run_argument = click.argument("run", type=click.Path(path_type=Path))
decisions_option = output(
    "--decisions",
    type=click.Path(path_type=Path, dir_okay=False),
    help="decisions.json, as the report's page exports it.",
)


def fail_on_option(default: str) -> Callable[[Any], Any]:
    """The gate's option."""
    return of_gate(
        "--fail-on",
        type=click.Choice(FAIL_ON),
        default=default,
        show_default=True,
        help="Lowest severity of an artefact that fails the gate (exit code 3).",
    )


keywords_option = of_gate(
    "--fail-on-keywords", is_flag=True, help="Words of the task that decide alone fail the gate as well."
)


def read(run: Path, decisions: Path | None = None) -> Report:
    """The report of a run, with the decisions in it."""
    from auditor.findings.report_file import read_report

    report = decided(read_report(run), decisions)
    warn_of_signature(report)
    return report


def warn_of_signature(report: Report) -> None:
    """Say on stderr that a report is no longer the one that was signed."""
    from auditor.report.wording.signatures import broken

    if warning := broken(report):
        click.echo(f"Warning: {warning}", err=True)


def decided(report: Report, decisions: Path | None) -> Report:
    """A report with the decisions in it; what they name and it lacks is said on stderr."""
    from auditor.review.decisions import apply, read_decisions

    if decisions is None:
        return report
    report, warnings = apply(report, read_decisions(decisions))
    for warning in warnings:
        click.echo(f"Warning: {warning}", err=True)
    return report
