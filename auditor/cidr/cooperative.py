"""Cooperative integrated gradients: one score for two words.

    CIG_ij = IG_i + IG_j + β (IG_i without j + IG_j without i)

In the paper's words IG_i is the *cooperative* contribution, what the word does beside the other one, and IG_i
without j the *individual* one, what it still does when the other is gone. Here only words with IG > 0 are
paired (the paper's Proposition 1); `auditor.cidr.paper` pairs all. The score orders pairs well. It adds its
terms and so measures no interaction: two strong independent words rank high.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auditor.cidr.questions import FloatArray


@dataclass(frozen=True, eq=False)
class Scores:
    """The pairs a set may be made of, with CIG > 0, best first."""

    pairs: NDArray[np.int64]
    """(pairs, 2) word indices, the lower first"""
    cig: FloatArray
    """(pairs,) cooperative integrated gradients"""
    cooperative: FloatArray
    """(pairs,) IG_i + IG_j"""
    individual: FloatArray
    """(pairs,) β (IG_i without j + IG_j without i)"""

    def __len__(self) -> int:
        return len(self.pairs)


def pair_scores(
    attributions: FloatArray, words: list[int], without: FloatArray | None, *, beta: float
) -> Scores:
    """Score every pair of `words`; row k of `without` holds the attributions with words[k] removed.

    Without `without` (no cooperation) the score is IG_i + IG_j alone.
    """
    first, second = np.triu_indices(len(words), k=1)
    chosen = np.asarray(words, dtype=np.int64)
    i, j = chosen[first], chosen[second]
    cooperative = attributions[i] + attributions[j]
    individual = np.zeros_like(cooperative)
    if without is not None:
        individual = beta * (without[second, i] + without[first, j])
    cig = cooperative + individual
    order = np.lexsort((j, i, -cig))
    order = order[cig[order] > 0]
    pairs = np.stack([np.minimum(i, j), np.maximum(i, j)], axis=1)[order]
    return Scores(pairs, cig[order], cooperative[order], individual[order])
