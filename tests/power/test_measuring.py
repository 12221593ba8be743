"""The power of a small audit: the same every time, in order, and right about what is certain."""

from dataclasses import replace

import pytest

from auditor.findings.power_record import Power
from auditor.power.canary import EFFECTS, CanaryKind
from auditor.power.choosing import EXTENTS, QUICK
from auditor.power.ground import ground_of, group_of, known_of
from auditor.power.measuring import FEW, REACHES, Audited, expected, learn, measure_power
from auditor.power.mixture import number_of
from auditor.power.thresholds import largest_p
from auditor.signals.counts import Token
from auditor.signals.statistics import adjust
from auditor.signals.study import Study
from auditor.verdicts.knowing import Answer


@pytest.fixture(scope="module")
def power(audited: Audited) -> Power:
    return measure_power(audited, "quick")


def test_there_is_a_point_for_every_kind_effect_and_reach(power: Power) -> None:
    wanted = [
        (kind.value, effect, reach)
        for kind in CanaryKind
        for effect in EFFECTS
        for reach in (REACHES if effect == 0.5 else FEW)
    ]
    assert [(one.kind, one.effect, one.reach) for one in power.points] == wanted
    assert all(0 <= one.low <= one.chance <= one.high < 1 for one in power.points)
    assert [one.kind for one in power.resolutions] == [kind.value for kind in CanaryKind]


def test_two_texts_are_never_enough_and_twenty_always(power: Power) -> None:
    words = {one.reach: one for one in power.points if one.kind == "made-up" and one.effect == 0.5}
    assert words[0.01].chance == 0.0 and words[0.1].chance > 0.8
    assert 0.01 < (power.resolutions[0].reach or 1.0) <= 0.1
    assert power.more_texts is not None and power.more_texts > 0


def test_it_is_the_same_every_time_and_says_what_it_cost(audited: Audited, power: Power) -> None:
    assert measure_power(audited, "quick") == power
    assert 0 < power.cost <= 0.15 and power.trials
    assert {one.label for one in power.trials} <= {"negative", "positive"}


def test_canaries_do_what_was_computed_for_them(audited: Audited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTENTS, "quick", replace(QUICK, share=0.8))
    found = learn(audited, "quick")
    assert len(found.tried) == 6
    for one in found.tried:
        stated = expected(found.odds, found.base, one)
        assert one.came_out if stated > 0.9 else not one.came_out if stated < 0.1 else True
    assert any(one.came_out for one in found.tried)


def test_a_model_that_cannot_read_new_words_has_chances_all_the_same(
    audited: Audited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("auditor.power.measuring.is_readable", lambda *_: False)
    power = measure_power(audited, "quick")
    assert power.trials == () and {one.kind for one in power.points} == {"made-up"}
    assert max(one.chance for one in power.points) > 0.9


def test_a_run_too_small_for_canaries_assumes_what_is_usual(audited: Audited) -> None:
    power = measure_power(replace(audited, costs={"forwards": 0.0, "gradients": 0.0}), "quick")
    assert power.trials == () and power.cost == 0.0
    assert any(one.chance > 0.9 for one in power.points)


def test_the_ground_has_the_thresholds_of_one_more_test(study_: Study) -> None:
    ground = ground_of(study_, 1, [])
    tests = study_.association
    family = tests.p[tests.tested].tolist()
    inside, outside = (adjust([*family, 1.0, ground.leak * f])[-1] for f in (0.999, 1.001))
    assert inside <= 0.05 < outside
    assert ground.labelled == tuple(study_.labelled) and ground.audited == len(study_.corpus)
    assert ground.promise == -1.0  # there is room for more candidates
    crowded = replace(study_, config=replace(study_.config, candidates=3))
    assert ground_of(crowded, 1, []).promise > 0
    none = replace(study_, config=replace(study_.config, candidates=0))
    assert ground_of(none, 1, []).promise == 1.0
    assert ground.needed < largest_p([], level=0.05)


@pytest.fixture
def study_(audited: Audited) -> Study:
    return audited.study


def test_what_is_known_of_new_words_is_what_the_audit_would_know(base: Study) -> None:
    assert known_of(base, [Token("zorvex"), Token("lumikan")]) == {(Answer.UNKNOWN, 0.5): 1.0}
    dates = [token for token in base.corpus.vocabulary if token.text.startswith("2041")]
    group = group_of(base, dates)
    assert group is not None and base.corpus.vocabulary[group] == Token("date", 0, "kind")
    assert group_of(base, [Token("zorvex")]) is None
    assert number_of(base.corpus, Token("zorvex")) < base.corpus.words
