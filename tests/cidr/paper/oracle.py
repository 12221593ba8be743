"""The printed method once more, in plain Python and by trying everything: what a trace is checked against.

Written from the paper's equations and listings alone. It reads a trace's inputs (`ig`, `without`, `v`, the
settings) and says what every other key must be; knapsacks are solved by trying every filling.
"""

from itertools import combinations, permutations, product
from typing import Any

UNIT = 0.001


def pairs_of(words: int, reading: dict[str, str]) -> list[tuple[int, int]]:
    every = permutations if reading["ordered"] == "yes" else combinations
    return list(every(range(words), 2))


def outline(trace: dict[str, Any]) -> dict[str, Any]:
    """Scores, items, bounds and capacities."""
    ig, gone, beta, reading = trace["ig"], trace["without"], trace["beta"], trace["reading"]
    words = range(len(ig))
    apart = {(i, j): gone[j][i] + gone[i][j] for i in words for j in words if i != j}
    cig = {(i, j): ig[i] + ig[j] + beta * apart[i, j] for i, j in apart}
    s_pos = [w for w in words if ig[w] > 0]
    every = pairs_of(len(ig), reading)
    sp_pos = [pair for pair in every if cig[pair] > 0]
    if reading["items"] == "positive-words":
        sp_pos = [pair for pair in sp_pos if set(pair) <= set(s_pos)]
    items = every if reading["items"] == "all-pairs" else sp_pos
    weights = [cig[pair] for pair in items]
    u1 = 2 * (len(s_pos) - 1) * sum(ig[w] for w in s_pos)
    u2 = beta * sum(apart[pair] for pair in sp_pos)
    found: dict[str, Any] = {
        "cig": [[None if i == j else cig[i, j] for j in words] for i in words],
        "s_pos": s_pos,
        "sp_pos": [list(pair) for pair in sp_pos],
        "items": [list(pair) for pair in items],
        "weights": weights,
        "u1": u1,
        "u2": u2,
        "u2_prime": [],
    }
    for values in trace["v"]:
        v = dict(zip(items, values, strict=True))
        found["u2_prime"].append(beta * sum(v[pair] * apart[pair] for pair in sp_pos))
    return found | {"capacities": [u1 + extra for extra in found["u2_prime"]]}


def expected(trace: dict[str, Any]) -> dict[str, Any]:
    """Every key of a trace that follows from its inputs."""
    reading = trace["reading"]
    found = outline(trace) | {"inside": [], "candidates": []}
    items, weights = [(i, j) for i, j in found["items"]], found["weights"]
    for values, told, capacity in zip(trace["v"], trace["inside"], found["capacities"], strict=True):
        best = filled(weights, values, capacity, reading)
        same = {k for k, item in enumerate(items) if list(item) in told}
        if reading["rounding"] == "exact" and tied(best, same, weights, values, capacity):
            best = same
        inside = [list(item) for k, item in enumerate(items) if k in best]
        outside = [list(item) for k, item in enumerate(items) if k not in best]
        found["inside"].append(inside)
        found["candidates"].append(inside if reading["member"] == "inside" else outside)
    chosen = greedy(items, weights, found["u1"] + found["u2"])
    return found | recurring(trace, found, items) | {"greedy_printed": chosen}


def tied(best: set[int], other: set[int], weights: list[float], values: list[float], capacity: float) -> bool:
    """Whether another filling fits and is worth as much: clipped values are often equal."""
    worth = abs(sum(values[k] for k in best) - sum(values[k] for k in other))
    return worth < 1e-12 and sum(weights[k] for k in other) <= max(0.0, capacity) + 1e-11


def filled(weights: list[float], values: list[float], capacity: float, reading: dict[str, str]) -> set[int]:
    """The places of the best filling among all there are; no filling fits a negative capacity."""
    places = range(len(weights))
    if reading["rounding"] != "exact":
        return in_units(weights, values, capacity, reading)
    best, most = set[int](), -1.0
    for chosen in product([False, True], repeat=len(weights)):
        load = sum(weights[k] for k in places if chosen[k])
        worth = sum(values[k] for k in places if chosen[k])
        if load <= capacity + 1e-11 and worth > most:
            best, most = {k for k in places if chosen[k]}, worth
    return best


def in_units(weights: list[float], values: list[float], capacity: float, reading: dict[str, str]) -> set[int]:
    """Algorithm 1 line by line, with a full table; for weights above zero."""
    import math

    how = {"down": math.floor, "nearest": round, "up": math.ceil}[reading["rounding"]]
    units = [how(round(weight / UNIT, 6)) for weight in weights]
    space = math.floor(round(capacity / UNIT, 6))
    if space < 0:
        return set()
    f = [[0.0] * (space + 1) for _ in range(len(units) + 1)]
    added: set[int] = set()
    for i, (unit, value) in enumerate(zip(units, values, strict=True), start=1):
        for j in range(space + 1):
            f[i][j] = f[i - 1][j]
            if j >= unit and f[i - 1][j - unit] + value > f[i - 1][j]:
                f[i][j] = f[i - 1][j - unit] + value
                added.add(i - 1)
    if reading["solver"] == "in-loop":
        return added
    traced, left = set(), space
    for i in range(len(units), 0, -1):
        if f[i][left] != f[i - 1][left]:
            traced.add(i - 1)
            left -= units[i - 1]
    return traced


def recurring(trace: dict[str, Any], found: dict[str, Any], items: list[tuple[int, int]]) -> dict[str, Any]:
    sets = found["candidates"]
    if trace["reading"]["repeats"] == "merged":
        sets = [s for k, s in enumerate(sets) if s not in sets[:k]]
    share = {item: sum(list(item) in s for s in sets) / trace["rounds"] for item in items}
    strict = trace["reading"]["strict"] == "yes"
    minimal = [
        list(item)
        for item in items
        if share[item] > 0
        and (share[item] > trace["epsilon"] or (not strict and share[item] == trace["epsilon"]))
    ]
    return {"frequency": {f"{i},{j}": value for (i, j), value in share.items()}, "minimal": minimal}


def greedy(items: list[tuple[int, int]], weights: list[float], limit: float) -> list[list[int]]:
    """Algorithm 2: while what was added weighs less than the bound, add the next heaviest pair."""
    order = sorted(range(len(items)), key=lambda k: (-weights[k], k))
    added: list[list[int]] = []
    total = 0.0
    while total < limit and len(added) < len(order):
        place = order[len(added)]
        added.append(list(items[place]))
        total += weights[place]
    return added
