"""The printed method on given matrices: Algorithm 3, with Algorithm 2 beside it.

Every round draws a value for each item anew, fills a knapsack of capacity U1 + U2' and takes what stays
outside as a candidate set; the pairs that recur in a share ε of the candidate sets are the minimal set.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from auditor.cidr.paper.bounds import Bounds, Couple, bounds
from auditor.cidr.paper.solvers import solve
from auditor.cidr.questions import BoolArray, FloatArray
from auditor.reading import Reading

TINY = 1e-6
"""How far inside (0, 1) a clipped value stays: the paper has v > 0."""


@dataclass(frozen=True, eq=False)
class Trace:
    """Every step of the printed method on one text."""

    ig: FloatArray
    """(words,) integrated gradients: the cooperative contributions"""
    without: FloatArray
    """(words removed, words) integrated gradients without one word: the individual contributions"""
    beta: float
    epsilon: float
    reading: Reading
    bounds: Bounds
    v: FloatArray
    """(rounds, items) values"""
    u2_prime: FloatArray
    """(rounds,)"""
    inside: BoolArray
    """(rounds, items) what the knapsack took in"""
    candidates: BoolArray
    """(rounds, items) the candidate sets"""
    frequency: FloatArray
    """(items,) share of the rounds whose candidate set holds the pair"""
    minimal: tuple[Couple, ...]
    """The minimal set, in the order of the items."""
    greedy: tuple[Couple, ...]
    """What Algorithm 2 gives, in the order in which it adds pairs."""

    @property
    def capacities(self) -> FloatArray:
        """(rounds,) U1 + U2'"""
        return self.bounds.u1 + self.u2_prime

    def pairs(self, chosen: BoolArray) -> list[list[int]]:
        """Items as lists of two places."""
        return [list(item) for item, there in zip(self.bounds.items, chosen, strict=True) if there]

    def as_dict(self) -> dict[str, Any]:
        """The public JSON form, in full precision; docs/paper.md explains each key."""
        made = self.bounds
        cig = [
            [None if i == j else float(value) for j, value in enumerate(row)]
            for i, row in enumerate(made.cig)
        ]
        return {
            "ig": self.ig.tolist(),
            "without": self.without.tolist(),
            "beta": self.beta,
            "epsilon": self.epsilon,
            "rounds": len(self.v),
            "reading": asdict(self.reading),
            "cig": cig,
            "s_pos": list(made.s_pos),
            "sp_pos": [list(pair) for pair in made.sp_pos],
            "u1": made.u1,
            "u2": made.u2,
            "u2_prime": self.u2_prime.tolist(),
            "items": [list(pair) for pair in made.items],
            "weights": made.weights.tolist(),
            "v": self.v.tolist(),
            "capacities": self.capacities.tolist(),
            "inside": [self.pairs(chosen) for chosen in self.inside],
            "candidates": [self.pairs(chosen) for chosen in self.candidates],
            "frequency": {
                f"{i},{j}": float(share) for (i, j), share in zip(made.items, self.frequency, strict=True)
            },
            "minimal": [list(pair) for pair in self.minimal],
            "greedy_printed": [list(pair) for pair in self.greedy],
        }


def printed(
    ig: FloatArray,
    without: FloatArray,
    *,
    generator: np.random.Generator,
    beta: float = 0.5,
    epsilon: float = 0.5,
    rounds: int = 10,
    reading: Reading | None = None,
) -> Trace:
    """The printed method from `ig` (words,) and `without` (words removed, words), with values drawn anew."""
    chosen = reading or Reading()
    items = bounds(ig, without, beta=beta, reading=chosen).items
    v = draw(generator, (rounds, len(items)), chosen.values)
    return with_values(ig, without, v, beta=beta, epsilon=epsilon, reading=chosen)


def with_values(
    ig: FloatArray,
    without: FloatArray,
    v: FloatArray,
    *,
    beta: float = 0.5,
    epsilon: float = 0.5,
    reading: Reading | None = None,
) -> Trace:
    """The same with given values, (rounds, items)."""
    chosen = reading or Reading()
    made = bounds(ig, without, beta=beta, reading=chosen)
    u2_prime = made.u2_prime(v)
    inside = np.zeros(v.shape, dtype=bool)
    for row, values, extra in zip(inside, v, u2_prime.tolist(), strict=True):
        row[:] = solve(made.weights, values, made.u1 + extra, solver=chosen.solver, rounding=chosen.rounding)
    candidates = inside if chosen.member == "inside" else ~inside
    counted = np.unique(candidates, axis=0) if chosen.repeats == "merged" else candidates
    frequency = counted.sum(axis=0) / len(v)
    recurs = frequency > epsilon if chosen.strict == "yes" else frequency >= epsilon
    members = recurs & (frequency > 0)
    return Trace(
        ig=ig,
        without=without,
        beta=beta,
        epsilon=epsilon,
        reading=chosen,
        bounds=made,
        v=v,
        u2_prime=u2_prime,
        inside=inside,
        candidates=candidates,
        frequency=frequency,
        minimal=tuple(item for item, there in zip(made.items, members, strict=True) if there),
        greedy=greedy_printed(made),
    )


def draw(generator: np.random.Generator, shape: tuple[int, int], values: str) -> FloatArray:
    """Values of every item in every round, all of them positive."""
    normal = generator.standard_normal(shape)
    if values == "clipped":
        return np.clip(normal, TINY, 1 - TINY)
    drawn: FloatArray = np.abs(normal)
    if values == "truncated":
        while (beyond := drawn >= 1).any():
            drawn[beyond] = np.abs(generator.standard_normal(int(beyond.sum())))
    return drawn


def greedy_printed(made: Bounds) -> tuple[Couple, ...]:
    """Algorithm 2: the heaviest pairs, added while those added weigh less than U1 + U2."""
    limit = made.u1 + made.u2
    order = np.argsort(-made.weights, kind="stable")
    before = np.append(0.0, np.cumsum(made.weights[order]))[: len(order)]
    enough = np.flatnonzero(before >= limit)
    count = int(enough[0]) if len(enough) else len(order)
    return tuple(made.items[k] for k in order[:count])
