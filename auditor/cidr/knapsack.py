"""The 0/1 knapsack that proposes sets: what does not fit must go.

Pairs are items, their CIG the weight, a random number the value, and the capacity is the attribution the text
may keep while the class is lost. The items left outside are one candidate set; fresh values give another.
"""

import numpy as np
from numpy.typing import NDArray

from auditor.cidr.cooperative import Scores
from auditor.cidr.questions import BoolArray, FloatArray

RESOLUTION = 1024
"""Units the excess is cut into; weights are rounded down, so what is left inside does fit."""
AT_ONCE = 16
"""Rounds that are solved together; more only take more memory."""


def essence_capacity(scores: Scores, need: float) -> float:
    """The weight that may stay when `need` = F(X) - t of the probability must go.

    By completeness the IG of all words sum to the probability, so the share need / Σ (IG_i + IG_j) of all
    weight has to be outside. Some pair always is, since need > 0.
    """
    total = float(scores.cig.sum())
    cooperative = float(scores.cooperative.sum())
    return max(0.0, total * (1.0 - need / cooperative)) if cooperative > 0 else 0.0


def candidates(
    weights: FloatArray, capacity: float, *, rounds: int, generator: np.random.Generator
) -> BoolArray:
    """(rounds, items) what each round leaves outside a knapsack with random values.

    The most valuable items that fit leave outside the least valuable ones that weigh the excess. These
    few are looked for, since rounding the many inside would add up to more than the excess.
    """
    excess = float(weights.sum() - capacity)
    if len(weights) == 0 or excess <= 0:
        return np.zeros((rounds, len(weights)), dtype=bool)
    outside = np.ones((rounds, len(weights)), dtype=bool)
    if capacity <= 0:
        return outside
    values = generator.random((rounds, len(weights)))
    units = np.floor(np.minimum(weights / excess, 1.0) * RESOLUTION + 1e-9).astype(np.int64)
    if units.sum() > RESOLUTION:
        for some in np.array_split(np.arange(rounds), -(-rounds // AT_ONCE)):
            outside[some] = cheapest_cover(values[some], units, RESOLUTION)
    return _without_spare(outside, values, weights, excess)


def _without_spare(outside: BoolArray, values: FloatArray, weights: FloatArray, excess: float) -> BoolArray:
    """The most valuable items back inside while the others weigh the excess: rounding took more."""
    every = np.arange(len(values))
    spare = outside @ weights - excess
    for items in np.argsort(-values, axis=1, kind="stable").T:
        back = outside[every, items] & (weights[items] <= spare)
        outside[every, items] &= ~back
        spare -= np.where(back, weights[items], 0.0)
    return outside


def cheapest_cover(values: FloatArray, weights: NDArray[np.int64], need: int) -> BoolArray:
    """The items of least value that together weigh `need`, for every row of values at once: (rounds, items).

    Dynamic programme over items; `best` holds, for each round and each weight, the least value that reaches
    it so far, and `taken` whether the item was used there, from which the items are traced back.
    """
    rounds, items = values.shape
    best = np.full((rounds, need + 1), np.inf)
    best[:, 0] = 0.0
    taken = np.zeros((items, rounds, need + 1), dtype=bool)
    reached = np.arange(need + 1)
    for item, weight in enumerate(weights):
        with_item = best[:, np.maximum(reached - weight, 0)] + values[:, item, None]
        taken[item] = with_item < best
        best = np.minimum(best, with_item)
    chosen = np.zeros((rounds, items), dtype=bool)
    left = np.full(rounds, need)
    every = np.arange(rounds)
    for item in range(items - 1, -1, -1):
        chosen[:, item] = taken[item, every, left]
        left = np.maximum(left - chosen[:, item] * weights[item], 0)
    return chosen
