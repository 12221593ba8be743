"""How model and search treat canaries, by effect: shares with their intervals.

What was not seen is taken from what usually happens (`USUAL`); between the effects that were tried, and down
to none, shares change along a line.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from auditor.power.canary import EFFECTS
from auditor.power.canary_search import Seen
from auditor.power.chances import Behaviour
from auditor.records.estimates import Estimate
from auditor.signals.statistics import rate

USUAL = {
    effect: Behaviour(effect, agreeing=0.9, others=effect, needed=needed, random=0.15)
    for effect, needed in zip(EFFECTS, (0.85, 0.9, 0.95), strict=True)
}
"""By effect, what is expected before anything was tried: by the first runs of `benchmarks.planning`."""


@dataclass(frozen=True)
class Behaviours:
    """By effect, the behaviour as it was seen, and as low and as high as its intervals allow."""

    middle: tuple[Behaviour, ...]
    low: tuple[Behaviour, ...]
    high: tuple[Behaviour, ...]


def behaviours(found: Mapping[float, Seen]) -> Behaviours:
    """Behaviours from what was seen at each effect."""
    estimated = [_estimated(effect, found.get(effect)) for effect in EFFECTS]
    middle, low, high = (tuple(one[way] for one in estimated) for way in range(3))
    return Behaviours(middle, low, high)


def _estimated(effect: float, some: Seen | None) -> tuple[Behaviour, Behaviour, Behaviour]:
    """Middle, low and high; without sets, low and high are as far apart as one text of two leaves them."""
    usual = USUAL[effect]
    if some is None or not some.sets:
        return usual, _moved(usual, -0.25), _moved(usual, 0.15)
    random = some.random / some.sets
    seldom = Estimate(usual.others, usual.others, usual.others)
    agreeing = rate(some.agreeing_sets, some.agreeing)
    others = rate(some.others_sets, some.others) if some.others else seldom
    needed = rate(some.needed, some.sets)

    def bound(way: str) -> Behaviour:
        shares = [float(getattr(one, way) or 0.0) for one in (agreeing, others, needed)]
        return Behaviour(effect, shares[0], shares[1], shares[2], random)

    return bound("estimate"), bound("low"), bound("high")


def _moved(usual: Behaviour, step: float) -> Behaviour:
    return Behaviour(
        usual.effect,
        agreeing=min(1.0, usual.agreeing + step / 2),
        others=usual.others,
        needed=min(1.0, usual.needed + step),
        random=usual.random,
    )


def at_effect(known: tuple[Behaviour, ...], effect: float) -> Behaviour:
    """The behaviour at any effect; a token that turns nothing is needed as often as any other word."""
    first = known[0]
    none = Behaviour(0.0, agreeing=first.agreeing, others=0.0, needed=first.random, random=first.random)
    points = (none, *known)
    effects = [one.effect for one in points]

    def between(name: str) -> float:
        return float(np.interp(effect, effects, [getattr(one, name) for one in points]))

    return Behaviour(effect, *(between(name) for name in ("agreeing", "others", "needed", "random")))
