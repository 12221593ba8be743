"""Conventions: what is removed, how, and how many, so that two tables can be compared at all.

The paper's convention replaces words by padding. The public harness behind most published baseline figures
counts otherwise: it works on word pieces, counts the special tokens as pieces too, removes the top 20 %
without regard to any set, pads for LO and deletes for Comp and sufficiency. `published` counts as it does.
"""

import math
from dataclasses import dataclass, replace

from auditor.config import CHOICES, PAPER_STEPS, CidrConfig
from auditor.errors import among
from auditor.evaluation.set_methods import REFERENCE, SETS
from auditor.reading import parse_reading

CONVENTIONS = ("paper", "published")
UNITS = ("words", "pieces")
ROUNDINGS = ("floor", "round", "ceil")
SHARE = 0.1
"""K as a share of the text's units; a ranking's top 2K is twice that."""


@dataclass(frozen=True)
class Convention:
    """How explanations are measured."""

    name: str = "paper"
    """`paper` or `published`."""
    removal: str = "pad"
    """What removal means for LO, for FMS and for the methods themselves."""
    comp_removal: str = "pad"
    """What removal means for Comp and sufficiency."""
    unit: str = "words"
    """What is counted, ranked and removed: words, or the tokenizer's pieces."""
    rounding: str = "floor"
    """How 0.1 n becomes a whole number."""
    specials: bool = False
    """Whether special tokens count towards n; they are never ranked or removed."""
    capped: bool = True
    """Whether K is at most the number of pairs in the reference's set, for rankings too."""
    reference: str = REFERENCE
    """The set method whose set limits K for rankings, and whose size they get for FMS at equal size."""
    reading: str = ""
    """How the rows of the paper's method read it: the departures of `--reading`."""
    steps: int = PAPER_STEPS
    """Nodes of every path in these rows."""

    def __post_init__(self) -> None:
        parse_reading(self.reading)
        allowed = {"name": CONVENTIONS, "unit": UNITS, "rounding": ROUNDINGS}
        allowed |= {"reference": tuple(SETS)}
        allowed |= {"removal": CHOICES["removal"], "comp_removal": CHOICES["removal"]}
        for field, choices in allowed.items():
            among(field, getattr(self, field), choices)

    def pairs(self, units: int, in_set: int) -> int:
        """K: how many of a set's pairs are removed for LO and Comp."""
        return min(self._whole(SHARE * units), in_set)

    def too_short(self, units: int) -> bool:
        """Whether K is zero whatever a set holds."""
        return self.pairs(units, units) == 0

    def words(self, units: int, in_set: int) -> int:
        """How many words of a ranking are removed: 2K, or the top 20 % where there is no cap."""
        return 2 * self.pairs(units, in_set) if self.capped else self._whole(2 * SHARE * units)

    def _whole(self, share: float) -> int:
        exact = round(share, 9)  # 0.1 * 30 is 3, whatever binary fractions say
        if self.rounding == "floor":
            return math.floor(exact)
        return math.ceil(exact) if self.rounding == "ceil" else math.floor(exact + 0.5)

    def config(self, method: str, base: CidrConfig, *, seed: int) -> CidrConfig:
        """The settings of a set method under this convention."""
        return SETS[method].config(
            base, removal=self.removal, seed=seed, reading=self.reading, steps=self.steps
        )

    @property
    def sentence(self) -> str:
        """The convention for a reader."""
        counted = f"{self.unit}{' and special tokens' if self.specials else ''}"
        capped = f"K = min(0.1 n, pairs in the set of {self.reference})" if self.capped else "K = 0.1 n"
        if self.removal == self.comp_removal:
            how = f"removal is {self.removal}"
        else:
            how = f"removal is {self.removal} for LO and FMS, {self.comp_removal} for Comp and sufficiency"
        read = f"; the paper's method is read as {self.reading}" if self.reading else ""
        read += f"; its paths have {self.steps} nodes" if self.steps != PAPER_STEPS else ""
        return f"{self.name}: {how}; n counts {counted}; {capped}, rounded by {self.rounding}{read}"


def convention(
    name: str,
    *,
    removal: str | None = None,
    unit: str | None = None,
    rounding: str | None = None,
    reference: str | None = None,
    reading: str = "",
    steps: int = PAPER_STEPS,
) -> Convention:
    """A named convention with what was asked for otherwise."""
    among("convention", name, CONVENTIONS)
    base = Convention()
    if name == "published":
        base = Convention(name=name, comp_removal="delete", unit="pieces", specials=True, capped=False)
    if removal is not None:
        base = replace(base, removal=removal, comp_removal=removal)
    return replace(
        base,
        unit=unit or base.unit,
        rounding=rounding or base.rounding,
        reference=reference or base.reference,
        reading=reading,
        steps=steps,
    )
