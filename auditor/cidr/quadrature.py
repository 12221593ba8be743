"""Where to evaluate a path integral, and with which weights.

The midpoint rule is the default for the base path: on fine-tuned encoders the integrand has a narrow steep
region, where Gauss-Legendre is worse than its order promises. Tripling the number of nodes keeps the old
ones, so the error can be watched and the work stopped early. Paths close to the base path (the same text
without one word) need far fewer nodes when these are placed by the base path's own profile.
"""

import numpy as np

from auditor.cidr.questions import FloatArray

UNIFORM_SHARE = 0.5
"""Share of a placed rule's mass that is spread evenly, so that no stretch is left unseen."""


def midpoint(count: int) -> tuple[FloatArray, FloatArray]:
    """Nodes and weights of the midpoint rule on [0, 1]."""
    return (np.arange(count) + 0.5) / count, np.full(count, 1.0 / count)


def tripled(count: int) -> FloatArray:
    """The nodes that `midpoint(3 * count)` has beyond those of `midpoint(count)`."""
    nodes, _ = midpoint(3 * count)
    return np.delete(nodes, np.arange(1, 3 * count, 3))


def placed(nodes: FloatArray, profile: FloatArray, count: int) -> tuple[FloatArray, FloatArray]:
    """A rule of `count` nodes, each in the middle of an equal share of the profile's mass.

    `nodes` and `profile` sample the size of the integrand on a similar path. The weights are the widths of
    the shares, so constants are integrated exactly.
    """
    grid = np.linspace(0.0, 1.0, 129)
    height = np.abs(np.interp((grid[1:] + grid[:-1]) / 2, nodes, profile))
    mean = height.mean()
    density = UNIFORM_SHARE + (1 - UNIFORM_SHARE) * height / mean if mean > 0 else np.ones_like(height)
    mass = np.concatenate([[0.0], np.cumsum(density)])
    mass /= mass[-1]
    edges = np.interp(np.arange(count + 1) / count, mass, grid)
    return np.interp((np.arange(count) + 0.5) / count, mass, grid), np.diff(edges)
