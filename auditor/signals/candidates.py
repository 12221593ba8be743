"""Candidates: the tokens and pairs that the tests single out, each with the class it may speak for.

A candidate keeps the numbers of its tokens in the corpus as long as it lives in memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.signals.recurrence import Tests


@dataclass(frozen=True, order=True)
class Candidate:
    """A token, or two, and a class."""

    tokens: tuple[int, ...]
    """Numbers in the corpus's vocabulary; of a pair, the lower first."""
    label: int
    """Number of the class."""

    @property
    def is_pair(self) -> bool:
        """Whether it is about two tokens."""
        return len(self.tokens) == 2

    @property
    def cell(self) -> tuple[int, int]:
        """Its place in a table of (tokens, classes); single tokens only."""
        [token] = self.tokens
        return token, self.label


def significant(families: Sequence[Tests]) -> list[Candidate]:
    """Tokens significant in any of the families of tests, with their class; the most significant first."""
    best: dict[Candidate, float] = {}
    for family in families:
        for token, label in zip(*np.nonzero(family.significant), strict=True):
            candidate = Candidate((int(token),), int(label))
            best[candidate] = min(best.get(candidate, 1.0), float(family.p[token, label]))
    return sorted(best, key=lambda candidate: (best[candidate], candidate))
