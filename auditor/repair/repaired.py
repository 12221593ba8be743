"""What every way of repairing takes beside the marked rows, and what it gives."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from auditor.config import within
from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.repair.marked_rows import Marked
from auditor.repair.repair_manifest import Dropped

NOTHING, NEUTRAL = "nothing", "neutral"
"""What a masked word is replaced by: it is taken out, or a word of like frequency that says nothing stands in
its place. Anything else is the word itself."""
MASKED, REPEATED, INSERTED, TAKEN_OUT = "masked", "repeated", "inserted", "taken-out"
"""What a row can be: changed in its place, the same once more, or a copy with an artefact or without one."""


@dataclass(frozen=True)
class RepairConfig:
    """How a dataset is repaired."""

    mask_with: str = NOTHING
    """`nothing`, `neutral`, or a word; for `mask`."""
    mask_all: bool = False
    """Mask every occurrence; else as many rows keep it as every class has in its share."""
    most_repeats: int = 4
    """Times that `balance` may have a row at most; the rest of the other rows is dropped."""
    least_left: float = 0.1
    """Share of a class that has to be left."""
    seed: int = 0
    """Combined with each text's id."""

    def __post_init__(self) -> None:
        within("most_repeats", self.most_repeats, 1, 100)
        within("least_left", self.least_left, 0, 1)
        within("seed", self.seed, 0, 2**32 - 1)
        if not self.mask_with.strip() or len(self.mask_with.split()) > 1:
            raise AuditError(
                f"mask-with is {self.mask_with!r}", f"Give {NOTHING}, {NEUTRAL} or one word such as [MASK]."
            )


@dataclass(frozen=True, slots=True)
class RepairedRow:
    """One row of the repaired dataset."""

    example: Example
    """The text and its label; `row` is that of the input row it comes from."""
    weight: float = 1.0
    change: str = ""
    """Empty for a row as it was."""
    findings: tuple[str, ...] = ()
    """Ids of the findings that it was changed for."""


@dataclass(frozen=True, eq=False)
class Repaired:
    """A repaired dataset."""

    rows: tuple[RepairedRow, ...]
    dropped: tuple[Dropped, ...] = ()
    weighted: bool = False
    """Whether the weights say anything."""
    short: Mapping[str, int] = field(default_factory=dict)
    """By finding, copies that could not be made since no row was left to copy."""

    @property
    def changes(self) -> dict[str, int]:
        """Rows of each change, and those that were dropped."""
        counts = Counter(row.change for row in self.rows if row.change)
        counts["dropped"] = len(self.dropped)
        return {name: count for name, count in sorted(counts.items()) if count}


def ids_of(marked: Marked, numbers: Sequence[int] | frozenset[int]) -> tuple[str, ...]:
    """The findings of some artefacts."""
    return tuple(marked.artefacts[number].id for number in sorted(numbers))


def check_left(marked: Marked, left: Mapping[str, float], config: RepairConfig) -> None:
    """Refuse a repair that would leave too little of a class; `left` counts rows, or their weight."""
    before = Counter(row.label for row in marked.rows)
    for label, count in sorted(before.items()):
        if left.get(label, 0.0) < config.least_left * count:
            raise AuditError(
                f"{left.get(label, 0.0):.0f} of {count} rows of the class {label!r} would be left",
                "Nearly all of them hold an artefact that no other class has. Use --how mask or "
                "counterfactual, or choose findings with --finding.",
            )
