"""`audit show`: one finding of an audit with all its evidence, in the terminal."""

import json
from pathlib import Path

import click

from auditor.cli.options_run import read, run_argument


@click.command(short_help="Show findings in the terminal.")
@run_argument
@click.argument("finding", required=False)
@click.option("--json", "as_json", is_flag=True, help="A JSON list of the findings that match, in full.")
def show(run: Path, finding: str | None, as_json: bool) -> None:
    """Show a FINDING of RUN: named by its id, the beginning of its id, or its token (a pair: A+B).

    Without FINDING, or where several match, they are listed.

    \b
    Examples:
      audit show reports/tiny-reviews
      audit show reports/tiny-reviews "[pos]"
      audit show reports/tiny-reviews amber+violet --json
    """
    from auditor.records.codec import plain
    from auditor.report.dossier import dossier, headline
    from auditor.report.numbers import counted
    from auditor.review.lookup import find

    report = read(run)
    listed = [*report.findings, *report.near_misses]
    found = listed if finding is None else find(report, finding)
    if as_json:
        click.echo(json.dumps(plain(found), ensure_ascii=False, indent=1))
    elif finding is not None and len(found) == 1:
        click.echo("\n".join(dossier(report, found[0])))
    else:
        for one in found:
            click.echo(headline(one) + (" (near miss)" if one in report.near_misses else ""))
        click.echo(counted(len(found), "finding") + (f" match {finding!r}" if finding else ""), err=True)
