"""Training sets with weights, and repaired on the fly: what `audit repair` would write."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from auditor.data.examples import Example

if TYPE_CHECKING:
    from auditor.repair.repairing import Repair


@dataclass(frozen=True)
class Weighed:
    """Examples, and what each counts for."""

    examples: Sequence[Example]
    weights: Sequence[float] | None = None
    """None: all count alike."""

    @property
    def scaled(self) -> tuple[float, ...] | None:
        """The weights with a mean of 1; None where they say nothing."""
        total = 0.0 if self.weights is None else sum(self.weights)
        if self.weights is None or not total:
            return None
        return tuple(weight * len(self.weights) / total for weight in self.weights)


@dataclass(frozen=True)
class MendedSet:
    """A repaired training set."""

    rows: Weighed
    told: dict[str, Any]
    """What was done, for the record of the training."""
    warnings: tuple[str, ...]
    """Artefacts that were not repaired."""


def own_weights(examples: Sequence[Example], weights: Mapping[int, float] | None) -> list[float] | None:
    """The weights of some rows, by their numbers in the source."""
    return None if weights is None else [weights[example.row] for example in examples]


def mended(
    before: Weighed, repair: "Repair", labels: tuple[str, ...], source: str, *, by_group: bool
) -> MendedSet:
    """The training set repaired; with `by_group` every group by class and artefact weighs the same."""
    from auditor.repair.marked_rows import mark
    from auditor.repair.repairing import mend
    from auditor.repair.reweight import evened
    from auditor.report.wording.repairs import left_out_line

    done = mend(repair, list(before.examples), labels, source)
    known = dict(zip((e.row for e in before.examples), before.weights or (), strict=False))
    examples = [row.example for row in done.result.rows]
    weights = [row.weight * known.get(row.example.row, 1.0) for row in done.result.rows]
    if by_group:
        weights = evened(mark(examples, done.marked.artefacts, labels), weights)
    weighed = by_group or done.result.weighted or before.weights is not None
    told = {
        "run": dict(repair.run),
        "how": repair.how,
        "findings": [artefact.id for artefact in done.marked.artefacts],
        "changes": done.result.changes,
    }
    return MendedSet(
        Weighed(examples, weights if weighed else None), told, tuple(map(left_out_line, done.left_out))
    )


def mended_dev(before: Weighed, repair: "Repair", labels: tuple[str, ...]) -> Weighed:
    """The dev set, so that a model that follows an artefact gains nothing by it."""
    from auditor.repair.repairing import repaired_dev

    result = repaired_dev(repair, list(before.examples), labels)
    known = dict(zip((e.row for e in before.examples), before.weights or (), strict=False))
    weights = [row.weight * known.get(row.example.row, 1.0) for row in result.rows]
    weighed = result.weighted or before.weights is not None
    return Weighed([row.example for row in result.rows], weights if weighed else None)


def weights_mark(rows: Weighed) -> dict[str, str]:
    """A hash of the weights, so that a training is not resumed with others; nothing without weights."""
    if rows.weights is None:
        return {}
    return {"weights": hashlib.sha256(repr(list(rows.weights)).encode()).hexdigest()}
