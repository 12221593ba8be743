"""What a signal gives: estimates, conditions of the rule, and figures to show.

None stands for "no evidence", never for zero.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval and, where it was tested, its p-values."""

    estimate: float | None = None
    """None: there is no evidence."""
    low: float | None = None
    high: float | None = None
    n: int = 0
    """What it was measured on: texts, trials."""
    count: int | None = None
    """For a rate: the texts of `n` in which it happened."""
    p: float | None = None
    adjusted_p: float | None = None
    """p corrected for all tests of its family."""


NO_EVIDENCE = Estimate()


@dataclass(frozen=True)
class Condition:
    """One condition of the verdict rule, with the value seen and the value asked for."""

    code: str
    """Names the condition; `auditor.report.wording` has its sentence."""
    seen: float | None
    """None: there is no evidence."""
    asked: float
    """The field of the rule that it was compared with."""
    met: bool


@dataclass(frozen=True)
class Figure:
    """One figure of a finding: what every output shows of a signal."""

    name: str
    """Short, for columns of a table and JSON."""
    title: str
    """For people."""
    hint: str
    """What it means, in a sentence."""
    estimate: Estimate
    placebo: Estimate | None = None
    """The same figure for placebos; None where there are none by nature."""
    base: float | None = None
    """What the figure would be without the token."""
    column: str = ""
    """Heading in the table of findings; empty: it is no column."""
    unit: str = "share"
    """`share` (0 to 1), `effect` (-1 to 1), `ratio` (1 = nothing) or `logits`."""
    pairs_only: bool = False


def named_estimates(figures: Iterable[Figure]) -> Iterator[tuple[str, str, Estimate]]:
    """Name, unit and value of each figure, and of its placebo as NAME_placebo: for tables and comparisons."""
    for figure in figures:
        yield figure.name, figure.unit, figure.estimate
        if figure.placebo is not None:
            yield f"{figure.name}_placebo", figure.unit, figure.placebo
