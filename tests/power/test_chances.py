"""The computed chances against what the audit's own tests say, count by count."""

import numpy as np
import pytest
from scipy.stats import binom

from auditor.config import RuleConfig
from auditor.power.chances import (
    Behaviour,
    Ground,
    Plant,
    chance,
    deciding_chance,
    leaking_chances,
    least_needed,
    least_with_label,
    needed_chance,
)
from auditor.power.thresholds import largest_p
from auditor.signals import association
from auditor.signals.association import Association
from auditor.signals.flips import flips
from auditor.signals.insertion import Insertion, conditions
from auditor.signals.recurrence import label_tests
from auditor.signals.statistics import adjust, poisson_binomial_tail, rate
from auditor.verdicts.knowing import Answer

RULE = RuleConfig()
UNKNOWN = {(Answer.UNKNOWN, 0.5): 1.0}
GROUND = Ground(
    labelled=(60, 40), audited=100, leak=0.004, leak_if_needed=0.02, needed=0.002, promise=-1.0,
    insertions=40, placebo=0.0,
)  # fmt: skip
BEHAVIOUR = Behaviour(effect=0.9, agreeing=0.9, others=0.6, needed=0.7, random=0.15)


def with_(**changes: object) -> Ground:
    return Ground(**vars(GROUND) | changes)  # type: ignore[arg-type]


def is_clear_leak(both: int, holding: int, others: list[float], *, label: int = 1) -> bool:
    """What the audit itself would say, with these p-values in the family."""
    counts = np.zeros((1, 1, 2), dtype=np.int64)
    counts[0, 0] = (holding - both, both) if label == 1 else (both, holding - both)
    tests = label_tests(counts, np.array([GROUND.labelled]), halves=False)
    adjusted = float(adjust([*others, float(tests.p[0, label])])[-1])
    base = GROUND.labelled[label] / 100
    found = Association(share=rate(both, holding, adjusted_p=adjusted), base=base)
    return all(condition.met for condition in association.conditions(found, RULE))


@pytest.mark.parametrize("others", [[], [0.9] * 30, [1e-6] * 5 + [0.5] * 40])
@pytest.mark.parametrize("holding", [5, 6, 9, 14, 30])
@pytest.mark.parametrize("label", [0, 1])
def test_the_least_count_is_where_the_audit_begins_to_see_a_clear_leak(
    others: list[float], holding: int, label: int
) -> None:
    ground = with_(leak=largest_p(others, level=0.05))
    least = least_with_label(ground, Plant(0.1, 0.9, label), holding, RULE, p=ground.leak)
    seen = [both for both in range(holding + 1) if is_clear_leak(both, holding, others, label=label)]
    assert least == min(seen, default=holding + 1)


def test_a_leak_is_the_tail_of_a_binomial_distribution() -> None:
    plant, ground = Plant(reach=0.12, agreement=0.8, label=1), with_(leak=1e-4)
    least = least_with_label(ground, plant, 12, RULE, p=ground.leak)
    fewer = least_with_label(ground, plant, 12, RULE, p=ground.leak_if_needed)
    sure, likely = leaking_chances(ground, plant, RULE)
    assert fewer < least
    assert sure == pytest.approx(sum(binom.pmf(k, 12, 0.8) for k in range(least, 13)))
    assert likely == pytest.approx(sum(binom.pmf(k, 12, 0.8) for k in range(fewer, least)))
    assert leaking_chances(ground, plant, RULE, with_label=least) == (1.0, 0.0)
    assert leaking_chances(ground, plant, RULE, with_label=fewer) == (0.0, 1.0)
    assert leaking_chances(ground, plant, RULE, with_label=fewer - 1) == (0.0, 0.0)


def test_what_too_few_texts_hold_is_not_tested() -> None:
    assert leaking_chances(GROUND, Plant(0.04, 1.0, 1), RULE) == (0.0, 0.0)
    assert needed_chance(GROUND, BEHAVIOUR, Plant(0.04, 1.0, 1)) == 0.0


def test_dates_that_are_there_already_dilute_new_ones_or_help_them() -> None:
    alone = leaking_chances(GROUND, Plant(0.12, 0.9, 1), RULE)[0]
    diluted = leaking_chances(GROUND, Plant(0.12, 0.9, 1, holding=20, with_label=6), RULE)[0]
    helped = leaking_chances(GROUND, Plant(0.06, 0.9, 1, holding=6, with_label=6), RULE)[0]
    assert diluted < 0.2 < alone
    assert helped > leaking_chances(GROUND, Plant(0.06, 0.9, 1), RULE)[0]


