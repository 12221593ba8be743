"""The chance that a shortcut comes out, from the audit's own tests.

A token in n labelled texts, each of which has its label with probability *agreement*, has the label in
Binomial(n, agreement) of them. Which of these counts the exact test and the rule's bound call a clear leak is
known beforehand, so that the chance of a leak is one tail of that distribution. The same holds for the number
of minimal sets that need the token, and for the number of texts that it turns when it is inserted. What model
and texts do (`Behaviour`) was seen on canaries; what the families of tests ask for (`Ground`) on the audit.

A clear leak comes out unless the word is taken for one of the task. Without one, a token comes out only if
sets need it, it decides alone, and nobody knows what it is: then a person is asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from auditor.config import RuleConfig
from auditor.signals.recurrence import LEAST
from auditor.signals.statistics import FloatArray, hypergeometric_tail, wilson
from auditor.signals.study import clear_from
from auditor.verdicts.knowing import Answer
from auditor.verdicts.tokens import weight

_UNLIKELY = 1e-9
"""Chance below which a number of texts is left out of a sum."""


@dataclass(frozen=True)
class Ground:
    """What a shortcut would be found in: the audit's counts, and what its families ask of one more test."""

    labelled: tuple[int, ...]
    """Labelled documents by class; zeros without labels."""
    audited: int
    """Texts that were explained."""
    leak: float
    """Largest p of the labels' test."""
    leak_if_needed: float
    """The same where minimal sets need the token: a smaller family."""
    needed: float
    """Largest p of the sets' test."""
    promise: float
    """What a token's promise must exceed to be tried; negative where there is room for all."""
    insertions: int
    """Texts it is inserted into."""
    placebo: float
    """Share of these that a placebo turns."""


@dataclass(frozen=True)
class Behaviour:
    """What model and search do with texts that hold a shortcut of some effect."""

    effect: float
    """Share of texts of other classes that it turns."""
    agreeing: float
    """Share of its texts with the label that get the class, and a set."""
    others: float
    """The same share of its other texts."""
    needed: float
    """Share of those sets that need it."""
    random: float
    """Share of random sets of the same size that would."""


@dataclass(frozen=True)
class Plant:
    """A shortcut that might be there."""

    reach: float
    """Share of the texts that hold it."""
    agreement: float
    """Share of these that have its label."""
    label: int
    holding: int = 0
    """Labelled documents that hold the same feature already: of dates, those with a date."""
    with_label: int = 0
    """How many of these have the label."""


Known = Mapping[tuple[Answer, float], float]
"""For each answer to "is it the task?" with its unrelatedness (0 to 1), the share of words that get it."""


def chance(
    ground: Ground,
    behaviour: Behaviour,
    plant: Plant,
    known: Known,
    rule: RuleConfig,
    *,
    with_label: int | None = None,
) -> float:
    """The chance that a plant comes out, as an artefact or as a question.

    `with_label` is how many of the labelled documents that hold it have its label, where that is known.
    """
    needed = needed_chance(ground, behaviour, plant)
    deciding = needed * deciding_chance(ground, behaviour.effect, rule) if ground.promise < 0 else 0.0
    total = 0.0
    for (answer, unrelated), share in known.items():
        if answer in (Answer.RELATED, Answer.GRAMMAR):
            continue
        sure, likely = leaking_chances(ground, plant, rule, unrelated=unrelated, with_label=with_label)
        asked = deciding if answer is Answer.UNKNOWN else 0.0
        total += share * (sure + likely * needed + (1 - sure - likely) * asked)
    return min(1.0, total)


def leaking_chances(
    ground: Ground, plant: Plant, rule: RuleConfig, *, unrelated: float = 0.5, with_label: int | None = None
) -> tuple[float, float]:
    """The chance of a clear leak whatever sets need, and of one that counts only where they need it."""
    added = round(plant.reach * sum(ground.labelled))
    if added + plant.holding < LEAST or not added:
        return 0.0, 0.0
    from scipy.stats import binom

    counts = leak_counts(ground, plant, added, rule, unrelated=unrelated)
    if with_label is not None:
        sure, likely = (float(with_label >= least) for least in counts)
    else:
        sure, likely = (float(binom.sf(least - 1, added, plant.agreement)) for least in counts)
    return sure, likely - sure


