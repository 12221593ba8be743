"""How many texts are enough: planned from the audit's own tests before anything is computed.

The plan is for a word that the labels do not lean to, so that nothing but minimal sets of audited texts can
show it, and for the verdict rule as it is: the sets' exact test must single the word out among all tested
words, and the word must be seen to turn texts that it is inserted into. Labels are counted in the whole file
whatever is planned. How often a set needs such a word is assumed (`USUAL`), as before every run.

A text is the more worth, the rarer its rarest word of the asked-for reach: each such word is then held by the
same number of audited texts on average, and fewer texts are needed than by chance.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from auditor.config import EvidenceConfig, RuleConfig
from auditor.data.loading import Dataset, sampled
from auditor.data.preferring import prefer_in_each
from auditor.power.behaviours import at_effect, behaviours
from auditor.power.chances import Behaviour, needed_among, turning_chance
from auditor.power.goal import Goal
from auditor.power.looking import Looked, look
from auditor.power.thresholds import largest_p
from auditor.signals.recurrence import LEAST, LEVEL
from auditor.signals.statistics import FloatArray

SET = 1.4
"""Words that a minimal set needs, on average: chosen by what was measured (docs/benchmarks.md)."""
_TAIL, _POINTS = 4.0, 41
"""Standard deviations of the number of texts that are looked at, and how many numbers among these."""
_SURE = 0.999


@dataclass(frozen=True, eq=False)
class Plan:
    """How many texts are audited, which ones, and what that is good for."""

    goal: Goal
    rows: int
    """Different texts of the data."""
    texts: int
    """Texts to audit."""
    at_random: int
    """Texts that a plain random sample would need."""
    held: float
    """Audited texts that hold a word of this reach, on average."""
    chance: float
    """The chance to find such a word; below the goal's power where even all texts are too few."""
    words: int
    """Different words of the texts that were looked at."""
    rare: int
    """How many of these are in a smaller share of the texts, and not covered."""
    weights: dict[int, float] | None
    """By place in the table, how many texts each stands for; None: every text is audited."""


def plan(dataset: Dataset, goal: Goal, config: EvidenceConfig, rule: RuleConfig, *, seed: int) -> Plan:
    """The plan for a goal; `dataset` must be whole."""
    looked = look(dataset, goal.reach, seed=seed)
    counted = looked.documents * looked.scale >= max(LEAST, goal.reach * looked.rows)
    worth = np.where(counted, 1 / np.maximum(1.0, looked.documents * looked.scale), 0.0)
    sizes = looked.highest(worth, 1 / max(1, looked.rows))
    course = _Course(looked, sizes, goal, config, rule)
    every, least = goal.reach * looked.rows, course.least()
    counts = course.counts(every if least is None else least)
    texts, weights = sum(counts.values()), None
    whole = least is None or texts >= looked.rows
    held = every if least is None or whole else least
    if not whole:
        sample = prefer_in_each(sizes, looked.draws, looked.stratum, counts)
        weight = (sample.weight * looked.scale).tolist()
        weights = dict(zip(looked.place[sample.chosen].tolist(), weight, strict=True))
    return Plan(
        goal=goal,
        rows=looked.rows,
        texts=looked.rows if whole else texts,
        at_random=min(looked.rows, round((least or every) / goal.reach)),
        held=held,
        chance=course.chance(held),
        words=len(counted),
        rare=int((~counted).sum()),
        weights=weights,
    )


