"""What canaries teach about the computed chances: are they too high, too low?

All chances are moved by one number in log-odds. Before anything is tried it is about zero, give or take
`SPREAD`. Each canary that came out or did not moves it, by Bayes' rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

SPREAD = 0.7
"""Standard deviation of the shift, in log-odds, before anything is tried: chosen, not measured."""
CERTAIN = 0.02
"""No chance is nearer to 0 or 1 than this before it is moved: no computation knows everything."""
_GRID = np.linspace(-4.0, 4.0, 801)


@dataclass(frozen=True)
class Shift:
    """The shift in log-odds, with its 95 % interval."""

    middle: float = 0.0
    low: float = -1.96 * SPREAD
    high: float = 1.96 * SPREAD


def after(expected: Sequence[float], came_out: Sequence[bool]) -> Shift:
    """The shift after some canaries: `expected` are the chances that were computed for them.

    What cannot come out (chance 0) teaches nothing.
    """
    weight = -0.5 * (_GRID / SPREAD) ** 2
    for chance, out in zip(expected, came_out, strict=True):
        if chance > 0:
            odds = _log_odds(chance) + _GRID
            weight -= np.log1p(np.exp(-odds if out else odds))
    share = np.exp(weight - weight.max())
    share /= share.sum()
    low, middle, high = np.interp([0.025, 0.5, 0.975], np.cumsum(share), _GRID)
    return Shift(float(middle), float(low), float(high))


def moved(chance: float, by: float) -> float:
    """A chance moved by so many log-odds; what cannot happen still cannot."""
    found = float(1 / (1 + np.exp(-_log_odds(chance) - by)))
    return found * min(1.0, chance / CERTAIN)


def _log_odds(chance: float) -> float:
    inside = min(1 - CERTAIN, max(CERTAIN, chance))
    return float(np.log(inside / (1 - inside)))
