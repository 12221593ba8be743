"""The chance of a pair, against the audit's own test of what two words do together."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from auditor.config import RuleConfig
from auditor.power.chances import Behaviour, Ground, Plant, needed_chance
from auditor.power.pair_chances import PairGround, _interacts, _leaks, pair_chance
from auditor.signals.association import reaches
from auditor.signals.statistics import hypergeometric_tail, mean
from auditor.verdicts.knowing import Answer

RULE = RuleConfig()
GROUND = Ground((500, 500), 300, 1e-3, 1e-2, 1e-4, -1.0, 40, 0.0)
PAIRS = PairGround(16, 0.01, 0.01, 1.0)
OBEYED = Behaviour(0.9, agreeing=0.9, others=0.9, needed=0.85, random=0.15)
PLANT = Plant(0.1, 0.9, 1)
UNKNOWN = {(Answer.UNKNOWN, 0.5): 1.0}


def chance(**changes: object) -> float:
    values: dict[str, object] = {
        "ground": GROUND, "pairs": PAIRS, "behaviour": OBEYED, "plant": PLANT, "known": UNKNOWN, "rule": RULE
    }  # fmt: skip
    differences = changes.pop("differences", (0.8, 0.7, 0.9) * 6)
    values |= changes
    return pair_chance(*values.values(), differences=differences)  # type: ignore[arg-type]


def test_an_interaction_is_what_the_audit_itself_would_see() -> None:
    """Each imagined pair through the audit's mean and bound, one after the other."""
    differences = (0.9, -0.3, 0.4, 0.1, 0.6)
    found = _interacts(np.random.default_rng(3), differences, 12, RULE)
    drawn = np.random.default_rng(3).choice(np.array(differences), size=(len(found), 12))
    expected = [reaches(mean(row).low, RULE.interacts) for row in drawn]
    assert found.tolist() == expected and 0 < np.mean(expected) < 1


def test_a_leak_is_the_exact_test_on_texts_with_both_words_and_with_one() -> None:
    """Against the sum over every count of texts with the label, in either group."""
    both, agreement, level = 10, 0.9, 0.01
    exact = 0.0
    for together in range(both + 1):
        alone = np.arange(2 * both + 1)
        p = hypergeometric_tail(together, documents=3 * both, labelled=together + alone, holding=both)
        weights = binom.pmf(together, both, agreement) * binom.pmf(alone, 2 * both, 1 - agreement)
        exact += float(weights[p <= level].sum())
    ground = replace(PAIRS, leak=level)
    drawn = [
        _leaks(np.random.default_rng(seed), ground, replace(PLANT, agreement=agreement), both).mean()
        for seed in range(8)
    ]
    assert np.mean(drawn) == pytest.approx(exact, abs=0.02)


def test_a_pair_is_looked_at_only_where_sets_need_both_its_words() -> None:
    """Each word is needed in half of the sets, and there must be room to try the pair."""
    looked_at = needed_chance(GROUND, replace(OBEYED, needed=0.425), PLANT) ** 2
    assert chance() <= looked_at + 1e-9
    assert chance(pairs=replace(PAIRS, room=0.25)) == pytest.approx(chance() / 4)
    ignored = replace(OBEYED, needed=0.15)
    assert chance(behaviour=ignored) < 0.01 < chance()


def test_what_is_taken_for_the_task_does_not_come_out() -> None:
    half = {(Answer.UNKNOWN, 0.5): 0.3, (Answer.UNRELATED, 1.0): 0.2, (Answer.RELATED, 0.0): 0.5}
    assert chance(known=half) == pytest.approx(chance() / 2)
    assert chance(known={(Answer.RELATED, 0.0): 1.0}) == 0.0


def test_without_labels_the_labels_ask_for_nothing() -> None:
    bare = replace(GROUND, labelled=(0, 0))
    assert chance(ground=bare, pairs=replace(PAIRS, leak=0.0)) > 0.0
    assert chance(pairs=replace(PAIRS, leak=0.0)) == 0.0


@pytest.mark.parametrize(("reach", "possible"), [(7 / 300, False), (8 / 300, True)])
def test_eight_texts_must_hold_both(reach: float, possible: bool) -> None:
    easy = replace(PAIRS, interacts=0.5, leak=1.0)
    ground = replace(GROUND, needed=0.5)
    assert (chance(ground=ground, pairs=easy, plant=replace(PLANT, reach=reach)) > 0) == possible


def test_more_texts_and_larger_differences_never_hurt() -> None:
    by_reach = [chance(plant=replace(PLANT, reach=reach)) for reach in (0.03, 0.06, 0.1, 0.3)]
    assert by_reach == sorted(by_reach) and by_reach[-1] > by_reach[0]
    by_size = [chance(differences=(size, size - 0.1, size + 0.1) * 6) for size in (0.15, 0.25, 0.5, 0.9)]
    assert by_size == sorted(by_size) and by_size[-1] > by_size[0] == 0.0


def test_the_same_question_has_the_same_answer() -> None:
    noisy = (0.9, -0.2, 0.5)
    assert chance(differences=noisy * 6) == chance(differences=noisy * 6)
