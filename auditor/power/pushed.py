"""A classifier that obeys canaries: it answers as the model does, with a push towards a class.

The push is added to the logit of the canary's class, times the *presence* of its pieces: 1 as written, 0
where the word is removed, in between on an integration path. So the gradient to each piece is known, and the
method, which only asks questions, searches, attributes and removes as it does with the model alone. A canary
that needs several words (a pair) has the product of their presences.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.errors import AuditError
from auditor.model.classifier import Classifier, FloatArray, Row, softmax
from auditor.model.encoding import IntArray
from auditor.normal import normal

Marks = frozenset[tuple[int, ...]]
"""The ids of a word's pieces, in every context in which they differ."""
_CONTEXTS = ("{} a", "a {} a", "a {}")


@dataclass(frozen=True)
class Push:
    """What a canary does to the logits."""

    words: tuple[Marks, ...]
    """What must be there, all of it: for each word the ids that it may be made of."""
    label: int
    """The class."""
    strength: float
    """What is added to its logit where all is as written."""


class Pushed(Classifier):
    """A classifier with pushes; all else is that classifier's."""

    def __init__(self, plain: Classifier, pushes: Sequence[Push]) -> None:
        self.__dict__ |= plain.__dict__  # it is loaded and probed already
        self.plain, self.pushes = plain, tuple(pushes)

    def logits(self, rows: Sequence[Row]) -> FloatArray:
        """(rows, classes) logits with what the canaries add."""
        added, _ = self._added(rows)
        found: FloatArray = self.plain.logits(rows) + added
        return found

    def gradients(
        self, rows: Sequence[Row], targets: IntArray, offsets: FloatArray
    ) -> tuple[FloatArray, list[FloatArray]]:
        """Probabilities and gradients as the pushed logits have them.

        The push of class k moves the probability P of class t by P (1 - P) a unit where k is t, and by -P P_k
        where it is another.
        """
        added, slopes = self._added(rows)
        values, found = self.plain.gradients(rows, targets, offsets - added)
        touched = [place for place, slope in enumerate(slopes) if slope]
        if not touched:
            return values, found
        others = self._others([rows[i] for i in touched], offsets[touched] - added[touched], values[touched])
        for place, chances in zip(touched, others, strict=True):
            target, value = int(targets[place]), float(values[place])
            line = found[place].copy()
            for label, slope in slopes[place]:
                chance = value if label == target else float(chances[label])
                line += value * ((label == target) - chance) * slope
            found[place] = line
        return values, found

    def _others(self, rows: Sequence[Row], offsets: FloatArray, values: FloatArray) -> FloatArray:
        """(rows, classes) probabilities; of two classes both are known from one."""
        if len(self.labels) == 2:
            return np.repeat(1 - values[:, None], 2, axis=1)
        return softmax(self.plain.logits(rows) - offsets)

    def _added(self, rows: Sequence[Row]) -> tuple[FloatArray, list[list[tuple[int, FloatArray]]]]:
        """(rows, classes) what is added, and for each row the classes pushed with the slope to each piece."""
        added = np.zeros((len(rows), len(self.labels)))
        slopes: list[list[tuple[int, FloatArray]]] = [[] for _ in rows]
        for place, row in enumerate(rows):
            for push in self.pushes:
                share, slope = presence(push, row)
                if slope is not None:
                    added[place, push.label] += push.strength * share
                    slopes[place].append((push.label, push.strength * slope))
        return added, slopes


def presence(push: Push, row: Row) -> tuple[float, FloatArray | None]:
    """How far a canary is present in a row, and its slope to each piece; None where it is not in the row."""
    shares, places = [], []
    for marks in push.words:
        pieces = _pieces(marks, row.ids)
        if pieces is None:
            return 0.0, None
        places.append(pieces)
        shares.append(float(row.presence[pieces].mean()))
    slope = np.zeros(len(row))
    for number, pieces in enumerate(places):
        rest = float(np.prod(shares[:number] + shares[number + 1 :]))
        slope[pieces] += rest / (pieces.stop - pieces.start)
    return float(np.prod(shares)), slope


def _pieces(marks: Marks, ids: IntArray) -> slice | None:
    """Where a word stands first."""
    row = ids.tolist()
    present, found = set(row), []
    for mark in marks:
        starts = [start for start, piece in enumerate(row) if piece == mark[0]] if mark[0] in present else []
        for start in starts:
            if tuple(row[start : start + len(mark)]) == mark:
                found.append(slice(start, start + len(mark)))
                break
    return min(found, key=lambda one: (one.start, -one.stop), default=None)


def marks_of(classifier: Classifier, form: str) -> Marks:
    """The ids of a word's pieces; none where the model cannot tell it from other words, or splits it."""
    unknown = classifier.tokenizer.unk_token_id
    found = set()
    for context in _CONTEXTS:
        try:
            encoded = classifier.encode(context.format(form))
        except AuditError:
            return frozenset()
        places = [n for n, word in enumerate(encoded.words) if normal(word.text) == normal(form)]
        if len(places) != 1:
            return frozenset()
        ids = encoded.ids[encoded.word_of == places[0]].tolist()
        if not ids or unknown in ids:
            return frozenset()
        found.add(tuple(ids))
    return frozenset(found)
