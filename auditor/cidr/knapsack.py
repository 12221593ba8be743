"""The 0/1 knapsack that proposes sets: what does not fit must go.

Pairs are items, their CIG the weight, a random number the value, and the capacity is the attribution the text
may keep while the class is lost. The items left outside are one candidate set; fresh values give another.
"""

import numpy as np
from numpy.typing import NDArray

from auditor.cidr.cooperative import Scores
from auditor.cidr.questions import BoolArray, FloatArray

RESOLUTION = 256
"""Units the capacity is cut into; weights are rounded up, so what is said to fit does fit."""


def essence_capacity(scores: Scores, need: float) -> float:
    """The weight that may stay when `need` = F(X) - t of the probability must go.

    By completeness the main effects sum to the probability, so the share need / Σ main of all weight has to
    be outside. Some pair always is, since need > 0.
    """
    total = float(scores.cig.sum())
    main = float(scores.main.sum())
    return max(0.0, total * (1.0 - need / main)) if main > 0 else 0.0


def paper_capacity(scores: Scores, attributions: FloatArray, words: list[int]) -> float:
    """U1 + U2' of the paper: 2 (m - 1) Σ IG over the m positive words, plus the cooperative weight.

    The main effects of all pairs sum to (m - 1) Σ IG, half of U1 already. Everything fits, and the candidate
    set is empty. Kept for fidelity.
    """
    u1 = 2.0 * (len(words) - 1) * float(attributions[words].sum())
    u2 = float(np.maximum(scores.cooperative, 0.0).sum())
    return u1 + u2


def candidates(
    weights: FloatArray, capacity: float, *, rounds: int, generator: np.random.Generator
) -> BoolArray:
    """(rounds, items) what each round leaves outside a knapsack with random values."""
    if len(weights) == 0 or weights.sum() <= capacity:
        return np.zeros((rounds, len(weights)), dtype=bool)
    if capacity <= 0:
        return np.ones((rounds, len(weights)), dtype=bool)
    share = np.minimum(weights, 2 * capacity) / capacity  # what is too heavy is too heavy by any measure
    whole = np.ceil(share * RESOLUTION - 1e-9).astype(np.int64)
    values = generator.random((rounds, len(weights)))
    return ~solve(values, np.maximum(whole, 1), RESOLUTION)


def solve(values: FloatArray, weights: NDArray[np.int64], capacity: int) -> BoolArray:
    """The best items to take, for every row of values at once: (rounds, items).

    Dynamic programme over items; `best` holds, for each round and each capacity, the value reachable so far,
    and `taken` whether the item was used there, from which the items are traced back.
    """
    rounds, items = values.shape
    best = np.zeros((rounds, capacity + 1))
    taken = np.zeros((items, rounds, capacity + 1), dtype=bool)
    for item, weight in enumerate(weights):
        if weight > capacity:
            continue
        with_item = best[:, : capacity + 1 - weight] + values[:, item, None]
        better = with_item > best[:, weight:]
        taken[item, :, weight:] = better
        best[:, weight:] = np.where(better, with_item, best[:, weight:])
    chosen = np.zeros((rounds, items), dtype=bool)
    left = np.full(rounds, capacity)
    every = np.arange(rounds)
    for item in range(items - 1, -1, -1):
        chosen[:, item] = taken[item, every, left]
        left = left - chosen[:, item] * weights[item]
    return chosen
