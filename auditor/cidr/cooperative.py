"""Cooperative integrated gradients: one score for two words.

    CIG_ij = IG_i + IG_j + β (IG_i without j + IG_j without i)

The main effect is what the two words do in the text; the cooperative part is what each still does when the
other is gone. Only words with IG > 0 can be in a minimal set (Proposition 1 of the paper), so only those are
paired. The score orders pairs well. It adds its terms, so it is no interaction index: two strong independent
words rank high.
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
    main: FloatArray
    """(pairs,) IG_i + IG_j"""
    cooperative: FloatArray
    """(pairs,) β (IG_i without j + IG_j without i)"""

    def __len__(self) -> int:
        return len(self.pairs)


def pair_scores(
    attributions: FloatArray, words: list[int], without: FloatArray | None, *, beta: float
) -> Scores:
    """Score every pair of `words`; row k of `without` holds the attributions with words[k] removed.

    Without `without` (no cooperation) the score is the main effect alone.
    """
    first, second = np.triu_indices(len(words), k=1)
    chosen = np.asarray(words, dtype=np.int64)
    i, j = chosen[first], chosen[second]
    main = attributions[i] + attributions[j]
    cooperative = np.zeros_like(main)
    if without is not None:
        cooperative = beta * (without[second, i] + without[first, j])
    cig = main + cooperative
    order = np.lexsort((j, i, -cig))
    order = order[cig[order] > 0]
    pairs = np.stack([np.minimum(i, j), np.maximum(i, j)], axis=1)[order]
    return Scores(pairs, cig[order], main[order], cooperative[order])
