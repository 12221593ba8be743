"""The table of findings: one row each, with what is shown and what it is sorted by.

Its columns are the figures that the signals give a column, between what the finding is and what was decided.
"""

from dataclasses import dataclass

from auditor.findings.finding import Finding, Severity, Verdict
from auditor.records.estimates import Figure
from auditor.report.figures import figures_of, missing, placebo, short
from auditor.report.headline import KINDS
from auditor.report.numbers import NONE, interval, p_value
from auditor.report.visible_text import name, visible
from auditor.report.wording.features import titles
from auditor.signals.association import Association
from auditor.signals.evidence import CATALOGUE
from auditor.signals.reliance import Reliance


@dataclass(frozen=True)
class Column:
    """A column of the table."""

    key: str
    """Its name in the page's address, and of the figure if it is one."""
    title: str
    hint: str
    """What it means, in a sentence."""


FIGURES = tuple(Column(figure.name, figure.column, figure.hint) for figure in CATALOGUE if figure.column)
ADJUSTED = Column("p", "Adjusted p", "Of the association (data) and of the reliance (model).")
COLUMNS = (
    Column("token", "Finding", "The token, or the two tokens of a pair."),
    Column("label", "Class", "The class that it points to."),
    Column("verdict", "Verdict", "What the rule says it is."),
    Column("severity", "Severity", "From the size of the effect and its reach."),
    *FIGURES,
    ADJUSTED,
    Column("decision", "Decision", "What a reviewer decided."),
)
NEAR = tuple(column for column in (*FIGURES, ADJUSTED) if column.key in ("share", "share_of_sets", "p"))
"""What is shown of a near miss: the tests that it failed."""


@dataclass(frozen=True)
class FigureCell:
    """A figure in the table."""

    main: str
    below: str = ""
    """Its interval or comparison, in smaller type."""

    @property
    def missing(self) -> bool:
        """Whether there is no evidence."""
        return self.main == NONE


@dataclass(frozen=True)
class FindingRow:
    """A finding in the table."""

    id: str
    tokens: tuple[str, ...]
    label: str
    verdict: str
    kind: str
    """The verdict as the style sheet names it."""
    severity: str
    rank: int
    """Of the severity: 0 for the highest."""
    cells: dict[str, FigureCell]
    """The figures and the p-values, by the key of their column."""
    decision: str
    """Empty where nothing is decided."""
    note: str
    values: tuple[float | None, ...]
    """What the columns from the verdict to the p-values are sorted by; None comes last. Text sorts as it is
    shown."""


def finding_row(finding: Finding) -> FindingRow:
    """The view of one finding."""
    figures = [figure for figure in figures_of(finding) if figure.column]
    rank = list(Severity).index(finding.severity)
    data = finding.evidence.of(Association).share.adjusted_p
    model = finding.evidence.of(Reliance).enrichment.adjusted_p
    smallest = min((p for p in (data, model) if p is not None), default=None)
    estimates = [figure.estimate.estimate for figure in figures]
    return FindingRow(
        id=name(finding.id),
        tokens=tuple(map(name, titles(finding))),
        label=name(finding.label),
        verdict=finding.verdict.value,
        kind=KINDS[finding.verdict],
        severity=finding.severity.value,
        rank=rank,
        cells={figure.name: figure_cell(figure) for figure in figures} | {ADJUSTED.key: p_cell(data, model)},
        decision=finding.decision.decision.value if finding.decision else "",
        note=visible(finding.decision.note) if finding.decision else "",
        values=(list(Verdict).index(finding.verdict), rank, *estimates, smallest),
    )


def figure_cell(figure: Figure) -> FigureCell:
    """A figure above its placebo or, where there are none by nature, its interval."""
    return FigureCell(NONE) if missing(figure) else FigureCell(short(figure), _below(figure))


def _below(figure: Figure) -> str:
    return interval(figure.estimate) if figure.placebo is None else placebo(figure)


def p_cell(data: float | None, model: float | None) -> FigureCell:
    """The p-values of association and reliance."""
    if data is None and model is None:
        return FigureCell(NONE)
    said = [f"{where} {'–' if p is None else p_value(p)}" for where, p in (("data", data), ("model", model))]
    return FigureCell(*said)
