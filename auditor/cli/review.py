"""`audit review`: decide in the terminal what the report's page asks."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.options_run import read, run_argument

if TYPE_CHECKING:
    from auditor.review.session import Session

KEYS = "1 shortcut  2 part of the task  3 not sure  s later  u undo  n note  m more  q quit"
"""What the keys do, in a line."""


@click.command(short_help="Answer a run's questions in the terminal.")
@run_argument
@click.option(
    "--decisions",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File to go on with and to write. [default: decisions.json in RUN]",
)
def review(run: Path, decisions: Path | None) -> None:
    """Ask what RUN leaves to a person, the most important first, one key an answer.

    Every answer is written to decisions.json at once, and an interrupted review goes on where it was. Answers
    teach: what is like a word that was called part of the task comes later, what is like a shortcut sooner.

    \b
    Keys: 1 shortcut, 2 part of the task, 3 not sure,
          s later, u undo, n note, m more evidence, q quit.

    \b
    Examples:
      audit review reports/tiny-reviews
      audit review reports/tiny-reviews --decisions decisions.json
    """
    from auditor.errors import AuditError
    from auditor.report.question_lines import left_line
    from auditor.review.decisions import read_decisions, write_decisions
    from auditor.review.session import Session

    report = read(run)
    if report.redacted:
        raise AuditError(
            "the report is redacted: its findings have no ids to decide on", "Review it before redaction."
        )
    path = decisions or (run.parent if run.is_file() else run) / "decisions.json"
    session = Session(report, read_decisions(path) if path.exists() else {})

    def save(changed: "Session") -> None:
        write_decisions(path, changed.decisions)

    session = _ask_all(session, save)
    click.echo(left_line(session))
    if session.decisions:
        click.echo(f"Decisions: {path}\nNext: audit report {run} --decisions {path}")


def _ask_all(session: "Session", save: Callable[["Session"], None]) -> "Session":
    """Ask until everything is answered or the reviewer leaves; every change is saved."""
    from auditor.report.question_lines import left_line, question_lines

    note, shown = "", ""
    while session.current is not None:
        if shown != session.current.lead.id:
            lines = ["", left_line(session), "", *question_lines(session.current), "", KEYS]
            click.echo("\n".join(lines))
            shown = session.current.lead.id
        key = _key()
        if key in ("q", ""):
            break
        if key == "n":
            note = click.prompt("Note", default="", show_default=False)
        elif key == "m":
            _more(session)
        else:
            after = _after(session, key, note)
            if after.decisions != session.decisions:
                save(after)
            if after is not session:
                session, note, shown = after, "", ""
    return session


def _after(session: "Session", key: str, note: str) -> "Session":
    """The session after a key; the same one where the key means nothing."""
    from auditor.findings.finding import Choice

    choices = dict(zip("123", Choice, strict=True))
    if key in choices:
        return session.answered(choices[key], note)
    steps = {"s": session.skipped, "u": session.undone}
    return steps[key]() if key in steps else session


def _more(session: "Session") -> None:
    from auditor.report.dossier import dossier

    if session.current is not None:
        click.echo("\n" + "\n".join(dossier(session.report, session.current.lead)) + f"\n\n{KEYS}")


def _key() -> str:
    """One key; empty at the end of the input."""
    from auditor.errors import AuditError

    try:
        return click.getchar().lower()
    except EOFError:
        return ""
    except OSError as error:
        raise AuditError(
            "audit review needs a terminal to read keys from", "Decide on the report's page, index.html."
        ) from error
