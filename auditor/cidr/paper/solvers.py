"""Solvers of the 0/1 knapsack (Equation 6), exact and by the listing's table.

Weights are real numbers and Algorithm 1 counts in whole units, so the default is a dynamic programme over
the weights that fillings really have: a state is a filling that no lighter one matches in value, and a bound
drops the states that cannot become the best. It gives the best filling of Equation 6, of equal ones the
lightest. The listing's table, for weights rounded to units, is a reading, and so is the set that the listing
fills on the way, which holds every item that is worth adding at some capacity.
"""

import numpy as np
from numpy.typing import NDArray

from auditor.cidr.questions import BoolArray, FloatArray

UNIT = 0.001
"""Weight of one unit of the listing's table."""
SLACK = 1e-11
"""Difference that rounding of real numbers explains, relative to the capacity or to the sum of all values."""


def solve(
    weights: FloatArray, values: FloatArray, capacity: float, *, solver: str, rounding: str
) -> BoolArray:
    """(items,) the items that the knapsack takes in.

    An item that weighs nothing, or less, makes room for others and is always inside. Where even these leave
    no room, nothing fits and nothing is inside.
    """
    inside = weights <= 0
    room = capacity - float(weights[inside].sum())
    if room < 0:
        return np.zeros(len(weights), dtype=bool)
    heavy = np.flatnonzero(~inside)
    if rounding == "exact":
        inside[heavy] = best_filling(weights[heavy], values[heavy], room)
    else:
        units = whole_units(weights[heavy], rounding)
        space = int(np.floor(room / UNIT + 1e-9))
        inside[heavy] = table_filling(units, values[heavy], space, in_loop=solver == "in-loop")
    return inside


def whole_units(weights: FloatArray, rounding: str) -> NDArray[np.int64]:
    """Weights as whole units; what is a whole number but for rounding errors stays that number."""
    scaled = weights / UNIT
    nearest = np.round(scaled)
    if rounding != "nearest":
        away = np.floor(scaled) if rounding == "down" else np.ceil(scaled)
        nearest = np.where(np.abs(scaled - nearest) < 1e-9, nearest, away)
    return nearest.astype(np.int64)


def table_filling(units: NDArray[np.int64], values: FloatArray, space: int, *, in_loop: bool) -> BoolArray:
    """(items,) Algorithm 1: what is traced back through the table, or what is added inside its loop.

    A row that the listing leaves unset, below the item's weight, carries over from the row before.
    """
    inside = np.ones(len(units), dtype=bool)
    if units.sum() <= space:
        return inside
    best = np.zeros(space + 1)
    rows: list[NDArray[np.uint8]] = []
    for item, (weight, value) in enumerate(zip(units.tolist(), values.tolist(), strict=True)):
        better = np.zeros(space + 1, dtype=bool)
        if weight <= space:
            with_item = best[: space + 1 - weight] + value
            better[weight:] = with_item > best[weight:]
            best[weight:] = np.maximum(best[weight:], with_item)
        inside[item] = better.any()
        rows.append(np.packbits(better))
    if in_loop:
        return inside
    left = space
    for item in range(len(units) - 1, -1, -1):
        inside[item] = bool(rows[item][left >> 3] >> (7 - (left & 7)) & 1)
        left -= int(units[item]) if inside[item] else 0
    return inside


def best_filling(weights: FloatArray, values: FloatArray, capacity: float) -> BoolArray:
    """(items,) the filling of most value, for positive weights and values."""
    limit = capacity + SLACK * max(1.0, abs(capacity))
    inside = np.zeros(len(weights), dtype=bool)
    fits = np.flatnonzero(weights <= limit)
    if weights[fits].sum() <= limit:
        inside[fits] = True
        return inside
    order = fits[np.argsort(-values[fits] / weights[fits], kind="stable")]
    weight, value = weights[order], values[order]
    least = _greedy_value(weight, value, limit) - SLACK * max(1.0, float(value.sum()))
    sure, open_ = _settled(weight, value, limit, least)
    inside[order[sure]] = True
    core = order[open_]
    chosen = _states(
        weights[core],
        values[core],
        limit - float(weight[sure].sum()),
        least - float(value[sure].sum()),
    )
    inside[core[chosen]] = True
    return inside


def _greedy_value(weight: FloatArray, value: FloatArray, limit: float) -> float:
    """What the best items for their weight are worth, each one that still fits."""
    total, room = 0.0, limit
    for w, v in zip(weight.tolist(), value.tolist(), strict=True):
        if w <= room:
            total, room = total + v, room - w
    return total


def _settled(
    weight: FloatArray, value: FloatArray, limit: float, least: float
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Items that every best filling holds, and those that it may hold; items by value for their weight.

    `reach` of a capacity is the value of the best filling that may cut its last item: no filling has more.
    Leaving out an item before the cut, or adding one behind it, must not fall below what is known to exist.
    """
    weights, worths = np.append(0.0, np.cumsum(weight)), np.append(0.0, np.cumsum(value))
    before = weights[1:] <= limit
    without = np.interp(limit + weight, weights, worths) - value
    added = np.interp(limit - weight, weights, worths) + value
    open_ = np.where(before, without, added) >= least
    return np.flatnonzero(before & ~open_), np.flatnonzero(open_)


def _states(weight: FloatArray, value: FloatArray, limit: float, least: float) -> BoolArray:
    """(items,) the best filling, from lists of states; items by value for their weight.

    A state is the weight and the value of a filling of the first items. The lists are ascending in both.
    """
    reach, worth = np.append(0.0, np.cumsum(weight)), np.append(0.0, np.cumsum(value))
    filled, gained = np.zeros(1), np.zeros(1)
    parents: list[tuple[NDArray[np.int64], BoolArray]] = []
    for item in range(len(weight)):
        count = len(filled)
        filled = np.concatenate([filled, filled + weight[item]])
        gained = np.concatenate([gained, gained + value[item]])
        order = np.lexsort((-gained, filled))
        most = np.maximum.accumulate(gained[order])
        kept = np.append(True, gained[order][1:] > most[:-1]) & (filled[order] <= limit)
        ahead = reach[item + 1] + limit - filled[order]
        bound = gained[order] + np.interp(ahead, reach, worth) - worth[item + 1]
        order = order[kept & (bound >= least)]
        parents.append((order % count, order >= count))
        filled, gained = filled[order], gained[order]
    inside = np.zeros(len(weight), dtype=bool)
    state = len(filled) - 1
    for item in range(len(weight) - 1, -1, -1):
        parent, added = parents[item]
        inside[item] = added[state]
        state = int(parent[state])
    return inside
