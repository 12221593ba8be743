"""The power of an audit: canaries are tried on it, and chances computed from what they show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from auditor.cidr.engine import Budget
from auditor.config import CidrConfig
from auditor.findings.power_record import CanaryTrial, Power, PowerPoint, Resolution
from auditor.model.answering import Answering
from auditor.normal import normal
from auditor.power.behaviours import at_effect, behaviours
from auditor.power.canary import AGREEMENT, EFFECTS, FIELD, CanaryKind
from auditor.power.canary_search import NOTHING_SEEN, Searching, Seen, one_after_another
from auditor.power.canary_trials import Bench, Tried, try_canaries
from auditor.power.chances import Known
from auditor.power.choosing import EXTENTS, GRADIENT, chosen, interventions, labels_of, pair_of
from auditor.power.ground import ground_of, group_of, known_of, known_of_group
from auditor.power.mixture import prepared
from auditor.power.odds import Odds, Shortcut
from auditor.power.pair_chances import PairGround
from auditor.power.pair_trials import second_differences
from auditor.power.pushed import is_readable
from auditor.power.resolution import EFFECT, more_texts, resolution
from auditor.power.shift import Shift, after
from auditor.power.stock import Stock, stock
from auditor.power.thresholds import largest_p
from auditor.progress import Progress, Silent
from auditor.records.text import Tally
from auditor.signals.counts import Token
from auditor.signals.evidence import Evidence
from auditor.signals.interaction import Interaction
from auditor.signals.recurrence import LEVEL
from auditor.signals.study import Study
from auditor.verdicts.knowing import Answer

REACHES = (0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1)
"""Reaches for which chances are given where half of the other texts are turned; for other effects `FEW`."""
FEW = (0.005, 0.01, 0.02, 0.05)
NEW_WORD: Known = {(Answer.UNKNOWN, 0.5): 1.0}
"""What is known of a made-up word where the model can read none: nothing."""


@dataclass(frozen=True, eq=False)
class Audited:
    """A finished audit whose power is asked."""

    study: Study
    evidence: Sequence[Evidence]
    """Of every candidate."""
    classifier: Answering
    method: CidrConfig
    seed: int
    costs: Mapping[str, float]
    """Evaluations of the run's search, `forwards` and `gradients`."""
    share: float = 1.0
    """What of the usual share of the run may be spent: less where other processes wait, nothing where calls
    are rationed."""
    budget: Budget | None = None
    searching: Searching = one_after_another
    """Who does the searches for canaries."""


@dataclass(frozen=True, eq=False)
class Learned:
    """What the canaries of an audit taught."""

    odds: Odds
    base: Study
    """The prepared study."""
    tried: Sequence[Tried]
    tally: Tally
    """What it cost."""


def measure_power(audited: Audited, mode: str, progress: Progress | None = None) -> Power:
    """What the audit would have found: `mode` is `quick` or `full`."""
    learned = learn(audited, mode, progress)
    odds = learned.odds
    spent = audited.costs["forwards"] + GRADIENT * audited.costs["gradients"]
    return Power(
        mode=mode,
        agreement=AGREEMENT,
        points=_points(odds),
        resolutions=tuple(Resolution(kind.value, resolution(odds, kind)) for kind in odds.known),
        more_texts=more_texts(odds),
        trials=tuple(_trial(odds, learned.base, one) for one in learned.tried),
        cost=round(_cost(learned) / spent, 4) if spent else 0.0,
    )


def _cost(learned: Learned) -> float:
    """Forward evaluations of the search, and of interventions as many as there can have been."""
    tally, config = learned.tally, learned.base.config
    tried = sum(interventions(config, one.canary.texts) for one in learned.tried)
    return tally.forwards + GRADIENT * tally.gradients + tried


def learn(audited: Audited, mode: str, progress: Progress | None = None) -> Learned:
    """Try canaries, and put together what every chance is computed from."""
    words = _stock(audited)
    base = prepared(audited.study, {Token(normal(form), FIELD): form for form in words.every})
    tally = Tally()
    own = audited.classifier, audited.method, audited.seed
    bench = Bench(base, *own, tally, audited.budget, audited.searching)
    extent = replace(EXTENTS[mode], share=audited.share * EXTENTS[mode].share)
    tried = try_canaries(bench, chosen(extent, base, words, audited.costs), progress or Silent())
    pair = pair_of(base, words) if audited.share else None
    both = {} if pair is None else second_differences(base, pair, audited.classifier, seed=audited.seed)
    return Learned(odds_of(audited, base, words, tried, both), base, tried, tally)


def _stock(audited: Audited) -> Stock:
    """Words for canaries that neither the data nor the labels hold, and that the model sees as one word."""
    study = audited.study
    taken = frozenset(token.text for token in study.corpus.vocabulary[: study.corpus.words])
    readable = partial(is_readable, audited.classifier)
    return stock(study.knowledge, taken, readable, seed=audited.seed)


