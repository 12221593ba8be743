"""What follows from the chances: the smallest shortcut that is hardly missed, the texts that are missing."""

from collections.abc import Callable

from auditor.power.canary import CanaryKind
from auditor.power.odds import Odds, Shortcut

SURE = 0.9
"""Chance from which a shortcut is hardly ever missed."""
EFFECT = 0.5
"""Share of other texts that such a shortcut turns."""
SMALL = 0.01
"""Reach that more texts should make visible."""
WIDEST = 0.5
_MOST = 1000.0
"""Times as many texts, beyond which no number is named."""
_FINENESS = 1.002


def resolution(odds: Odds, kind: CanaryKind) -> float | None:
    """The smallest reach with a chance of `SURE`; None where even half of the texts would not do."""
    texts = max((ground.audited for ground in odds.grounds.values()), default=2)
    return _smallest(lambda reach: odds.middle(Shortcut(kind, reach, EFFECT)) >= SURE, 1 / texts, WIDEST)


def more_texts(odds: Odds, kind: CanaryKind = CanaryKind.MADE_UP) -> int | None:
    """Texts beyond those at hand with which a shortcut in 1 % of them has that chance; 0: it has it now."""
    small = Shortcut(kind, SMALL, EFFECT)
    times = _smallest(lambda some: odds.middle(small, times=some) >= SURE, 1.0, _MOST)
    if times is None:
        return None
    at_hand = max((max(sum(one.labelled), one.audited) for one in odds.grounds.values()), default=0)
    return _rounded_up((times - 1) * at_hand)


def _smallest(enough: Callable[[float], bool], low: float, high: float) -> float | None:
    """The smallest value that is enough, to a fifth of a percent; what is enough stays so, more or less."""
    if enough(low):
        return low
    if not enough(high):
        return None
    while high / low > _FINENESS:
        middle = (low * high) ** 0.5
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _rounded_up(count: float) -> int:
    """To two digits, upwards: 1,137 is 1,200."""
    whole = int(-(-count // 1))
    step = int(10 ** max(0, len(str(whole)) - 2))
    return -(-whole // step) * step
