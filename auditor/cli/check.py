"""`audit check`: fail a build when an audit found artefacts."""

from pathlib import Path

import click

from auditor.cli.options_run import decisions_option, fail_on_option, read, run_argument

GATE_FAILED = 3
"""Exit code; an error is 1, so that the two can be told apart."""


@click.command(short_help="Exit with 3 on severe artefacts.")
@run_argument
@fail_on_option("high")
@decisions_option
def check(run: Path, fail_on: str, decisions: Path | None) -> None:
    """Exit with code 3 when RUN has artefacts that are severe enough, and list them.

    What a reviewer decided to be legitimate does not count; what was decided to be an artefact does.

    \b
    Examples:
      audit check reports/tiny-reviews
      audit check reports/tiny-reviews --fail-on medium --decisions decisions.json
    """
    from auditor.report.dossier import headline
    from auditor.report.visible_text import quoted
    from auditor.report.wording.sentences import finding_sentence
    from auditor.review.gate import failing

    found = failing(read(run, decisions), fail_on)
    for finding in found:
        click.echo(f"{headline(finding)}\n       {quoted(finding_sentence(finding))}")
    if found:
        count = f"{len(found)} finding{'s fail' if len(found) > 1 else ' fails'}"
        click.echo(f"{count} the check (--fail-on {fail_on})")
        raise click.exceptions.Exit(GATE_FAILED)
    click.echo(f"nothing fails the check (--fail-on {fail_on})")
