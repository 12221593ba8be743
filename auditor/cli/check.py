"""`audit check`: fail a build when an audit found artefacts."""

from pathlib import Path

import click

from auditor.cli.headings import output
from auditor.cli.options_run import (
    decisions_option,
    fail_on_option,
    keywords_option,
    read,
    run_argument,
)
from auditor.review.power_gate import USUAL_REACH

GATE_FAILED = 3
"""Exit code; an error is 1, so that the two can be told apart."""


@click.command(short_help="Exit with 3 on severe artefacts.")
@run_argument
@fail_on_option("high")
@keywords_option
@decisions_option
@output("--min-power", type=click.FloatRange(0, 1), help="Fail as well if too much would have been missed.")
@output(
    "--at",
    type=click.FloatRange(0, 1, min_open=True),
    default=USUAL_REACH,
    show_default=True,
    help="Share of the texts that --min-power is about.",
)
@click.option(
    "--tests",
    type=click.Path(path_type=Path, dir_okay=False),
    help="RUN is a model: put it to the behaviour tests that `audit export` wrote.",
)
@click.option(
    "--most-failing",
    type=click.FloatRange(0, 1),
    default=0.1,
    show_default=True,
    help="Share of the tests of an artefact that may fail.",
)
@click.option("--junit", type=click.Path(path_type=Path), help="With --tests: write JUnit XML as well.")
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
) -> None:
    """Exit with code 3 when RUN has artefacts that are severe enough, and list them.

    What a reviewer decided to be legitimate does not count; what was decided to be an artefact does. With
    --tests, RUN is a model, and the code is 3 when too many of the tests of an artefact fail.

    \b
    Examples:
      audit check reports/tiny-reviews
      audit check reports/tiny-reviews --fail-on medium --decisions decisions.json
      audit check reports/tiny-reviews --min-power 0.8 --at 0.02
      audit check models/next --tests shortcuts.jsonl --junit shortcuts.xml
    """
    if tests is not None:
        from auditor.cli.behaviour_check import check_behaviour

        if check_behaviour(str(run), tests, most_failing=most_failing, junit=junit):
            return
        raise click.exceptions.Exit(GATE_FAILED)
    from auditor.report.dossier import headline
    from auditor.report.visible_text import quoted
    from auditor.report.wording.power_text import at_reach
    from auditor.report.wording.sentences import finding_sentence
    from auditor.review.gate import failing
    from auditor.review.power_gate import is_too_weak

    report = read(run, decisions)
    found = failing(report, fail_on, keywords=fail_on_keywords)
    for finding in found:
        click.echo(f"{headline(finding)}\n       {quoted(finding_sentence(finding))}")
    if found:
        count = f"{len(found)} finding{'s fail' if len(found) > 1 else ' fails'}"
        click.echo(f"{count} the check (--fail-on {fail_on})")
    weak = min_power is not None and is_too_weak(report, min_power, at=at)
    if min_power is not None:
        click.echo(f"{at_reach(report.power, at)} ({'too weak, ' if weak else ''}--min-power {min_power:g})")
    if found or weak:
        raise click.exceptions.Exit(GATE_FAILED)
    click.echo(f"nothing fails the check (--fail-on {fail_on})")
