"""The chance that any shortcut comes out, with its interval: all that was learned in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from auditor.config import RuleConfig
from auditor.power.behaviours import Behaviours, at_effect
from auditor.power.canary import AGREEMENT, CanaryKind
from auditor.power.chances import Behaviour, Ground, Known, Plant, chance
from auditor.power.pair_chances import PairGround, pair_chance
from auditor.power.shift import Shift, moved
from auditor.signals.counts import IntArray


@dataclass(frozen=True)
class Shortcut:
    """What might be in the data."""

    kind: CanaryKind
    reach: float
    """Share of the texts that hold it."""
    effect: float
    """Share of texts of other classes that it turns."""
    agreement: float = AGREEMENT
    """Share of its texts that have its label."""


@dataclass(frozen=True)
class Chance:
    """A chance with its interval."""

    middle: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Odds:
    """What the chance of every shortcut is computed from."""

    grounds: Mapping[int, Ground]
    """By class that a shortcut may speak for."""
    behaviours: Behaviours
    known: Mapping[CanaryKind, Known]
    rule: RuleConfig
    dated: IntArray
    """(classes,) labelled documents that hold a date."""
    pairs: PairGround
    differences: Mapping[float, tuple[float, ...]]
    """By effect, second differences of texts with a pair."""
    shifts: Mapping[CanaryKind, Shift]

    def chance(self, shortcut: Shortcut) -> Chance:
        """The chance of a shortcut of some class, the mean over classes."""
        found = [self._mean(shortcut, known) for known in (self.behaviours.low, self.behaviours.high)]
        shift, middle = self.shifts[shortcut.kind], self._mean(shortcut, self.behaviours.middle)
        return Chance(
            middle=moved(middle, shift.middle),
            low=moved(min(middle, *found), shift.low),
            high=moved(max(middle, *found), shift.high),
        )

    def middle(self, shortcut: Shortcut, *, times: float = 1.0) -> float:
        """The same without its interval; with `times` as many texts as there are."""
        computed = self._mean(shortcut, self.behaviours.middle, times=times)
        return moved(computed, self.shifts[shortcut.kind].middle)

    def _mean(self, shortcut: Shortcut, known: tuple[Behaviour, ...], *, times: float = 1.0) -> float:
        behaviour = at_effect(known, shortcut.effect)
        plants = [self.plant(shortcut, label, times=times) for label in self.grounds]
        chances = [self.computed(shortcut.kind, plant, behaviour, times=times) for plant in plants]
        return float(np.mean(chances)) if chances else 0.0

    def computed(
        self,
        kind: CanaryKind,
        plant: Plant,
        behaviour: Behaviour,
        *,
        times: float = 1.0,
        with_label: int | None = None,
    ) -> float:
        """The chance as it is computed, before canaries move it."""
        ground, known = scaled(self.grounds[plant.label], times), self.known[kind]
        if kind is not CanaryKind.PAIR:
            return chance(ground, behaviour, plant, known, self.rule, with_label=with_label)
        differences = self._differences(behaviour.effect)
        return pair_chance(ground, self.pairs, behaviour, plant, known, self.rule, differences=differences)

    def plant(self, shortcut: Shortcut, label: int, *, times: float = 1.0) -> Plant:
        """The shortcut as one of a class, with what the data holds of its kind already."""
        dated = self.dated if shortcut.kind is CanaryKind.DATES else np.zeros_like(self.dated)
        holding, own = (round(times * int(count)) for count in (dated.sum(), dated[label]))
        return Plant(shortcut.reach, shortcut.agreement, label, holding, own)

    def _differences(self, effect: float) -> tuple[float, ...]:
        """Those of the nearest effect that was tried."""
        known = sorted(self.differences, key=lambda tried: abs(tried - effect))
        return self.differences[known[0]] if known else ()


def scaled(ground: Ground, times: float) -> Ground:
    """The ground with so many times the texts."""
    labelled = tuple(round(times * count) for count in ground.labelled)
    return replace(ground, labelled=labelled, audited=round(times * ground.audited))
