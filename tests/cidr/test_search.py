"""Fewer evaluations: what is estimated instead of computed must agree with what is computed."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from auditor.cidr.essence import Flip
from auditor.cidr.integrated import base_path, without_each, without_words
from auditor.cidr.removals import Removals
from auditor.cidr.search import QUICK, WIDE, Proposal, exchanged, find, prune, shortlist
from tests.support import drive, from_table, probability


def test_estimated_paths_are_exact_for_a_linear_probability() -> None:
    weights = np.array([0.3, -0.1, 0.2])
    logits = probability(lambda x: 0.4 + torch.as_tensor(weights) @ x)
    base = drive(base_path(3, target=0, change=0.4, steps=2, tolerance=1e-6), logits)
    for leading in (0, 1):
        rows = drive(without_words(base, [0, 2], target=0, count=2, leading=leading), logits)
        np.testing.assert_allclose(rows, [[0, -0.1, 0.2], [0.3, -0.1, 0]], atol=1e-12)


def test_estimated_paths_converge_and_sum_to_what_is_known() -> None:
    generator = np.random.default_rng(2)
    logits = from_table(generator.normal(size=16))
    base = drive(base_path(4, target=0, change=0.0, steps=60, tolerance=1.0), logits)
    words = [0, 1, 2, 3]
    exact = drive(without_each(base, words, target=0, count=300), logits)
    many = drive(without_words(base, words, target=0, count=300), logits)
    np.testing.assert_allclose(many, exact, atol=0.005)
    totals = np.array([0.1, -0.2, 0.3, 0.0])
    rows = drive(without_words(base, words, target=0, count=2, leading=2, totals=totals), logits)
    np.testing.assert_allclose(rows.sum(axis=1), totals, atol=1e-12)
    np.testing.assert_array_equal(np.diag(rows), 0)


def test_only_the_leading_words_are_visited() -> None:
    logits = from_table(np.random.default_rng(4).normal(size=32))
    base = drive(base_path(5, target=0, change=0.0, steps=8, tolerance=1.0), logits)
    asking = without_words(base, [0, 1, 2, 3, 4], target=0, count=3, leading=2)
    question = next(asking)
    leaders = sorted(np.argsort(-base.attributions, kind="stable")[:2])
    assert sorted(set(question.removed.argmax(axis=1))) == leaders
    assert len(question.removed) == 6


def known(table: np.ndarray, budget: int = 1000) -> Removals:
    """Removals of a toy text, with the class fixed."""
    words = int(np.log2(len(table)))
    removals = Removals(words, Flip(), budget=budget)
    removals.start(np.array([table[-1] / 2, -table[-1] / 2]))
    return removals


def additive(effects: list[float], start: float) -> np.ndarray:
    """Margins where each word that is kept adds its effect."""
    count = len(effects)
    return np.array(
        [start - sum(e for i, e in enumerate(effects) if not k >> i & 1) for k in range(2**count)]
    )


def test_effects_are_exact_where_effects_add_up() -> None:
    effects = [0.5, -0.2, 1.0, 0.1]
    table = additive(effects, 3.0)
    removals = known(table)
    sets = [frozenset([w]) for w in range(4)] + [frozenset([0, 2]), frozenset([1, 2, 3])]
    drive(removals.ask(sets), from_table(table))
    found = removals.effects([0, 1, 2, 3])
    assert [found[w] for w in range(4)] == pytest.approx([-e for e in effects])


@pytest.mark.parametrize("effort", [QUICK, WIDE], ids=["quick", "wide"])
def test_additive_effects_give_the_smallest_set(effort: object) -> None:
    """Twelve words, of which the three strongest are needed: two pairs, whatever attribution says."""
    effects = [0.1] * 12
    effects[3], effects[7], effects[9] = 1.0, 0.9, 0.8
    table = additive(effects, 2.5)
    removals = known(table)
    attributions = np.linspace(1, 2, 12)  # misleading on purpose
    found = drive(
        find(removals, Proposal([(0, 1)], attributions), unit="pairs", effort=effort),  # type: ignore[arg-type]
        from_table(table),
    )
    assert found == {3, 7, 9}
    if effort is QUICK:
        assert removals.spent < 50


def test_the_budget_is_kept() -> None:
    table = np.abs(np.random.default_rng(0).normal(size=256)) + 0.1  # never lost
    for effort in (QUICK, WIDE):
        removals = known(table, budget=40)
        asking = find(removals, Proposal([], np.ones(8)), unit="pairs", effort=effort)
        assert drive(asking, from_table(table)) is None
        assert removals.spent <= 40


def test_a_long_text_is_searched_in_its_leading_words() -> None:
    attributions = np.zeros(200)
    attributions[[5, 150]] = [1.0, 2.0]
    assert shortlist(attributions)[:3] == [150, 5, 0]
    assert len(shortlist(attributions)) == 64


def test_a_set_of_many_words_is_found_by_prefixes() -> None:
    """Fourteen words that count for as much each, and eleven of them must go."""
    table = additive([1.0] * 14, 10.5)
    removals = known(table)
    asking = find(removals, Proposal([], np.arange(14.0)), unit="words", effort=replace(QUICK, largest=4))
    found = drive(asking, from_table(table))
    assert found is not None
    assert len(found) == 11
    assert removals.spent < 80


def test_pruning_drops_many_at_once_and_ends_with_nothing_to_drop() -> None:
    """Two words of fourteen are needed: the other twelve go in a few questions."""
    effects = [0.0] * 14
    effects[4] = effects[9] = 1.0
    table = additive(effects, 1.5)
    removals = known(table)
    kept = drive(prune(removals, frozenset(range(14))), from_table(table))
    assert kept == {4, 9}
    assert removals.spent < 40


def test_growing_small_sets_leaves_enough_to_find_a_large_one() -> None:
    """Forty equal words, thirty of which must go: growing pairs alone would use up the budget."""
    words = 40

    def logits(presence: torch.Tensor) -> torch.Tensor:
        margin = presence.sum() - 10.5
        return torch.stack([margin / 2, -margin / 2])

    removals = Removals(words, Flip(), budget=400)
    removals.start(logits(torch.ones(words)).numpy())
    found = drive(find(removals, Proposal([], np.ones(words)), unit="pairs", effort=WIDE), logits)
    assert found is not None and len(found) == 30


def test_of_two_pairs_the_one_that_takes_most_is_chosen() -> None:
    """Both pairs of words lose the class; the second, which the proposal ranks lower, takes more."""
    table = additive([1.0, 1.0, 1.4, 1.4, 0.0], start=1.9)
    proposal = Proposal([(0, 1), (2, 3)], np.array([1.0, 1.0, 1.4, 1.4, 0.0]))
    assert drive(find(known(table), proposal, unit="pairs", effort=WIDE), from_table(table)) == {2, 3}


def test_all_words_that_speak_for_the_class_are_tried_together() -> None:
    """Removed alone, each of five words seems to speak against the class; all five gone, it is lost."""
    words = 12

    def logits(presence: torch.Tensor) -> torch.Tensor:
        margin = 2.0 + (1 - presence[:5]).sum() * 0.1 - (1 - presence[5:]).sum() * 0.2
        gone = (presence[:5] == 0).all() and (presence[5:] == 1).all()
        margin = torch.where(gone, -1.0, margin)
        return torch.stack([margin / 2, -margin / 2])

    removals = Removals(words, Flip(), budget=1500)
    removals.start(logits(torch.ones(words)).numpy())
    attributions = np.array([1.0] * 5 + [-1.0] * 7)
    found = drive(find(removals, Proposal([], attributions), unit="pairs", effort=QUICK), logits)
    assert found == set(range(5))


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_a_set_of_all_but_a_few_words_is_found(kept: int) -> None:
    """The empty text gets the class too, and of twenty words the last few, left alone, speak for another."""
    words = 20
    weights = torch.tensor([1.0] * (words - kept) + [-3.0 / kept] * kept)

    def logits(presence: torch.Tensor) -> torch.Tensor:
        margin = 2.5 + weights @ presence.float()
        return torch.stack([margin / 2, -margin / 2])

    removals = Removals(words, Flip(), budget=1500)
    removals.start(logits(torch.ones(words)).numpy())
    found = drive(
        find(removals, Proposal([], weights.numpy()), unit="words", effort=replace(QUICK, largest=2)), logits
    )
    assert found == set(range(words - kept))


def test_what_words_do_by_themselves_finds_what_their_removal_hides() -> None:
    """Word 9 speaks for another class, and only alone; word 10 seems to, as long as word 0 is beside it."""
    words = 12

    def logits(presence: torch.Tensor) -> torch.Tensor:
        others = torch.cat([presence[:9], presence[10:]])
        alone = presence[9] * torch.prod(1 - others)
        margin = 2.0 + 0.3 * presence[:9].sum() - presence[10] * presence[0] - 3.0 * alone
        return torch.stack([margin / 2, -margin / 2])

    removals = Removals(words, Flip(), budget=1500)
    removals.start(logits(torch.ones(words)).numpy())
    attributions = np.array([0.3] * 9 + [-0.01, -0.5, 0.0])
    slopes = np.array([0.3] * 9 + [-3.0, -0.1, 0.0])
    effort = replace(QUICK, largest=2)
    blind = drive(find(removals, Proposal([], attributions), unit="words", effort=effort), logits)
    assert blind is None
    proposal = Proposal([], attributions, near_empty=slopes)
    found = drive(find(removals, proposal, unit="words", effort=effort), logits)
    assert found is not None and found == set(range(words)) - {9}


def test_growing_ends_when_every_word_is_gone() -> None:
    table = additive([0.1, 0.1, 0.1], start=2.5)
    proposal = Proposal([], np.ones(3))
    assert drive(find(known(table), proposal, unit="words", effort=WIDE), from_table(table)) is None


def test_margins_are_known_or_what_the_words_add_up_to() -> None:
    table = additive([0.5, 0.2, 0.1], start=2.0)
    table[0b100] = -1.0  # without words 0 and 1: more than their sum
    removals = known(table)
    pairs = [frozenset(pair) for pair in ((0, 1), (1, 2))]
    drive(removals.ask([frozenset([w]) for w in range(3)]), from_table(table))
    assert removals.margins(pairs) == pytest.approx({pairs[0]: 1.3, pairs[1]: 1.7})
    drive(removals.ask(pairs[:1]), from_table(table))
    assert removals.margins(pairs)[pairs[0]] == pytest.approx(-1.0)


def test_a_weak_word_is_exchanged_for_one_that_takes_more() -> None:
    """2.2 is lost without 2 and 0.3, or without 2 and 1: the second takes more with as many words."""
    table = additive([2.0, 0.3, 1.0], 2.2)
    removals, answer = known(table), from_table(table)
    drive(removals.ask([frozenset([w]) for w in range(3)]), answer)
    assert drive(exchanged(removals, frozenset({0, 1}), [0, 1, 2]), answer) == {0, 2}
    assert drive(exchanged(removals, frozenset({0, 2}), [0, 1, 2]), answer) == {0, 2}
    assert removals.spent == 1 + 3 + 2


def test_an_exchange_that_keeps_the_class_is_left_alone() -> None:
    """Word 2 takes more alone, but with word 0 the class stays: only the set that was found loses it."""
    table = np.full(8, 1.0)
    table[0b011] = 0.2
    table[0b100] = -1.0
    removals = known(table)
    drive(removals.ask([frozenset([w]) for w in range(3)]), from_table(table))
    assert drive(exchanged(removals, frozenset({0, 1}), [0, 1, 2]), from_table(table)) == {0, 1}
