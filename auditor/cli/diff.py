"""`audit diff`: what changed between two audits."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options_run import read

if TYPE_CHECKING:
    pass


@click.command(short_help="Compare two runs.")
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def diff(old: Path, new: Path, as_json: bool) -> None:
    """List the findings that are new, gone or changed from OLD to NEW, two runs.

    Changed means verdict, severity, decision, or a figure by more than its uncertainty. Where both runs have
    measured an artefact of OLD, accuracy with and against it stands side by side.

    \b
    Examples:
      audit diff reports/before reports/after
      audit diff reports/before reports/after --json
    """
    from auditor.records.codec import plain
    from auditor.report.wording.comparisons import comparison_lines
    from auditor.report.wording.differences import difference_lines
    from auditor.review.before_after import of_reports
    from auditor.review.difference import as_plain, difference

    before, after = read(old), read(new)
    found, shared = difference(before, after), of_reports(before, after)
    if as_json:
        plainly = as_plain(found) | {"before_after": plain(shared)}
        click.echo(json.dumps(plainly, ensure_ascii=False, indent=1))
        return
    for line in difference_lines(found):
        click.echo(line)
    for line in () if shared is None or found.empty else ("", *comparison_lines(shared)):
        click.echo(line)