def odds_of(
    audited: Audited,
    base: Study,
    words: Stock,
    tried: Sequence[Tried],
    differences: Mapping[float, tuple[float, ...]],
) -> Odds:
    """All that chances are computed from; canaries that came out or did not have moved it.

    `differences` are by effect what a pair does beyond its words; without any, pairs have no chances.
    """
    study = audited.study
    by_effect: dict[float, Seen] = {}
    for one in tried:
        if one.canary.kind is not CanaryKind.PAIR:
            by_effect[one.canary.effect] = by_effect.get(one.canary.effect, NOTHING_SEEN) + one.seen
    dates = [Token(normal(form), FIELD) for form in words.dates]
    dated = group_of(base, dates) if dates else None
    before = Odds(
        grounds={label: ground_of(study, label, audited.evidence) for label in labels_of(study, 0)},
        behaviours=behaviours(by_effect),
        known=_known(base, words, paired=bool(differences)),
        rule=study.rule,
        dated=np.zeros(len(study.labelled), dtype=np.int64)
        if dated is None
        else base.association.observed[dated],
        pairs=_pair_ground(study, audited.evidence),
        differences=differences,
        shifts=dict.fromkeys(CanaryKind, Shift()),
    )
    return replace(before, shifts=_shifts(before, base, tried))


def _known(base: Study, words: Stock, *, paired: bool) -> dict[CanaryKind, Known]:
    tokens = {
        CanaryKind.MADE_UP: words.made_up,
        CanaryKind.NATURAL: words.natural,
        CanaryKind.DATES: words.dates,
        CanaryKind.PAIR: words.made_up if paired else (),
    }
    found: dict[CanaryKind, Known] = {CanaryKind.MADE_UP: NEW_WORD}
    for kind, forms in tokens.items():
        some = [Token(normal(form), FIELD) for form in forms]
        if some:
            found[kind] = known_of_group(base, some) if kind is CanaryKind.DATES else known_of(base, some)
    return found


def _pair_ground(study: Study, evidence: Sequence[Evidence]) -> PairGround:
    level, method = min(LEVEL, study.rule.level), study.config.correction
    interactions = [one.of(Interaction).second_difference.p for one in evidence]
    choices = study.pair_choices
    return PairGround(
        together=study.config.together,
        interacts=largest_p([p for p in interactions if p is not None], level=level, method=method),
        leak=largest_p([choice.p for choice in choices.values()], level=level, method=method),
        # With labels, a pair that they follow is tried first; without, chance decides.
        room=1.0 if study.labelled.sum() else min(1.0, study.config.pairs / (len(choices) + 1)),
    )


def _shifts(odds: Odds, base: Study, tried: Sequence[Tried]) -> dict[CanaryKind, Shift]:
    """What the canaries teach: pairs by themselves, all other kinds together."""
    found: dict[CanaryKind, Shift] = {}
    for paired in (False, True):
        some = [one for one in tried if (one.canary.kind is CanaryKind.PAIR) == paired]
        shift = after([expected(odds, base, one) for one in some], [one.came_out for one in some])
        found |= {kind: shift for kind in CanaryKind if (kind is CanaryKind.PAIR) == paired}
    return found


def expected(odds: Odds, base: Study, one: Tried) -> float:
    """The chance of a canary that was tried, as it is computed: its own words, its own number of labels."""
    canary = one.canary
    known = odds.known[canary.kind]
    if canary.kind is CanaryKind.NATURAL:
        known = known_of(base, canary.tokens)
    agreement = canary.agreeing / canary.texts
    shortcut = Shortcut(canary.kind, canary.texts / len(base.corpus), canary.effect, agreement)
    return replace(odds, known={canary.kind: known}).computed(
        canary.kind,
        odds.plant(shortcut, canary.label),
        at_effect(odds.behaviours.middle, canary.effect),
        with_label=canary.agreeing_documents if canary.documents else None,
    )


def _trial(odds: Odds, base: Study, one: Tried) -> CanaryTrial:
    canary = one.canary
    return CanaryTrial(
        kind=canary.kind.value,
        effect=canary.effect,
        label=base.corpus.labels[canary.label],
        texts=canary.texts,
        expected=expected(odds, base, one),
        came_out=one.came_out,
    )


def _points(odds: Odds) -> tuple[PowerPoint, ...]:
    points = []
    for kind in odds.known:
        for effect in EFFECTS:
            for reach in REACHES if effect == EFFECT else FEW:
                found = odds.chance(Shortcut(kind, reach, effect))
                points.append(
                    PowerPoint(
                        kind.value,
                        reach,
                        effect,
                        *(round(v, 4) for v in (found.middle, found.low, found.high)),
                    )
                )
    return tuple(points)
