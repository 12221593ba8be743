"""The chance that a pair comes out: two words that say the class together, and nothing alone.

The audit looks at pairs of words that minimal sets need more often than chance. Removing either word ends
what they do together, so that each set needs one of the two, and each word is needed in half of them. Of the
pairs looked at, one comes out when its second difference is large enough in the texts that hold both, and the
labels follow it. The second differences of canaries are drawn anew, as often as it takes to count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.config import RuleConfig
from auditor.power.chances import Behaviour, Ground, Known, Plant, needed_chance
from auditor.signals.counts import BoolArray
from auditor.signals.pairs import TOGETHER
from auditor.signals.statistics import hypergeometric_tail
from auditor.verdicts.knowing import Answer

DRAWS = 400
"""Pairs that are imagined for one chance."""


@dataclass(frozen=True)
class PairGround:
    """What the audit's family of pairs asks of one more."""

    together: int
    """Texts in which a pair's interaction is measured."""
    interacts: float
    """Largest p of its interaction."""
    leak: float
    """Largest p of the labels' test."""
    room: float
    """Share of the pairs that are looked at that are tried."""


def pair_chance(
    ground: Ground,
    pairs: PairGround,
    behaviour: Behaviour,
    plant: Plant,
    known: Known,
    rule: RuleConfig,
    *,
    differences: Sequence[float],
) -> float:
    """The chance for one class; `differences` are second differences of texts that hold such a pair."""
    both = round(plant.reach * ground.audited)
    measured = min(both, pairs.together)
    # The smallest p of a signed-rank test: every text is above its placebo.
    if both < TOGETHER or not len(differences) or 0.5**measured > pairs.interacts:
        return 0.0
    half = replace(behaviour, needed=max(behaviour.random, behaviour.needed / 2))
    looked_at = needed_chance(ground, half, plant) ** 2 * pairs.room
    generator = np.random.default_rng(both)
    found = _interacts(generator, differences, measured, rule)
    if sum(ground.labelled):
        found &= _leaks(generator, pairs, plant, both)
    unrelated = sum(share for (answer, _), share in known.items() if answer is not Answer.RELATED)
    return float(found.mean()) * looked_at * unrelated


def _interacts(
    generator: np.random.Generator, differences: Sequence[float], measured: int, rule: RuleConfig
) -> BoolArray:
    """(draws,) whether the lower bound of the mean (Student's) is large enough."""
    from scipy.special import stdtrit

    drawn = generator.choice(np.asarray(differences), size=(DRAWS, measured))
    half = stdtrit(measured - 1, 0.975) * drawn.std(axis=1, ddof=1) / measured**0.5
    enough: BoolArray = drawn.mean(axis=1) - half >= rule.interacts
    return enough


def _leaks(generator: np.random.Generator, pairs: PairGround, plant: Plant, both: int) -> BoolArray:
    """(draws,) whether the label comes with both words more often than with one of them."""
    together = generator.binomial(both, plant.agreement, size=DRAWS)
    alone = generator.binomial(2 * both, 1 - plant.agreement, size=DRAWS)
    p = hypergeometric_tail(together, documents=3 * both, labelled=together + alone, holding=both)
    found: BoolArray = p <= pairs.leak
    return found
