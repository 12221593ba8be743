"""The report in a few plain lines for a terminal, at the end of a run."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size

from auditor.findings import Finding, Flips, Report, Verdict
from auditor.report.numbers import counted, number
from auditor.report.headline import headline
from auditor.report.visible_text import visible

MOST = 12
"""Findings listed."""
WIDEST = 28
"""Columns of the terminal that a token takes at most."""
_HEADINGS = ("verdict", "severity", "speaks for", "finding", "in sets", "deleted", "inserted", "decision")
_NUMBERS = (4, 5, 6)
"""Columns that stand to the right."""
_LISTED = (Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.CONTEXT)
"""Verdicts that are listed; of task words there are many, and they are only counted."""


def lines(report: Report) -> list[str]:
    """The verdict line, the findings as a table, and what was left out."""
    return list(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    head = headline(report)
    yield _line(head.line)
    listed = [finding for verdict in _LISTED for finding in report.findings if finding.verdict == verdict]
    if listed:
        yield ""
        yield from table([_HEADINGS, *(_cells(finding) for finding in listed[:MOST])])
        yield ""
        yield "In sets: share of the label's minimal sets; deleted, inserted: flips (placebo); –: no evidence"
    if len(listed) > MOST:
        yield f"{counted(len(listed) - MOST, 'more finding')} in the report"
    tasks = sum(finding.verdict == Verdict.TASK for finding in report.findings)
    if tasks:
        yield f"{counted(tasks, 'task word')} not listed"
    if report.summary.skipped:
        reasons = ", ".join(f"{n} × {_line(reason)}" for reason, n in sorted(report.quality.skips.items()))
        yield f"{counted(report.summary.skipped, 'text')} skipped" + (f": {reasons}" if reasons else "")
    yield from (f"Note: {_line(warning)}" for warning in report.quality.warnings)


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows with their columns below each other; wide characters count as two."""
    widths = [max(cell_len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        cells = []
        for place, (cell, width) in enumerate(zip(row, widths, strict=True)):
            filler = " " * (width - cell_len(cell))
            cells.append(filler + cell if place in _NUMBERS else cell + filler)
        yield "  " + "  ".join(cells).rstrip()


def _cells(finding: Finding) -> tuple[str, ...]:
    share = finding.evidence.reliance.share_of_sets.estimate
    return (
        str(finding.verdict),
        str(finding.severity),
        _short(finding.label),
        _short(" + ".join(finding.tokens)),
        "–" if share is None else number(share),
        _flips(finding.evidence.intervention.deletion),
        _flips(finding.evidence.intervention.insertion),
        _short(finding.decision.decision) if finding.decision else "open",
    )


def _flips(flips: Flips) -> str:
    if flips.rate.estimate is None:
        return "–"
    placebo = flips.placebo.estimate
    return f"{number(flips.rate.estimate)} ({'–' if placebo is None else number(placebo)})"


def _line(text: str) -> str:
    return " ".join(visible(text, 400).split())


def _short(text: str) -> str:
    shown = " ".join(visible(text, 200).split())
    return shown if cell_len(shown) <= WIDEST else set_cell_size(shown, WIDEST - 1).rstrip() + "…"
