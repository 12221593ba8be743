"""From many candidate sets to one proposal.

Refinement counts in how many knapsack rounds a pair was left outside and prefers what recurs. Without
refinement the heaviest pairs are proposed, until the rest fits the capacity. The paper's listing is another:
it adds pairs until what was *added* weighs as much as its bound (`auditor.cidr.paper.printed`).
"""

import numpy as np

from auditor.cidr.cooperative import Scores
from auditor.cidr.questions import BoolArray, FloatArray


def frequencies(outside: BoolArray) -> FloatArray:
    """(items,) share of the rounds in which each item was left outside."""
    share: FloatArray = outside.mean(axis=0)
    return share


def recurring(scores: Scores, frequency: FloatArray, capacity: float, *, epsilon: float) -> BoolArray:
    """(items,) the items that recur in at least a share ε of the rounds.

    Where these weigh too little for the rest to fit, the next ones by frequency join them: with random values
    few items recur in half of the rounds, and a set that leaves too much behind cannot lose the class.
    """
    order = proposal_order(scores, frequency)
    missing = np.zeros(len(scores), dtype=bool)
    missing[order] = _too_heavy(scores.cig[order], capacity)
    return (frequency > 0) & ((frequency >= epsilon) | missing)


def greedy(scores: Scores, capacity: float) -> BoolArray:
    """(items,) the heaviest items, until what is left fits the capacity."""
    return _too_heavy(scores.cig, capacity)


def _too_heavy(weights: FloatArray, capacity: float) -> BoolArray:
    """(items,) whether what is left, an item and all after it, weighs more than the capacity."""
    left = weights.sum() - np.concatenate([[0.0], np.cumsum(weights)[:-1]])
    outside: BoolArray = left[: len(weights)] > capacity
    return outside


def proposal_order(scores: Scores, frequency: FloatArray) -> list[int]:
    """Items from the most to the least likely member of a minimal set: by frequency, then by CIG."""
    return [int(i) for i in np.lexsort((np.arange(len(scores)), -scores.cig, -frequency))]
