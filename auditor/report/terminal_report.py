"""The report in a few plain lines for a terminal, at the end of a run."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size

from auditor.findings.finding import Finding, Verdict
from auditor.findings.report import Report
from auditor.records.estimates import Figure
from auditor.report.figures import figures_of, missing, short
from auditor.report.findings_table import FIGURES
from auditor.report.headline import headline
from auditor.report.numbers import counted, number
from auditor.report.visible_text import one_line
from auditor.report.wording.features import titles
from auditor.report.wording.notices import caution_text
from auditor.report.wording.rule import changed, rule_of

MOST = 12
"""Findings listed."""
WIDEST = 28
"""Columns of the terminal that a token takes at most."""
SHOWN = ("share_of_sets", "deletion", "insertion")
"""Figures that fit a terminal."""
_COLUMNS = [column for column in FIGURES if column.key in SHOWN]
_HEADINGS = ("verdict", "severity", "class", "finding", *(c.title.lower() for c in _COLUMNS), "decision")
_NUMBERS = range(4, 4 + len(_COLUMNS))
"""Columns that stand to the right."""
_LISTED = (Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.CONTEXT)
"""Verdicts that are listed; of task words there are many, and they are only counted."""


def lines(report: Report) -> list[str]:
    """The verdict line, the findings as a table, and what was left out."""
    return list(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    head = headline(report)
    yield _line(head.line)
    yield from (_line(line) for line in (head.counted, head.after) if line)
    if report.judged_again:
        moved = ", ".join(f"{one.name} {one.value}" for one in changed(rule_of(report)))
        yield f"Judged again from the stored evidence, with {moved or 'the default rule'}"
    listed = [finding for finding in report.findings if finding.verdict in _LISTED]
    if listed:
        yield ""
        yield from table([_HEADINGS, *(_cells(finding) for finding in listed[:MOST])])
        yield ""
        yield "Shares of sets and of texts, with (placebo) behind them; –: no evidence"
    if len(listed) > MOST:
        yield f"{counted(len(listed) - MOST, 'more finding')} in the report"
    unlisted = [
        counted(number, verdict.value)
        for verdict in (Verdict.TASK, Verdict.KEYWORD)
        if (number := sum(finding.verdict == verdict for finding in report.findings))
    ]
    if unlisted:
        yield f"{' and '.join(unlisted)} not listed"
    if report.summary.skipped:
        reasons = ", ".join(f"{n} × {_line(reason)}" for reason, n in sorted(report.quality.skips.items()))
        yield f"{counted(report.summary.skipped, 'text')} skipped" + (f": {reasons}" if reasons else "")
    yield from (f"Note: {_line(caution_text(caution))}" for caution in report.quality.cautions)


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
    return (
        finding.verdict.value,
        finding.severity.value,
        _short(finding.label),
        _short(" + ".join(titles(finding))),
        *(_figure(figure) for figure in figures_of(finding) if figure.name in SHOWN),
        finding.decision.decision.value if finding.decision else "open",
    )


def _figure(figure: Figure) -> str:
    if missing(figure):
        return "–"
    if figure.placebo is None:
        return short(figure)
    placebo = figure.placebo.estimate
    return f"{short(figure)} ({'–' if placebo is None else number(placebo)})"


def _line(text: str) -> str:
    return one_line(text, 400)


def _short(text: str) -> str:
    shown = one_line(text, 200)
    return shown if cell_len(shown) <= WIDEST else set_cell_size(shown, WIDEST - 1).rstrip() + "…"
