"""What is known about removing sets of words from one text.

Remembers the logits of every removal that was evaluated, so that none is paid for twice, and reads them as
*excess*: how far the class is from being lost (see `auditor.cidr.essence`).
"""

import numpy as np

from auditor.cidr.essence import Essence
from auditor.cidr.questions import Asking, FloatArray, Forward, WordSet, masks
from auditor.model.classifier import softmax

RIDGE = 16.0
"""Weight of "the effects of words simply add up" against the sets that were tried."""


class Removals:
    """A memo of removals under one meaning of losing the class."""

    def __init__(self, words: int, essence: Essence, *, budget: int) -> None:
        self.words = words
        self.essence = essence
        self.budget = budget
        self.target = 0
        self._logits: dict[WordSet, FloatArray] = {}

    def start(self, written: FloatArray) -> None:
        """Fix the class to the one predicted for the text as written."""
        self.target = int(written.argmax())
        self._logits[frozenset()] = written

    def under(self, essence: Essence, *, more: int) -> "Removals":
        """The same memo under another meaning of losing the class, with `more` removals still allowed."""
        other = Removals(self.words, essence, budget=self.spent + more)
        other.target, other._logits = self.target, self._logits
        return other

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
        return self.essence.excess(np.stack([self._logits[members] for members in sets]), self.target)

    def logits(self, members: WordSet) -> FloatArray:
        """(classes,) with a known set removed."""
        return self._logits[members]

    def probability(self, members: WordSet) -> float:
        """Probability of the class with a known set removed."""
        return float(softmax(self._logits[members])[self.target])

    def margin(self, members: WordSet) -> float:
        """How far the class is from being lost, in logits, with a known set removed."""
        return float(self.essence.margin(self._logits[members][None], self.target)[0])

    def margins(self, sets: list[WordSet]) -> dict[WordSet, float]:
        """The margin of each set: known, or what the effects of its words, known one by one, add up to."""
        effects = self.effects(sorted(frozenset().union(*sets)))
        start = self.margin(frozenset())
        return {
            members: self.margin(members)
            if members in self._logits
            else start + sum(effects[w] for w in sorted(members))
            for members in sets
        }

    def cheapest(self, size: int) -> list[WordSet]:
        """Known sets of so many words, those that bring the class nearest to being lost first."""
        sets = [members for members in self._logits if len(members) == size]
        return sorted(sets, key=lambda members: (self.margin(members), sorted(members)))

    def effects(self, words: list[int]) -> dict[int, float]:
        """What removing each word does to the margin: alone, and on the average of the sets tried so far.

        The effects alone are known; what larger sets lose beyond their sum is shared out among their words by
        ridge regression, larger sets counting for more.
        """
        start = self.margin(frozenset())
        alone = np.array([self.margin(frozenset([w])) - start for w in words])
        place = {w: k for k, w in enumerate(words)}
        sets = [m for m in self._logits if len(m) > 1 and all(w in place for w in m)]
        if not sets:
            return dict(zip(words, alone.tolist(), strict=True))
        rows = np.zeros((len(sets), len(words)))
        for row, members in zip(rows, sets, strict=True):
            row[[place[w] for w in members]] = 1.0
        beyond = np.array([self.margin(m) - start for m in sets]) - rows @ alone
        weighted = rows * rows.sum(axis=1, keepdims=True) ** 2
        shared = np.linalg.solve(rows.T @ weighted + RIDGE * np.eye(len(words)), weighted.T @ beyond)
        return dict(zip(words, (alone + shared).tolist(), strict=True))
