"""Long texts: few words are tried first, and the sets mean what they always mean."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.essence import Flip
from auditor.cidr.minimal import minimal_set
from auditor.cidr.removals import Removals
from auditor.cidr.search import SCOUTS, SHORTLIST, prune
from auditor.config import CidrConfig
from auditor.records.text import Explanation, Status
from tests.support import WORDS, Logits, drive, make_classifier, subsets, toy_encoded

QUICK = CidrConfig.quick()
PAIRS = 5
"""Removals beside the words alone where the first pairs tried hold the set."""


def toy(value: Callable[[torch.Tensor], torch.Tensor]) -> Logits:
    """Two-class logits with this margin of the first class."""
    return lambda presence: torch.stack([value(presence) / 2, -value(presence) / 2])


def additive(weights: np.ndarray, start: float) -> Logits:
    """Each word that is removed takes its weight from the margin."""
    return toy(lambda presence: start - torch.as_tensor(weights) @ (1 - presence))


def known(logits: Logits, words: int) -> Removals:
    removals = Removals(words, Flip(), budget=1500)
    removals.start(logits(torch.ones(words, dtype=torch.float64)).numpy())
    return removals


def margin(logits: Logits, words: int, removed: Any) -> float:
    presence = torch.ones(words, dtype=torch.float64)
    presence[list(removed)] = 0
    first, second = logits(presence).tolist()
    return float(first - second)


def check(found: Explanation, logits: Logits, unit: str = "pairs") -> None:
    """Brute force over the set's items: it loses the class, no part does, no word of the core can go."""
    words = len(found.words)
    items = [pair.indices for pair in found.pairs] if found.pairs else [(w,) for w in found.set]
    if unit == "words":
        items = [(w,) for w in found.set]
    assert found.status is Status.VERIFIED
    assert margin(logits, words, found.set) < 0
    parts = (
        subsets(items)[1:-1] if len(items) <= 5 else [items[:k] + items[k + 1 :] for k in range(len(items))]
    )
    for part in parts:
        assert margin(logits, words, {w for item in part for w in item}) > 0
    for word in found.core:
        assert len(found.core) == 1 or margin(logits, words, set(found.core) - {word}) > 0


@pytest.mark.parametrize("words", [SHORTLIST + 1, 128, 256])
def test_a_pair_among_the_leading_words_costs_the_same_in_every_long_text(words: int) -> None:
    weights = np.full(words, 0.001)
    weights[[5, 60]] = 1.0
    logits = additive(weights, 1.9)
    found = drive(minimal_set(toy_encoded(words), ("one", "other"), QUICK), logits)
    assert found.set == (5, 60)
    assert found.forwards <= 2 + SCOUTS + PAIRS
    check(found, logits)


@pytest.mark.parametrize("unit", ["pairs", "words"])
def test_a_word_that_loses_the_class_alone_is_found(unit: str) -> None:
    weights = np.full(120, 0.001)
    weights[33] = 3.0
    logits = additive(weights, 2.0)
    found = drive(minimal_set(toy_encoded(120), ("one", "other"), replace(QUICK, unit=unit)), logits)
    assert 33 in found.set
    assert found.core == (33,)
    check(found, logits, unit)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    words=st.integers(SHORTLIST + 1, 110),
    share=st.floats(0.02, 0.9),
    unit=st.sampled_from(["pairs", "words"]),
)
def test_a_set_that_exists_is_found_and_is_minimal(seed: int, words: int, share: float, unit: str) -> None:
    """No removal helps the class, and all words together lose it: there is a set, of few words or of most."""
    generator = np.random.default_rng(seed)
    weights = generator.exponential(size=words) ** 2
    logits = additive(weights, float(share * weights.sum()))
    found = drive(minimal_set(toy_encoded(words), ("one", "other"), replace(QUICK, unit=unit)), logits)
    check(found, logits, unit)
    smallest = int(np.searchsorted(np.cumsum(np.sort(weights)[::-1]), share * weights.sum())) + 1
    assert len(found.core) <= max(smallest + 3, 1.25 * smallest)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_sets_are_minimal_where_words_undo_each_other(seed: int) -> None:
    words = SHORTLIST + 1 + seed % 40
    logits = oddly(words, seed)
    found = drive(minimal_set(toy_encoded(words), ("one", "other"), QUICK), logits)
    if found.status is Status.VERIFIED:
        check(found, logits)


def oddly(words: int, seed: int) -> Logits:
    """Words that help and harm, and undo each other in pairs."""
    generator = np.random.default_rng(seed)
    weights = torch.as_tensor(generator.normal(0.2, 1.0, words))
    crossed = generator.integers(0, words, (2, 40))
    strength = torch.as_tensor(generator.normal(0, 0.5, 40))

    def value(presence: torch.Tensor) -> torch.Tensor:
        gone = 1 - presence
        return 4.0 - weights @ gone + strength @ (gone[crossed[0]] * gone[crossed[1]])

    return toy(value)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**6), count=st.integers(2, 60))
def test_pruning_ends_with_no_word_that_can_go(seed: int, count: int) -> None:
    """Also where a word that could not go from a set can go from a part of it."""
    words = SHORTLIST + 20
    logits, members = oddly(words, seed), frozenset(range(count))
    if margin(logits, words, members) > -1e-3:
        return
    kept = drive(prune(known(logits, words), members), logits)
    assert kept <= members
    assert margin(logits, words, kept) < 0
    for word in kept:
        assert len(kept) == 1 or margin(logits, words, kept - {word}) > -1e-4


def test_pruning_asks_again_only_what_may_go() -> None:
    """Thirty words of forty are needed, and three more; the others go in two rounds."""
    weights = np.concatenate([np.full(30, 1.0), np.linspace(0.01, 0.1, 10), np.zeros(60)])
    spent, found = [], []
    for words in (SHORTLIST, 100):
        logits = additive(weights[:words], 30.2)
        removals = known(logits, words)
        found.append(drive(prune(removals, frozenset(range(40))), logits))
        spent.append(removals.spent)
    assert found[0] == found[1] == {*range(30), 37, 38, 39}
    assert spent[1] < spent[0] - 25


def test_a_short_text_is_searched_as_before() -> None:
    """Up to the number of words that are searched one by one, every word is asked alone."""
    weights = np.full(SHORTLIST, 0.001)
    weights[[5, 60]] = 1.0
    found = drive(minimal_set(toy_encoded(SHORTLIST), ("one", "other"), QUICK), additive(weights, 1.9))
    assert found.set == (5, 60)
    assert found.forwards > SHORTLIST


def test_a_long_text_has_the_same_set_in_every_batch() -> None:
    classifier = make_classifier(limit=96, double=True)
    generator = np.random.default_rng(3)
    texts = [" ".join(generator.choice(WORDS, count)) for count in (70, 80, 88)]

    def sets(budget: Budget) -> list[Any]:
        tasks = [
            Task(encoded, minimal_set(encoded, classifier.labels, QUICK))
            for encoded in map(classifier.encode, texts)
        ]
        for task in run(classifier, tasks, budget=budget):
            assert isinstance(task.outcome, Explanation)
        return [
            (one.status, one.set, one.core, one.forwards)
            for one in (task.outcome for task in tasks)
            if isinstance(one, Explanation)
        ]

    assert all(len(classifier.encode(text).words) > SHORTLIST for text in texts)
    assert sets(Budget(forward=100, gradient=100, window=1)) == sets(Budget(forward=5000, window=64))
