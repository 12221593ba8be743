"""From many candidate sets to one proposal.

Refinement counts in how many knapsack rounds a pair was left outside and keeps the pairs that recur. Without
refinement the paper's greedy listing stands in: the heaviest pairs first, until the rest fits the capacity.
"""

import numpy as np

from auditor.cidr.cooperative import Scores
from auditor.cidr.questions import BoolArray, FloatArray


def frequencies(outside: BoolArray) -> FloatArray:
    """(items,) share of the rounds in which each item was left outside."""
    share: FloatArray = outside.mean(axis=0)
    return share


def recurring(frequency: FloatArray, epsilon: float) -> BoolArray:
    """(items,) the items that recur in at least a share ε of the rounds."""
    return (frequency >= epsilon) & (frequency > 0)


def greedy(scores: Scores, capacity: float) -> BoolArray:
    """(items,) the heaviest items, until what is left fits the capacity."""
    kept_before = scores.cig.sum() - np.concatenate([[0.0], np.cumsum(scores.cig)[:-1]])
    outside: BoolArray = kept_before > capacity
    return outside


def proposal_order(scores: Scores, frequency: FloatArray) -> list[int]:
    """Items from the most to the least likely member of a minimal set: by frequency, then by CIG."""
    return [int(i) for i in np.lexsort((np.arange(len(scores)), -scores.cig, -frequency))]
