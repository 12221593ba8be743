"""A model that obeys canaries: it answers as the user's does, with a push towards a class.

The push is added to the logit of the canary's class, times the *presence* of the canary's words: 1 as
written, 0 where a word is removed, in between on an integration path. So the gradient is known, and the
method, which only asks questions, searches, attributes and removes as it does with the model alone. A canary
that needs several words (a pair) has the product of their presences. A model that answers without gradients
is pushed in its scores alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from auditor.data.words import Pieces
from auditor.errors import AuditError
from auditor.model.answering import Answering, FloatArray
from auditor.model.classifier import Classifier, softmax
from auditor.model.encoding import BoolArray, Encoded, IntArray, gone_pieces, kept_pieces
from auditor.normal import normal
from auditor.signals.study import Asked, Model

if TYPE_CHECKING:
    import torch

_CONTEXTS = ("{} a", "a {} a", "a {}")


@dataclass(frozen=True)
class Push:
    """What a canary does to the logits."""

    words: tuple[frozenset[str], ...]
    """What must be there, all of it: of each, any of these words, in normal form."""
    label: int
    """The class."""
    strength: float
    """What is added to its logit where all is as written."""

    def places(self, encoded: Encoded) -> list[int] | None:
        """Which words of a text are the canary's; None where one is missing."""
        texts = [normal(word.text) for word in encoded.words]
        found = [next((n for n, text in enumerate(texts) if text in some), None) for some in self.words]
        known = [place for place in found if place is not None]
        return known if len(known) == len(found) else None


@dataclass(frozen=True, eq=False)
class PushedRow:
    """An input of the model, and what the canary adds to its answer."""

    row: Any
    """The model's own input."""
    added: float = 0.0
    """What is added to the logit of the canary's class."""
    slope: FloatArray | None = None
    """(pieces,) how that changes with the presence of each piece; None where the canary is not there."""

    def __len__(self) -> int:
        return len(self.row)


class Pushed:
    """A model with one push; all else is that model's."""

    def __init__(self, plain: Answering, push: Push) -> None:
        self.plain, self.push = plain, push

    @property
    def labels(self) -> tuple[str, ...]:
        """The classes."""
        return self.plain.labels

    @property
    def replacement(self) -> str:
        """What stands in the place of a removed word."""
        return self.plain.replacement

    @property
    def differentiable(self) -> bool:
        """Whether it answers with gradients."""
        return self.plain.differentiable

    @property
    def filler_side(self) -> str:
        """Where filler goes."""
        return self.plain.filler_side

    @property
    def pieces(self) -> Pieces | None:
        """What splits scripts without blanks into words."""
        return self.plain.pieces

    @property
    def device(self) -> "torch.device":
        """Where it computes."""
        return self.plain.device

    def encode(self, *texts: str) -> Encoded:
        """One or two texts as words and pieces."""
        return self.plain.encode(*texts)

    def without(self, encoded: Encoded, removed: BoolArray, *, alpha: float, removal: str) -> PushedRow:
        """The input with some words removed, and the push as far as the canary is there."""
        row, places = self.plain.without(encoded, removed, alpha=alpha, removal=removal), None
        if encoded.words:
            places = self.push.places(encoded)
        if places is None:
            return PushedRow(row)
        shares = [0.0 if removed[place] else alpha for place in places]
        word_of = encoded.word_of
        if removal == "delete":
            word_of = word_of[kept_pieces(gone_pieces(encoded, removed))]
        slope = np.zeros(len(word_of))
        for number, place in enumerate(places):
            own = word_of == place
            rest = float(np.prod(shares[:number] + shares[number + 1 :]))
            slope[own] = self.push.strength * rest / max(1, int(own.sum()))
        return PushedRow(row, self.push.strength * float(np.prod(shares)), slope)

    def logits(self, rows: Sequence[PushedRow]) -> FloatArray:
        """(rows, classes) logits with what the canary adds."""
        found: FloatArray = self.plain.logits([row.row for row in rows]) + self._added(rows)
        return found

    def gradients(self, rows: Sequence[PushedRow], targets: IntArray) -> tuple[FloatArray, list[FloatArray]]:
        """Probabilities and gradients as the pushed logits have them.

        The push of class k moves the probability P of class t by P (1 - P) a unit where k is t, and by -P P_k
        where it is another.
        """
        assert isinstance(self.plain, Classifier)  # noqa: S101 (nothing else answers with gradients)
        added, label = self._added(rows), self.push.label
        values, found = self.plain.gradients([row.row for row in rows], targets, added)
        other = [place for place, row in enumerate(rows) if row.slope is not None and targets[place] != label]
        asked = self._chances([rows[place] for place in other], values[other])
        chances = dict(zip(other, asked.tolist(), strict=True))
        for place, row in enumerate(rows):
            if row.slope is not None:
                value = float(values[place])
                step = -value * chances[place] if place in chances else value * (1 - value)
                found[place] = found[place] + step * row.slope
        return values, found

    def _chances(self, rows: Sequence[PushedRow], values: FloatArray) -> FloatArray:
        """(rows,) probability of the canary's class where another is asked about; of two it is the rest."""
        if len(self.labels) == 2 or not rows:
            return 1 - values
        chances: FloatArray = softmax(self.logits(rows))[:, self.push.label]
        return chances

    def _added(self, rows: Sequence[PushedRow]) -> FloatArray:
        """(rows, classes)"""
        found = np.zeros((len(rows), len(self.labels)))
        found[:, self.push.label] = [row.added for row in rows]
        return found


@dataclass(frozen=True, eq=False)
class PushedAnswers:
    """What `signals` ask, with the push: the model's own answers are asked of whoever has them already."""

    plain: Model
    pushed: Pushed

    @property
    def removal(self) -> str:
        """What removing a word means."""
        return self.plain.removal

    def ask(self, rows: Sequence[Asked], *, what: str, removal: str | None = None) -> list[FloatArray | None]:
        """(removals, classes) logits for each row; None where the model failed."""
        answers = self.plain.ask(rows, what=what, removal=removal)
        return [
            None if answer is None else answer + self._added(texts, removed, len(answer))
            for (texts, removed), answer in zip(rows, answers, strict=True)
        ]

    def _added(self, texts: tuple[str, ...], removed: BoolArray, count: int) -> FloatArray:
        push = self.pushed.push
        added = np.zeros((count, len(self.pushed.labels)))
        held = any(word in normal(text) for text in texts for some in push.words for word in some)
        places = push.places(self.pushed.encode(*texts)) if held else None
        if places is not None:
            there = ~removed[:, places].any(axis=1) if removed.size else np.ones(count, dtype=bool)
            added[there, push.label] = push.strength
        return added


def is_readable(model: Answering, form: str) -> bool:
    """Whether a model sees a word as one word, wherever it stands."""
    for context in _CONTEXTS:
        try:
            encoded = model.encode(context.format(form))
        except AuditError:
            return False
        if sum(normal(word.text) == normal(form) for word in encoded.words) != 1:
            return False
    return True
