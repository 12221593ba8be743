"""The table of findings: one row each, with what is shown and what it is sorted by."""

from dataclasses import dataclass

from auditor.findings import Estimate, Finding, Flips, Severity, Verdict
from auditor.report.numbers import NONE, interval, number, p_value
from auditor.report.headline import KINDS
from auditor.report.visible_text import visible

DECISIONS = ("artefact", "legitimate", "unsure")
"""What a reviewer can decide."""
TOKEN_LENGTH = 60
"""Characters of a token that are shown."""


@dataclass(frozen=True)
class Column:
    """A column of the table."""

    key: str
    """Its name in the page's address."""
    title: str
    hint: str
    """What it means, in a sentence."""
    number: bool = True


COLUMNS = (
    Column("token", "Finding", "The token, or the two tokens of a pair.", number=False),
    Column("label", "Speaks for", "The class that it speaks for.", number=False),
    Column("verdict", "Verdict", "What the rule makes of it.", number=False),
    Column("severity", "Severity", "From the size of the effect and its reach.", number=False),
    Column("sets", "In sets", "Share of the label's minimal sets that need it."),
    Column("share", "P(label)", "Share of the texts that hold it that have the label."),
    Column("deleted", "Deleted", "How often deleting it changes the prediction, and the same for a placebo."),
    Column("inserted", "Inserted", "How often inserting it turns a text to the label, and a placebo."),
    Column("conflict", "Conflict", "Accuracy on texts that hold it and have another label."),
    Column("p", "Adjusted p", "Of the association (data) and of the reliance (model)."),
    Column("decision", "Decision", "What a reviewer decided.", number=False),
)


@dataclass(frozen=True)
class Cell:
    """A figure of the table."""

    main: str
    below: str = ""
    """Its interval or comparison, in smaller type."""

    @property
    def missing(self) -> bool:
        """Whether there is no evidence."""
        return self.main == NONE


@dataclass(frozen=True)
class Row:
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
    sentence: str
    cells: tuple[Cell, ...]
    """The columns from "In sets" to "Adjusted p"."""
    decision: str
    """Empty where nothing is decided."""
    note: str
    values: tuple[float | None, ...]
    """What the columns after the label are sorted by; None comes last. Text sorts as it is shown."""


def row(finding: Finding) -> Row:
    """The view of one finding."""
    association, reliance = finding.evidence.association, finding.evidence.reliance
    intervention, harm = finding.evidence.intervention, finding.evidence.harm
    tokens = tuple(visible(token, TOKEN_LENGTH) for token in finding.tokens)
    decision = finding.decision.decision if finding.decision else ""
    rank = list(Severity).index(finding.severity)
    p_values = (association.share.adjusted_p, reliance.enrichment.adjusted_p)
    return Row(
        id=visible(finding.id, TOKEN_LENGTH),
        tokens=tokens,
        label=visible(finding.label, TOKEN_LENGTH),
        verdict=str(finding.verdict),
        kind=KINDS[finding.verdict],
        severity=str(finding.severity),
        rank=rank,
        sentence=visible(finding.sentence, 600),
        cells=(
            rate_cell(reliance.share_of_sets),
            rate_cell(association.share),
            flip_cell(intervention.deletion),
            flip_cell(intervention.insertion),
            rate_cell(harm.conflict),
            p_cell(*p_values),
        ),
        decision=visible(decision, TOKEN_LENGTH),
        note=visible(finding.decision.note) if finding.decision else "",
        values=(
            list(Verdict).index(finding.verdict),
            rank,
            reliance.share_of_sets.estimate,
            association.share.estimate,
            intervention.deletion.rate.estimate,
            intervention.insertion.rate.estimate,
            harm.conflict.estimate,
            min((p for p in p_values if p is not None), default=None),
        ),
    )


def rate_cell(estimate: Estimate) -> Cell:
    """A rate above its interval."""
    if estimate.estimate is None:
        return Cell(NONE)
    return Cell(number(estimate.estimate), interval(estimate))


def flip_cell(flips: Flips) -> Cell:
    """A flip rate above the placebo's."""
    if flips.rate.estimate is None:
        return Cell(NONE)
    placebo = flips.placebo.estimate
    return Cell(
        number(flips.rate.estimate), "no placebo" if placebo is None else f"placebo {number(placebo)}"
    )


def p_cell(data: float | None, model: float | None) -> Cell:
    """The p-values of association and reliance."""
    if data is None and model is None:
        return Cell(NONE)
    return Cell(
        f"data {p_value(data) if data is not None else '–'}",
        f"model {p_value(model) if model is not None else '–'}",
    )