def leak_counts(
    ground: Ground, plant: Plant, added: int, rule: RuleConfig, *, unrelated: float = 0.5
) -> tuple[int, int]:
    """Of `added` documents, how many must have the label for a clear leak, and how many if sets need it."""
    levels = ground.leak, max(ground.leak, ground.leak_if_needed)
    sure, likely = (least_with_label(ground, plant, added, rule, p=p, unrelated=unrelated) for p in levels)
    return sure, likely


def least_with_label(
    ground: Ground, plant: Plant, added: int, rule: RuleConfig, *, p: float, unrelated: float = 0.5
) -> int:
    """Of `added` documents, how many must have the label for a clear leak; one more than all: no number."""
    documents, labelled = sum(ground.labelled), ground.labelled[plant.label]
    base, holding = labelled / documents, added + plant.holding
    asked = float(clear_from(base, rule))

    def leaks(count: int) -> bool:
        both = count + plant.with_label
        low = wilson(both, holding)[0]
        if low < asked or round(unrelated * weight(low - base, holding / documents), 3) <= ground.promise:
            return False
        tail = hypergeometric_tail(both, documents=documents, labelled=labelled, holding=holding)
        return float(tail) <= min(p, rule.level)

    below, enough = -1, added + 1
    while enough - below > 1:  # what is enough stays enough when one more has the label
        middle = (below + enough) // 2
        below, enough = (below, middle) if leaks(middle) else (middle, enough)
    return enough


def needed_chance(ground: Ground, behaviour: Behaviour, plant: Plant) -> float:
    """The chance that more sets need it than chance explains."""
    held = round(plant.reach * ground.audited)
    return needed_among(held, behaviour, agreement=plant.agreement, p=ground.needed)


def needed_among(held: int, behaviour: Behaviour, *, agreement: float, p: float) -> float:
    """The same for so many audited texts that hold it, where the sets' test asks for a p so small."""
    from scipy.stats import binom

    share = agreement * behaviour.agreeing + (1 - agreement) * behaviour.others
    if held < LEAST or p <= 0:
        return 0.0
    low, high = binom.isf([1 - _UNLIKELY, _UNLIKELY], held, share)
    sets = np.arange(max(LEAST, int(low)), min(held, int(high) + 1) + 1)
    if not len(sets):
        return 0.0
    least = least_needed(sets, behaviour.random, p)
    found = binom.pmf(sets, held, share) * binom.sf(least - 1, sets, behaviour.needed)
    return float(min(1.0, found.sum()))


def least_needed(sets: ArrayLike, random: float, p: float) -> FloatArray:
    """For each number of sets that could need it, how many must for a p so small."""
    from scipy.stats import binom

    least: FloatArray = binom.isf(p, np.asarray(sets), random) + 1
    return least


def deciding_chance(ground: Ground, effect: float, rule: RuleConfig) -> float:
    """The chance that it is seen to decide alone when it is inserted."""
    return turning_chance(ground.insertions, effect, rule, least=rule.decides, placebo=ground.placebo)


def turning_chance(
    trials: int, effect: float, rule: RuleConfig, *, least: float, placebo: float = 0.0
) -> float:
    """The chance that it is seen to turn at least such a share of the texts it is inserted into."""
    from scipy.stats import binom

    if not trials:
        return 0.0
    turned = np.arange(trials + 1)
    own = np.round(turned * (1 - placebo))  # turned by the token, and not by the placebo
    other = np.round((trials - turned) * placebo)
    enough = np.array([wilson(int(count), trials)[0] >= least for count in turned])
    enough &= binom.sf(own - 1, own + other, 0.5) <= rule.level
    return float(binom.pmf(turned, trials, effect)[enough].sum())
