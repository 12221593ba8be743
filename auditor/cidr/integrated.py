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


def base_path(
    words: int, *, target: int, offset: FloatArray, change: float, steps: int, tolerance: float
) -> Asking[BasePath]:
    """Integrate the whole text's path; `change` is F(text) - F(empty)."""
    nodes, _ = midpoint(steps)
    slopes: FloatArray = yield from _slopes(nodes, words, target, offset)
    while True:
        attributions = slopes.mean(axis=0)
        error = float(attributions.sum() - change)
        if abs(error) <= tolerance or 3 * len(nodes) > MAX_NODES:
            return BasePath(attributions, nodes, slopes.sum(axis=1), error)
        new = tripled(len(nodes))
        added = yield from _slopes(new, words, target, offset)
        order = np.argsort(np.concatenate([nodes, new]))
        nodes = np.concatenate([nodes, new])[order]
        slopes = np.concatenate([slopes, added])[order]


def without_each(
    base: BasePath, removed: list[int], *, target: int, offset: FloatArray, count: int
) -> Asking[FloatArray]:
    """Attributions of all words on the paths without each of `removed`: (removed, words), one question."""
    words = len(base.attributions)
    if not removed:
        return np.zeros((0, words))
    nodes, weights = placed(base.nodes, base.profile, count)
    masks = np.zeros((len(removed), words), dtype=bool)
    masks[np.arange(len(removed)), removed] = True
    _, slopes = yield Gradient(np.repeat(masks, count, axis=0), np.tile(nodes, len(removed)), target, offset)
    by_path = slopes.reshape(len(removed), count, words)
    result: FloatArray = np.einsum("k,pkw->pw", weights, by_path)
    return result


def _slopes(nodes: FloatArray, words: int, target: int, offset: FloatArray) -> Asking[FloatArray]:
    """(nodes, words) gradients to presence along the base path."""
    _, slopes = yield Gradient(np.zeros((len(nodes), words), dtype=bool), nodes, target, offset)
    answer: FloatArray = slopes
    return answer
