"""Scores and upper bounds, Equations 1 and 4 to 7 of the paper.

Without clipping: an individual contribution may be negative, and then takes from the bound.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from auditor.cidr.questions import BoolArray, FloatArray
from auditor.reading import Reading

Couple = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Bounds:
    """What the knapsack is made from."""

    cig: FloatArray
    """(words, words) cooperative integrated gradients; NaN on the diagonal"""
    s_pos: tuple[int, ...]
    """Words with IG > 0."""
    sp_pos: tuple[Couple, ...]
    """Pairs with CIG > 0, of two positive words where the reading says so."""
    items: tuple[Couple, ...]
    """Pairs that may go into the knapsack, in the order of their places; `sp_pos` is among them."""
    weights: FloatArray
    """(items,) CIG of each"""
    individual: FloatArray
    """(items,) β (IG_i without j + IG_j without i)"""
    bounding: BoolArray
    """(items,) whether the pair is in `sp_pos`, over which U2 and U2' sum"""
    u1: float
    """2 (|S_pos| - 1) Σ IG over the positive words"""

    @property
    def u2(self) -> float:
        """Σ of the individual contributions over `sp_pos`."""
        return float(self.individual[self.bounding].sum())

    def u2_prime(self, values: FloatArray) -> FloatArray:
        """(rounds,) the same with each pair's contribution times its value; `values` are (rounds, items)."""
        weighed: FloatArray = values[:, self.bounding] @ self.individual[self.bounding]
        return weighed


def bounds(ig: FloatArray, without: FloatArray, *, beta: float, reading: Reading) -> Bounds:
    """The scores of all pairs and the bounds, from `ig` (words,) and `without` (words removed, words)."""
    words = len(ig)
    apart = without + without.T
    cig = ig[:, None] + ig[None, :] + beta * apart
    np.fill_diagonal(cig, np.nan)
    positive = [w for w in range(words) if ig[w] > 0]
    every = itertools.permutations if reading.ordered == "yes" else itertools.combinations
    pairs = list(every(range(words), 2))
    sp_pos = [(i, j) for i, j in pairs if cig[i, j] > 0]
    if reading.items == "positive-words":
        sp_pos = [(i, j) for i, j in sp_pos if ig[i] > 0 and ig[j] > 0]
    items = pairs if reading.items == "all-pairs" else sp_pos
    first, second = np.array(items, dtype=np.int64).reshape(-1, 2).T
    among = set(sp_pos)
    return Bounds(
        cig=cig,
        s_pos=tuple(positive),
        sp_pos=tuple(sp_pos),
        items=tuple(items),
        weights=cig[first, second],
        individual=beta * apart[first, second],
        bounding=np.array([item in among for item in items], dtype=bool),
        u1=2.0 * (len(positive) - 1) * float(ig[positive].sum()) if positive else 0.0,
    )
