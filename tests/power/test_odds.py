"""Chances of shortcuts, the resolution and the texts that are missing: consistent with each other."""

from dataclasses import replace

import numpy as np
import pytest

from auditor.config import RuleConfig
from auditor.power.behaviours import USUAL, at_effect, behaviours
from auditor.power.canary import CanaryKind
from auditor.power.canary_search import NOTHING_SEEN, Seen
from auditor.power.chances import Ground, chance
from auditor.power.odds import Odds, Shortcut, scaled
from auditor.power.pair_chances import PairGround, pair_chance
from auditor.power.resolution import EFFECT, SMALL, SURE, more_texts, resolution
from auditor.power.shift import Shift
from auditor.signals.statistics import rate
from auditor.verdicts.knowing import Answer

GROUND = Ground((500, 500), 300, 1e-3, 1e-2, 1e-4, -1.0, 40, 0.0)
UNKNOWN = {(Answer.UNKNOWN, 0.5): 1.0}
STILL = dict.fromkeys(CanaryKind, Shift(0.0, -1.0, 1.0))
ODDS = Odds(
    grounds={0: GROUND, 1: GROUND},
    behaviours=behaviours({}),
    known=dict.fromkeys(CanaryKind, UNKNOWN),
    rule=RuleConfig(),
    dated=np.array([0, 0]),
    pairs=PairGround(16, 0.01, 0.01, 1.0),
    differences={0.5: (0.5,) * 16},
    shifts=STILL,
)
WORD = Shortcut(CanaryKind.MADE_UP, 0.03, 0.5)


def test_a_chance_is_the_mean_over_classes_moved_by_the_shift() -> None:
    rare = replace(GROUND, labelled=(900, 100))
    odds = replace(ODDS, grounds={0: rare, 1: rare})
    own = [
        chance(rare, at_effect(odds.behaviours.middle, 0.5), odds.plant(WORD, label), UNKNOWN, odds.rule)
        for label in (0, 1)
    ]
    assert own[0] != pytest.approx(own[1], abs=0.01)
    assert odds.middle(WORD) == pytest.approx(np.mean(own), abs=0.02)
    assert odds.chance(WORD).middle == odds.middle(WORD)


def test_the_interval_holds_the_chance_and_is_wider_where_less_is_known() -> None:
    for reach in (0.005, 0.01, 0.02, 0.05):
        found = ODDS.chance(replace(WORD, reach=reach))
        assert 0 <= found.low <= found.middle <= found.high <= 1
    sure = replace(ODDS, shifts=dict.fromkeys(CanaryKind, Shift(0.0, -0.1, 0.1)))
    wide, narrow = ODDS.chance(WORD), sure.chance(WORD)
    assert narrow.high - narrow.low < wide.high - wide.low


def test_the_resolution_is_where_the_chance_becomes_sure() -> None:
    smallest = resolution(ODDS, CanaryKind.MADE_UP)
    assert smallest is not None
    assert ODDS.middle(Shortcut(CanaryKind.MADE_UP, smallest, EFFECT)) >= SURE
    assert ODDS.middle(Shortcut(CanaryKind.MADE_UP, smallest * 0.97, EFFECT)) < SURE
    related = {(Answer.RELATED, 0.0): 1.0}
    hopeless = replace(ODDS, known=dict.fromkeys(CanaryKind, related))
    assert resolution(hopeless, CanaryKind.MADE_UP) is None and more_texts(hopeless) is None


def test_so_many_more_texts_do_bring_it_to_nine_in_ten() -> None:
    missing = more_texts(ODDS)
    assert missing and missing > 0
    small = Shortcut(CanaryKind.MADE_UP, SMALL, EFFECT)
    assert ODDS.middle(small, times=1 + missing / 1000) >= SURE > ODDS.middle(small, times=1 + missing / 2000)
    assert len(str(missing).rstrip("0")) <= 2  # two digits, not a false promise
    many = replace(ODDS, grounds={0: scaled(GROUND, 20)})
    assert more_texts(many) == 0


def test_dates_that_are_there_already_count() -> None:
    dates = replace(WORD, kind=CanaryKind.DATES)
    crowded = replace(ODDS, dated=np.array([60, 60]))
    assert crowded.middle(dates) < ODDS.middle(dates)
    assert crowded.middle(WORD) == ODDS.middle(WORD)
    assert crowded.plant(dates, 1, times=2.0).holding == 240


@pytest.mark.parametrize("effect", [0.25, 0.5, 0.9])
def test_what_was_seen_replaces_what_is_usual(effect: float) -> None:
    seen = Seen(agreeing=18, agreeing_sets=16, others=2, others_sets=1, needed=12, random=2.55)
    found = behaviours({effect: seen})
    own = at_effect(found.middle, effect)
    assert (own.agreeing, own.others, own.needed, own.random) == (16 / 18, 0.5, 12 / 17, 0.15)
    assert at_effect(found.low, effect).needed == rate(12, 17).low
    assert at_effect(found.high, effect).agreeing == rate(16, 18).high
    others = [one for one in USUAL if one != effect]
    assert all(at_effect(found.middle, other) == USUAL[other] for other in others)
    assert behaviours({effect: NOTHING_SEEN}) == behaviours({})


def test_between_effects_behaviour_changes_along_a_line() -> None:
    known = behaviours({}).middle
    between = at_effect(known, 0.7)
    assert between.needed == pytest.approx((known[1].needed + known[2].needed) / 2)
    nothing = at_effect(known, 0.0)
    assert (nothing.needed, nothing.others) == (known[0].random, 0.0)


def test_a_pair_needs_texts_enough_a_clear_difference_and_labels_that_follow() -> None:
    behaviour, plant = at_effect(ODDS.behaviours.middle, 0.9), ODDS.plant(replace(WORD, reach=0.3), 1)

    def pairs(differences: tuple[float, ...] = (0.5, 0.4) * 8, reach: float = 0.3, **changes: float) -> float:
        ground = PairGround(**{"together": 16, "interacts": 0.01, "leak": 0.01, "room": 1.0} | changes)  # type: ignore[arg-type]
        some = replace(plant, reach=reach)
        return pair_chance(GROUND, ground, behaviour, some, UNKNOWN, ODDS.rule, differences=differences)

    assert pairs() > 0.8
    assert pairs((0.1, 0.05) * 8) == 0.0  # less than the rule asks
    assert pairs(()) == 0.0 and pairs(reach=0.02) == 0.0  # six texts, eight are asked for
    assert pairs(interacts=2.0**-17) == 0.0  # sixteen texts cannot show so small a p
    assert pairs(leak=0.0) == 0.0
    assert pairs(room=0.5) == pytest.approx(pairs() / 2)
    assert pairs((0.9, -0.2) * 8) < pairs()