@pytest.mark.parametrize("p", [0.05, 0.002, 1e-5])
def test_so_many_sets_must_need_it_as_the_exact_test_asks(p: float) -> None:
    for sets, least in zip(range(5, 30), least_needed(np.arange(5, 30), 0.15, p), strict=True):
        tails = [poisson_binomial_tail(count, [0.15] * sets) for count in range(sets + 1)]
        assert int(least) == next((c for c, tail in enumerate(tails) if tail <= p), sets + 1)


def test_needed_is_a_sum_over_the_sets_that_there_may_be() -> None:
    plant = Plant(reach=0.1, agreement=0.9, label=1)
    share = 0.9 * 0.9 + 0.1 * 0.6
    expected = 0.0
    for sets in range(5, 11):
        for needed in range(sets + 1):
            if poisson_binomial_tail(needed, [0.15] * sets) <= GROUND.needed:
                expected += binom.pmf(sets, 10, share) * binom.pmf(needed, sets, 0.7)
    assert needed_chance(GROUND, BEHAVIOUR, plant) == pytest.approx(expected)


@pytest.mark.parametrize("placebo", [0.0, 0.1])
def test_deciding_alone_is_what_the_rule_says_of_so_many_turned_texts(placebo: float) -> None:
    trials, decides = 20, []
    for turned in range(trials + 1):
        own = [place < turned for place in range(trials)]
        # Placebos turn texts evenly, so that they turn their share of those that the token turns.
        other = [placebo > 0 and place % 10 == 0 for place in range(trials)]
        met = {c.code: c.met for c in conditions(Insertion(**vars(flips(own, other, [0.1] * trials))), RULE)}
        decides.append(met["decides"])
    expected = sum(binom.pmf(turned, trials, 0.8) for turned in range(trials + 1) if decides[turned])
    assert deciding_chance(with_(insertions=trials, placebo=placebo), 0.8, RULE) == pytest.approx(expected)


def test_nothing_is_inserted_and_nothing_decides() -> None:
    assert deciding_chance(with_(insertions=0), 1.0, RULE) == 0.0


def test_what_is_known_of_the_word_decides_what_comes_out() -> None:
    plant = Plant(reach=0.1, agreement=0.6, label=1)  # too little agreement for a leak
    needed = needed_chance(GROUND, BEHAVIOUR, plant)
    asked = needed * deciding_chance(GROUND, 0.9, RULE)
    leaks = sum(leaking_chances(GROUND, plant, RULE)[:1])
    unknown = chance(GROUND, BEHAVIOUR, plant, UNKNOWN, RULE)
    unrelated = chance(GROUND, BEHAVIOUR, plant, {(Answer.UNRELATED, 1.0): 1.0}, RULE)
    assert chance(GROUND, BEHAVIOUR, plant, {(Answer.RELATED, 0.0): 1.0}, RULE) == 0.0
    assert unrelated < 0.1 < asked < unknown <= asked + leaks + needed
    half = {(Answer.UNKNOWN, 0.5): 0.5, (Answer.RELATED, 0.0): 0.5}
    assert chance(GROUND, BEHAVIOUR, plant, half, RULE) == pytest.approx(unknown / 2)


def test_without_room_a_token_must_promise_more_than_the_last_that_is_tried() -> None:
    plant = Plant(reach=0.12, agreement=1.0, label=1)
    assert chance(GROUND, BEHAVIOUR, plant, UNKNOWN, RULE) > 0.95
    assert chance(with_(promise=0.01), BEHAVIOUR, plant, UNKNOWN, RULE) > 0.95
    assert chance(with_(promise=0.9), BEHAVIOUR, plant, UNKNOWN, RULE) == 0.0


def test_without_labels_only_what_decides_alone_comes_out() -> None:
    bare = with_(labelled=(0, 0), leak=0.0)
    plant = Plant(reach=0.15, agreement=0.9, label=1)
    assert leaking_chances(bare, plant, RULE) == (0.0, 0.0)
    expected = needed_chance(bare, BEHAVIOUR, plant) * deciding_chance(bare, 0.9, RULE)
    assert chance(bare, BEHAVIOUR, plant, UNKNOWN, RULE) == pytest.approx(expected)
    assert expected > 0.5


def test_chances_rise_with_agreement_and_with_the_number_of_texts() -> None:
    by_agreement = [chance(GROUND, BEHAVIOUR, Plant(0.1, a, 1), UNKNOWN, RULE) for a in (0.5, 0.7, 0.9, 1.0)]
    assert by_agreement == sorted(by_agreement) and by_agreement[0] < by_agreement[-1]
    larger = with_(labelled=(6000, 4000), audited=10_000)
    assert chance(larger, BEHAVIOUR, Plant(0.01, 0.9, 1), UNKNOWN, RULE) > 0.99
