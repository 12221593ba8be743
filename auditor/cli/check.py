"""`audit check`: fail a build when an audit found artefacts."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.headings import Command, of_gate, of_tests, output
from auditor.cli.options_run import (
    decisions_option,
    fail_on_option,
    keywords_option,
    read,
    run_argument,
)
from auditor.errors import AuditError
from auditor.review.power_gate import USUAL_REACH

if TYPE_CHECKING:
    from auditor.findings.report import Report
    from auditor.report.check_formats.checked import Checked

GATE_FAILED = 3
"""Exit code; an error is 1, so that the two can be told apart."""
FORMATS = ("text", "json", "junit", "sarif", "github")


@click.command(cls=Command, short_help="Exit with 3 on severe artefacts.")
@run_argument
@fail_on_option("high")
@keywords_option
@decisions_option
@of_gate("--min-power", type=click.FloatRange(0, 1), help="Fail as well if too much would have been missed.")
@of_gate(
    "--at",
    type=click.FloatRange(0, 1, min_open=True),
    default=USUAL_REACH,
    show_default=True,
    help="Share of the texts that --min-power is about.",
)
@of_tests(
    "--tests",
    type=click.Path(path_type=Path, dir_okay=False),
    help="RUN is a model: put it to the behaviour tests that `audit export` wrote.",
)
@of_tests(
    "--most-failing",
    type=click.FloatRange(0, 1),
    default=0.1,
    show_default=True,
    help="Share of the tests of an artefact that may fail.",
)
@of_tests("--junit", type=click.Path(path_type=Path), help="With --tests: write JUnit XML as well.")
@output(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="What is written: for people, or for another program.",
)
@output("--json", "as_json", is_flag=True, help="The same as --format json.")
def check(
    run: Path,
    fail_on: str,
    fail_on_keywords: bool,
    decisions: Path | None,
    min_power: float | None,
    at: float,
    tests: Path | None,
    most_failing: float,
    junit: Path | None,
    form: str,
    as_json: bool,
) -> None:
    """Exit with code 3 when RUN has artefacts that are severe enough, and list them.

    What a reviewer decided to be legitimate does not count; what was decided to be an artefact does. With
    --tests, RUN is a model, and the code is 3 when too many of the tests of an artefact fail.

    \b
    Examples:
      audit check reports/tiny-reviews
      audit check reports/tiny-reviews --fail-on medium --decisions decisions.json
      audit check reports/tiny-reviews --min-power 0.8 --at 0.02
      audit check reports/tiny-reviews --format sarif > audit.sarif
      audit check models/next --tests shortcuts.jsonl --junit shortcuts.xml
    """
    chosen = _chosen(form, as_json)
    if tests is not None:
        from auditor.cli.behaviour_check import check_behaviour

        if chosen != "text":
            raise AuditError(
                f"--format {chosen} is for a run, and with --tests a model is checked",
                "Pass --junit FILE to have the outcome of the tests as JUnit XML.",
            )
        if check_behaviour(str(run), tests, most_failing=most_failing, junit=junit):
            return
        raise click.exceptions.Exit(GATE_FAILED)
    checked = _checked(read(run, decisions), fail_on, fail_on_keywords, min_power, at)
    if chosen != "text":
        click.echo(_written(checked, chosen))
    else:
        _tell(checked, min_power, at)
    if not checked.passed:
        raise click.exceptions.Exit(GATE_FAILED)


def _chosen(form: str, as_json: bool) -> str:
    """The format, which --json is a short name of one of."""
    if as_json and form not in ("text", "json"):
        raise AuditError(f"--json contradicts --format {form}", "Leave one of them out.")
    return "json" if as_json else form


def _checked(report: "Report", fail_on: str, keywords: bool, min_power: float | None, at: float) -> "Checked":
    """The outcome of both gates."""
    from auditor.report.check_formats.checked import Checked
    from auditor.report.wording.power_text import at_reach
    from auditor.review.gate import failing
    from auditor.review.power_gate import is_too_weak

    found = tuple(failing(report, fail_on, keywords=keywords))
    weak = min_power is not None and is_too_weak(report, min_power, at=at)
    return Checked(report, found, fail_on, too_weak=at_reach(report.power, at) if weak else "")


def _tell(checked: "Checked", min_power: float | None, at: float) -> None:
    """The outcome for people."""
    from auditor.report.check_formats.checked import said
    from auditor.report.dossier import headline
    from auditor.report.wording.power_text import at_reach

    for finding in checked.failing:
        click.echo(f"{headline(finding)}\n       {said(finding)}")
    if checked.failing:
        count = f"{len(checked.failing)} finding{'s fail' if len(checked.failing) > 1 else ' fails'}"
        click.echo(f"{count} the check (--fail-on {checked.fail_on})")
    if min_power is not None:
        weak = "too weak, " if checked.too_weak else ""
        click.echo(f"{at_reach(checked.report.power, at)} ({weak}--min-power {min_power:g})")
    if checked.passed:
        click.echo(f"nothing fails the check (--fail-on {checked.fail_on})")


def _written(checked: "Checked", form: str) -> str:
    """The outcome in a format for another program."""
    if form == "json":
        from auditor.report.check_formats.json_check import as_json

        return as_json(checked)
    if form == "junit":
        from auditor.report.check_formats.junit_check import as_junit

        return as_junit(checked).rstrip("\n")
    if form == "github":
        from auditor.report.check_formats.github_check import as_github

        return as_github(checked)
    from importlib import metadata

    from auditor.report.check_formats.sarif_check import as_sarif

    return as_sarif(checked, version=metadata.version("cidr-audit"))
