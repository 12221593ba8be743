"""A vector for a word in pieces, from the whole words that are spelt like it.

The pieces of *unfunny* (`un`, `##fu`, `##nny`) say nothing of what it means, while *funny* is a word of the
vocabulary. So the vocabulary is its own teacher: a ridge regression learns to tell the vectors of its whole
words from the stretches of three to six letters in them, and reads the same stretches in other words.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float32]
SHORTEST, LONGEST = 3, 6
"""Letters of a stretch."""
TAUGHT = 25_000
"""Whole words that are learned from at most, the first of the vocabulary."""
TWICE = 2
"""Words that a stretch must be in to be learned."""
PENALTY, STEPS = 3.0, 10
"""Of the regression, and how many steps of conjugate gradients solve it."""


@dataclass(frozen=True, eq=False)
class Spelling:
    """What stretches of letters say of a word's vector."""

    numbers: dict[str, int]
    """The row of each stretch."""
    weights: Rows
    """(stretches, width)"""

    def vectors(self, words: Sequence[str]) -> Rows:
        """(words, width) what each word's stretches say; zero where none is known."""
        found: Rows = _features(words, self.numbers) @ self.weights
        return found


def learn_spelling(words: Sequence[str], vectors: NDArray[np.floating[Any]]) -> Spelling:
    """Learn from whole words and their vectors, (words, width)."""
    taught = words[:TAUGHT]
    counts = Counter(stretch for word in taught for stretch in stretches(word))
    known = sorted(stretch for stretch, count in counts.items() if count >= TWICE)
    numbers = {stretch: place for place, stretch in enumerate(known)}
    return Spelling(numbers, _ridge(_features(taught, numbers), vectors[: len(taught)].astype(np.float32)))


def stretches(word: str) -> set[str]:
    """All stretches of letters in a word, its ends marked, and the word itself."""
    marked = f"<{word}>"
    lengths = range(SHORTEST, min(LONGEST, len(marked)) + 1)
    return {marked[at : at + n] for n in lengths for at in range(len(marked) - n + 1)} | {marked}


def _features(words: Sequence[str], numbers: dict[str, int]) -> Any:
    """(words, stretches) sparse; each row has length 1."""
    from scipy.sparse import csr_matrix

    found = [sorted(numbers[one] for one in stretches(word) if one in numbers) for word in words]
    sizes = np.array([len(row) for row in found], dtype=np.int64)
    values = np.repeat(1 / np.sqrt(np.maximum(1, sizes)), sizes).astype(np.float32)
    columns = np.array([number for row in found for number in row], dtype=np.int64)
    return csr_matrix((values, columns, np.concatenate([[0], sizes.cumsum()])), (len(words), len(numbers)))


def _ridge(features: Any, wanted: Rows) -> Rows:
    """(stretches, width) weights by conjugate gradients, all columns side by side."""
    turned = features.T.tocsr()
    weights = np.zeros((features.shape[1], wanted.shape[1]), dtype=np.float32)
    rest = turned @ wanted
    step, size = rest.copy(), (rest * rest).sum(axis=0)
    for _ in range(STEPS):
        image = turned @ (features @ step) + PENALTY * step
        length = size / np.maximum((step * image).sum(axis=0), np.finfo(np.float32).tiny)
        weights += step * length
        rest -= image * length
        before, size = size, (rest * rest).sum(axis=0)
        step = rest + step * (size / np.maximum(before, np.finfo(np.float32).tiny))
    return weights
