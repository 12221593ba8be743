"""A figure as every output shows it: its value and interval, what it was counted on and compared with.

The signals list the figures; no output has a list of its own.
"""

from auditor.findings.finding import Finding, Kind
from auditor.records.estimates import Figure
from auditor.report.numbers import NONE, number, of, p_value, with_interval

DIGITS = {"ratio": 1, "logits": 1}
"""Digits after the point, by unit; 2 otherwise."""
AFTER = {"logits": " logits"}
"""What stands after the value, by unit."""


def figures_of(finding: Finding) -> list[Figure]:
    """Every figure of a finding."""
    return finding.evidence.figures(pair=finding.kind is Kind.PAIR)


def missing(figure: Figure) -> bool:
    """Whether there is no evidence."""
    return figure.estimate.estimate is None


def short(figure: Figure) -> str:
    """The value alone: "0.95"."""
    return number(figure.estimate.estimate, DIGITS.get(figure.unit, 2))


def value(figure: Figure) -> str:
    """The value with its interval: "0.95 (0.87–0.98)"."""
    shown = with_interval(figure.estimate, DIGITS.get(figure.unit, 2))
    return NONE if missing(figure) else shown + AFTER.get(figure.unit, "")


def placebo(figure: Figure) -> str:
    """The same figure for placebos; nothing where there are none by nature."""
    if figure.placebo is None:
        return ""
    if figure.placebo.estimate is None:
        return "no placebo"
    return f"placebo {number(figure.placebo.estimate, DIGITS.get(figure.unit, 2))}"


def compared(figure: Figure) -> str:
    """What it was counted on and compared with: "61 of 64 · placebo 0.03"; nothing without evidence."""
    if missing(figure):
        return ""
    base = "" if figure.base is None else f"all texts {number(figure.base)}"
    return " · ".join(filter(None, (of(figure.estimate), base, placebo(figure))))


def detail(figure: Figure) -> str:
    """The same with its p-values: "61 of 64 · placebo 0.03 · p < 0.001"."""
    return " · ".join(filter(None, (compared(figure), p_values(figure))))


def p_values(figure: Figure) -> str:
    """Its p-values, where it was tested: "p < 0.001, adjusted 0.003"."""
    plain, adjusted = figure.estimate.p, figure.estimate.adjusted_p
    tested = (("p", plain), ("adjusted", adjusted))
    return ", ".join(f"{title} {p_value(p)}" for title, p in tested if p is not None)
