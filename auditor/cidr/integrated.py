"""Integrated gradients of every word, and of every word with another one removed.

The attribution of a word is the integral, along the straight path from the empty text to the text, of the
class probability's gradient to the word's presence. Attributions sum to F(text) - F(empty) (*completeness*);
what quadrature leaves of that difference is the completeness error, which is known because both ends are.
"""

from dataclasses import dataclass

import numpy as np

from auditor.cidr.quadrature import midpoint, placed, tripled
from auditor.cidr.questions import Asking, FloatArray, Gradient

MAX_NODES = 200
"""Base-path nodes after which no further tripling is tried."""


@dataclass(frozen=True, eq=False)
class BasePath:
    """Integrated gradients of the whole text, with the profile that guides the other paths."""

    attributions: FloatArray
    """(words,)"""
    nodes: FloatArray
    """(nodes,) ascending"""
    profile: FloatArray
    """(nodes,) derivative of the probability along the path"""
    error: float
    """Completeness error, signed: sum of attributions minus the change they explain."""
    slopes: FloatArray | None = None
    """(nodes, words) the gradients themselves"""


def base_path(words: int, *, target: int, change: float, steps: int, tolerance: float) -> Asking[BasePath]:
    """Integrate the whole text's path; `change` is F(text) - F(empty)."""
    nodes, _ = midpoint(steps)
    slopes: FloatArray = yield from _slopes(nodes, words, target)
    while True:
        attributions = slopes.mean(axis=0)
        error = float(attributions.sum() - change)
        if abs(error) <= tolerance or 3 * len(nodes) > MAX_NODES:
            return BasePath(attributions, nodes, slopes.sum(axis=1), error, slopes)
        new = tripled(len(nodes))
        added = yield from _slopes(new, words, target)
        order = np.argsort(np.concatenate([nodes, new]))
        nodes = np.concatenate([nodes, new])[order]
        slopes = np.concatenate([slopes, added])[order]


def without_each(base: BasePath, removed: list[int], *, target: int, count: int) -> Asking[FloatArray]:
    """Attributions of all words on the paths without each of `removed`: (removed, words), one question."""
    words = len(base.attributions)
    if not removed:
        return np.zeros((0, words))
    nodes, weights = placed(base.nodes, base.profile, count)
    masks = np.zeros((len(removed), words), dtype=bool)
    masks[np.arange(len(removed)), removed] = True
    _, slopes = yield Gradient(np.repeat(masks, count, axis=0), np.tile(nodes, len(removed)), target)
    by_path = slopes.reshape(len(removed), count, words)
    result: FloatArray = np.einsum("k,pkw->pw", weights, by_path)
    return result


def without_words(
    base: BasePath,
    words: list[int],
    *,
    target: int,
    count: int,
    leading: int = 0,
    totals: FloatArray | None = None,
) -> Asking[FloatArray]:
    """Attributions of all words without each of `words`, (words, words of the text), from few gradients.

    One word less changes little, so the base path's own attributions are the first guess. For the `leading`
    words (0 = all), the path without the word is visited at `count` nodes, and what it shows beyond the base
    path at the same nodes is added; the fewer the nodes, the less of it, since few are noisy. Where the
    change along each path is known, `totals` (words,), its attributions are made to sum to it; with `count` 0
    no path is visited, and that is all that is known of them.
    """
    rows = np.tile(base.attributions, (len(words), 1))
    if count:
        order = sorted(range(len(words)), key=lambda k: (-base.attributions[words[k]], k))
        chosen = sorted(order[:leading] if leading else order)
        visited = yield from without_each(base, [words[k] for k in chosen], target=target, count=count)
        rows[chosen] += count / (count + 1) * (visited - _at_same_nodes(base, count))
    rows[np.arange(len(words)), words] = 0.0
    if totals is not None:
        size = np.abs(rows).sum(axis=1, keepdims=True)
        rows += (totals - rows.sum(axis=1))[:, None] * np.abs(rows) / np.maximum(size, 1e-12)
    return rows


def _at_same_nodes(base: BasePath, count: int) -> FloatArray:
    """(words,) the base path's attributions as the rule of the other paths would have them."""
    if base.slopes is None:
        return base.attributions
    nodes, weights = placed(base.nodes, base.profile, count)
    value: FloatArray = weights @ np.stack([np.interp(nodes, base.nodes, s) for s in base.slopes.T], axis=1)
    return value


def _slopes(nodes: FloatArray, words: int, target: int) -> Asking[FloatArray]:
    """(nodes, words) gradients to presence along the base path."""
    _, slopes = yield Gradient(np.zeros((len(nodes), words), dtype=bool), nodes, target)
    answer: FloatArray = slopes
    return answer
