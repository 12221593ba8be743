"""Two models on the same texts: accuracy, where an artefact agrees or conflicts, what writing it in does."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auditor.data.examples import draw
from auditor.errors import AuditError
from auditor.records.estimates import NO_EVIDENCE, Estimate
from auditor.repair.marked_rows import Marked, MarkedRow, Marker
from auditor.repair.usage import usages, with_artefact
from auditor.review.before_after import ArtefactSides, BeforeAfter, NewArtefact, Sides, lowest
from auditor.signals.statistics import rate
from auditor.signals.study import AS_IS, Model, Texts

FREE = 10
"""Texts without a rival artefact that are enough to insert into."""
INSERTIONS = 200
"""Texts of other classes that an artefact is written into."""
Answers = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Asked:
    """A model, and its classes by the dataset's names."""

    model: Model
    labels: tuple[str, ...]
    """In the model's order."""

    def classes(self, texts: Sequence[Texts], what: str) -> list[str]:
        """The class of each text; empty where the model failed."""
        answers = self.model.ask([(one, AS_IS) for one in texts], what=what)
        return ["" if one is None else self.labels[int(one[0].argmax())] for one in answers]


def compare(
    old: Asked,
    new: Asked,
    marked: Marked,
    *,
    found: tuple[NewArtefact, ...] | None = None,
    seed: int = 0,
    insertions: int = INSERTIONS,
) -> BeforeAfter:
    """Ask both models the texts of a dataset as they are, and with each artefact written in."""
    if not marked.rows:
        raise AuditError("there is no labelled text to compare the models on", "Give others with --data.")
    texts = [row.example.texts for row in marked.rows]
    gold = [row.label for row in marked.rows]
    said = [one.classes(texts, what) for one, what in ((old, "old model"), (new, "new model"))]
    right = [np.array([a == b for a, b in zip(some, gold, strict=True)], dtype=bool) for some in said]
    artefacts = tuple(
        ArtefactSides(
            id=artefact.id,
            tokens=tuple(artefact.name.split(" + ")),
            label=artefact.label,
            **_groups(marked, number, right),
            insertion=_inserted(marked, number, (old, new), said, seed=seed, most=insertions),
        )
        for number, artefact in enumerate(marked.artefacts)
    )
    everything = np.ones(len(gold), dtype=bool)
    return BeforeAfter(
        accuracy=sides(right, everything),
        worst_group=lowest(one.worst_group for one in artefacts),
        artefacts=artefacts,
        new=found,
        texts=len(gold),
        mended=int((~right[0] & right[1]).sum()),
        broken=int((right[0] & ~right[1]).sum()),
    )


def sides(happened: Sequence[BoolArray], chosen: BoolArray) -> Sides:
    """A share of the chosen texts on both sides, with the exact test that they are one."""
    old, new = (some[chosen] for some in happened)
    p = _mcnemar(int((old & ~new).sum()), int((~old & new).sum())) if chosen.any() else None
    return Sides(rate(int(old.sum()), len(old)), rate(int(new.sum()), len(new)), p)


def _mcnemar(first: int, second: int) -> float:
    """Two-sided exact test that a change goes either way as often."""
    from scipy.stats import binomtest

    return float(binomtest(first, first + second).pvalue) if first + second else 1.0


def _groups(marked: Marked, number: int, right: Sequence[BoolArray]) -> dict[str, Sides]:
    holds = np.array([number in row.held for row in marked.rows], dtype=bool)
    own = np.array([row.label == marked.artefacts[number].label for row in marked.rows], dtype=bool)
    groups = [sides(right, there & same) for there in (holds, ~holds) for same in (own, ~own)]
    return {"agreement": groups[0], "conflict": groups[1], "worst_group": lowest(groups)}


def _inserted(
    marked: Marked,
    number: int,
    models: tuple[Asked, Asked],
    said: Sequence[Sequence[str]],
    *,
    seed: int,
    most: int,
) -> Sides:
    """How often each model goes to the artefact's class, of the texts that it put elsewhere."""
    artefact = marked.artefacts[number]
    places = targets(marked.rows, number, artefact.label, seed)[:most]
    marker = Marker(marked.artefacts)
    used = usages(marked.holding(number), number, artefact)
    parts = range(len(artefact.parts))
    rows = [marked.rows[place].example for place in places]
    written = [with_artefact(one, number, used, marker, seed=seed, parts=parts).texts for one in rows]
    before, after = (
        _turned([some[place] for place in places], model.classes(written, "insertions"), artefact.label)
        for model, some in zip(models, said, strict=True)
    )
    return Sides(before, after)


def targets(rows: Sequence[MarkedRow], number: int, label: str, seed: int) -> list[int]:
    """Places of texts of other classes that hold no word of an artefact, in the order of a draw.

    Texts without a rival artefact are taken where there are enough of them.
    """
    free = [
        place
        for place, row in enumerate(rows)
        if row.label != label and not any(part[0] == number for part in row.places)
    ]
    plain = [place for place in free if not rows[place].held]
    chosen = plain if len(plain) >= FREE else free
    return sorted(chosen, key=lambda place: (draw(seed, "compare", rows[place].example.id), place))


def _turned(before: Sequence[str], after: Sequence[str], label: str) -> Estimate:
    tried = [
        then == label for now, then in zip(before, after, strict=True) if now not in ("", label) and then
    ]
    return rate(sum(tried), len(tried)) if tried else NO_EVIDENCE
