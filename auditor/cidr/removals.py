"""What is known about removing sets of words from one text.

Remembers the logits of every removal that was evaluated, so that none is paid for twice, and reads them as
*excess*: how far the class is from being lost. The class is lost where the excess is not above zero.
"""

import numpy as np

from auditor.cidr.questions import Asking, FloatArray, Forward, WordSet, masks
from auditor.model.classifier import softmax

LOST = 1e-6
"""Excess that rounding explains. With baseline correction a text without any word has excess 0 exactly."""


class Removals:
    """A memo of removals under one meaning of losing the class."""

    def __init__(self, words: int, *, essence: str, threshold: float, budget: int) -> None:
        self.words = words
        self.essence = essence
        self.threshold = threshold
        self.budget = budget
        self.target = 0
        self.offset: FloatArray = np.zeros(1)
        self._logits: dict[WordSet, FloatArray] = {}

    def start(self, written: FloatArray, offset: FloatArray) -> None:
        """Fix the class to the one predicted for the text as written, and the logits to subtract."""
        self.target = int(written.argmax())
        self.offset = offset
        self._logits[frozenset()] = written

    @property
    def spent(self) -> int:
        """Removals evaluated so far."""
        return len(self._logits)

    @property
    def left(self) -> int:
        """Removals that the budget still allows."""
        return max(0, self.budget - self.spent)

    def ask(self, sets: list[WordSet]) -> Asking[None]:
        """Evaluate the sets that are not known yet."""
        new = [members for members in dict.fromkeys(sets) if members not in self._logits]
        if new:
            logits = yield Forward(masks(new, self.words))
            self._logits.update(zip(new, logits, strict=True))

    def excess(self, sets: list[WordSet]) -> Asking[FloatArray]:
        """(sets,) how far the class is from being lost with each set removed."""
        yield from self.ask(sets)
        evidence = softmax(np.stack([self._logits[members] for members in sets]) - self.offset)
        own = evidence[:, self.target]
        if self.essence == "threshold":
            return own - self.threshold
        rivals = np.delete(evidence, self.target, axis=1).max(axis=1)
        gap: FloatArray = own - rivals
        return gap

    def probability(self, members: WordSet, *, corrected: bool) -> float:
        """Probability of the class with a known set removed."""
        logits = self._logits[members] - (self.offset if corrected else 0.0)
        return float(softmax(logits)[self.target])

    def cheapest(self) -> list[WordSet]:
        """Known pairs of words, those that bring the class nearest to being lost first."""
        pairs = [members for members in self._logits if len(members) == 2]
        margins = [self._margin(members) for members in pairs]
        return [pairs[i] for i in np.lexsort(([min(p) * self.words + max(p) for p in pairs], margins))]

    def _margin(self, members: WordSet) -> float:
        logits = self._logits[members] - self.offset
        return float(logits[self.target] - np.delete(logits, self.target).max())