@dataclass(frozen=True, eq=False)
class _Course:
    """The chance to find a word of the goal, by how many audited texts hold it on average."""

    looked: Looked
    sizes: FloatArray
    goal: Goal
    config: EvidenceConfig
    rule: RuleConfig

    def least(self) -> float | None:
        """The smallest mean number of texts with which the chance is enough; None where all are too few.

        Where insertions alone keep the chance low, sets are to reach it: more texts would not help.
        """
        most, high = max(1, int(self.goal.reach * self.looked.rows)), LEAST
        while high < most and self.needed(high) < _SURE:
            high *= 2
        high = min(high, most)
        for measure in (self.chance, self.needed):
            if measure(high) >= self.goal.power:
                return _least(measure, high, self.goal.power)
        return None

    def chance(self, held: float) -> float:
        """The mean over classes of the chance that sets need it and insertions show it."""
        found = [self._needed(held, base) * self._turning(held, base) for base in self._bases]
        return float(np.mean(found))

    def needed(self, held: float) -> float:
        """The same for the sets alone."""
        return float(np.mean([self._needed(held, base) for base in self._bases]))

    def _needed(self, held: float, base: float) -> float:
        from scipy.stats import binom

        every = max(1, round(self.goal.reach * self.looked.rows))
        share = min(1.0, held / every)
        spread = _TAIL * max(1.0, (every * share * (1 - share)) ** 0.5)
        numbers = np.arange(max(0, int(held - spread)), min(every, int(held + spread)) + 1)
        level = min(LEVEL, self.rule.level)
        p = largest_p(np.ones(self._tests(held)), level=level, method=self.config.correction)
        tried = np.unique(np.linspace(numbers[0], numbers[-1], _POINTS).round().astype(np.int64))
        needed = [needed_among(n, self._behaviour, agreement=base, p=p) for n in tried.tolist()]
        return float(np.dot(binom.pmf(numbers, every, share), np.interp(numbers, tried, needed)))

    def counts(self, held: float) -> dict[int, int]:
        """Texts of each label."""
        share = self._taken(held)
        labels = np.unique(self.looked.stratum).tolist()
        every = {label: int((self.looked.stratum == label).sum()) for label in labels}
        wanted = {
            label: round(float(share[self.looked.stratum == label].sum()) * self.looked.scale)
            for label in labels
        }
        if sum(wanted.values()) >= self.looked.rows:
            return {label: round(count * self.looked.scale) for label, count in every.items()}
        return {label: min(every[label], max(1, count)) for label, count in wanted.items()}

    @cached_property
    def _behaviour(self) -> Behaviour:
        """What usually happens, and how often a random set of these texts would need a word."""
        length = np.maximum(1, self.looked.length)
        random = float(np.minimum(1.0, SET / length).mean()) if len(length) else 0.0
        return replace(at_effect(behaviours({}).middle, self.goal.effect), random=min(0.9, random))

    def _taken(self, held: float) -> FloatArray:
        """(texts,) the chance of each to be taken."""
        return np.minimum(1.0, held * self.sizes)

    @cached_property
    def _bases(self) -> list[float]:
        """The share of each label: a word that says nothing about it has that agreement."""
        counts = np.bincount(self.looked.stratum)
        shares: list[float] = (counts[counts > 0] / max(1, counts.sum())).tolist()
        return shares if len(shares) > 1 else [0.5, 0.5]

    @lru_cache(maxsize=64)  # noqa: B019 (lives as long as the plan is made)
    def _tests(self, held: float) -> int:
        """Tests of words with a class that the sets of such a sample give room for."""
        there = self.looked.sums(self._taken(held)) * self.looked.scale
        return int(sum((there * base >= LEAST).sum() for base in self._bases))

    def _turning(self, held: float, base: float) -> float:
        """The chance that a word is seen to be obeyed when it is inserted."""
        others = (1 - base) * sum(self.counts(held).values())
        trials = min(self.config.insertions, int(others))
        return turning_chance(trials, self.goal.effect, self.rule, least=self.rule.obeyed)


def _least(measure: Callable[[float], float], high: float, enough: float) -> float:
    """The smallest whole number up to `high` with which a measure is enough."""
    low, found = 0, int(high)
    while found - low > 1:
        middle = (low + found) // 2
        low, found = (low, middle) if measure(middle) >= enough else (middle, found)
    return float(found)


def enough(
    dataset: Dataset, goal: Goal, config: EvidenceConfig, rule: RuleConfig, *, seed: int
) -> tuple[Dataset, Plan]:
    """As much of a whole dataset as a goal needs, and the plan."""
    found = plan(dataset, goal, config, rule, seed=seed)
    if found.weights is None:
        return dataset, found
    facts = asdict(replace(found, weights=None))
    return replace(sampled(dataset, found.weights), plan=facts), found
