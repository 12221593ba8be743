"""What the model says about one text without some of its words; every set of words is asked about once."""

import numpy as np

from auditor.cidr.questions import Asking, FloatArray, Forward, WordSet, masks
from auditor.model.classifier import softmax

TIE = 1e-6
"""Lead of the class over the next one that rounding explains: at a tie the class is lost."""


class Removed:
    """The answers so far, and when the class counts as lost."""

    def __init__(self, words: int, *, essence: str = "flip", threshold: float = 0.5) -> None:
        self.words = words
        self.essence = essence
        """`flip`: another class wins; `threshold`: the probability is at most the threshold."""
        self.threshold = threshold
        self._shares: dict[WordSet, FloatArray] = {}

    def ask(self, sets: list[WordSet]) -> Asking[None]:
        """Remove each of the sets that is not known yet; the text as written is always asked about first."""
        every: list[WordSet] = [frozenset(), *sets]
        new = [members for members in dict.fromkeys(every) if members not in self._shares]
        if new:
            logits = yield Forward(masks(new, self.words))
            self._shares.update(zip(new, softmax(logits), strict=True))

    def probability(self, members: WordSet) -> float:
        """F without a set that was asked about: of the class that is predicted for the text as written."""
        return float(self._shares[members][self._target])

    def excess(self, sets: list[WordSet]) -> Asking[FloatArray]:
        """(sets,) how far the class is from being lost without each set; at most zero where it is lost."""
        yield from self.ask(sets)
        shares = np.stack([self._shares[members] for members in sets])
        own = shares[:, self._target]
        if self.essence == "threshold":
            return own - self.threshold
        lead: FloatArray = own - np.delete(shares, self._target, axis=1).max(axis=1)
        return lead - TIE

    @property
    def _target(self) -> int:
        return int(self._shares[frozenset()].argmax())
