"""Every verified set is checked against brute force, on functions small enough to try everything."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.cidr.essence import LOST, MOST, ROUNDING, Flip
from auditor.cidr.minimal import minimal_set, pair_up, path_nodes
from auditor.cidr.removals import Removals
from auditor.cidr.search import minimal, prune
from auditor.config import CidrConfig
from auditor.records.text import SOME, Explanation, Status
from tests.support import drive, from_table, subsets, toy_encoded

FAST: dict[str, Any] = {"steps": 2, "tolerance": 1.0, "removal_steps": 1}
"""Rough attributions: what is verified must be true whatever was proposed."""


class Truth:
    """What removing each set of words does, from the table itself (a mask's bits are the words *kept*).

    The table holds log-odds, so that evidence is a difference of two of its entries.
    """

    def __init__(self, table: np.ndarray) -> None:
        self.table = table
        self.words = int(np.log2(len(table)))
        self.sign = 1.0 if table[-1] >= 0 else -1.0
        self.total = self.evidence(())

    def odds(self, removed: Any = ()) -> float:
        """Log-odds of the predicted class."""
        kept = len(self.table) - 1 - sum(1 << int(w) for w in set(removed))
        return float(self.sign * self.table[kept])

    def probability(self, removed: Any = ()) -> float:
        return float(1 / (1 + np.exp(-self.odds(removed))))

    def evidence(self, removed: Any) -> float:
        """Log-odds beyond the text with every word removed."""
        return self.odds(removed) - self.odds(range(self.words))

    def lost(self, removed: Any) -> bool:
        """Whether another class wins, and by more than rounding."""
        return 2 * self.probability(removed) - 1 + ROUNDING <= LOST

    def mostly_gone(self, removed: Any) -> bool:
        """Whether most of the evidence is."""
        return self.evidence(removed) <= (1 - MOST) * self.total + 1e-9

    def any_set(self, *, size: int | None = None) -> bool:
        return any(self.lost(s) for s in subsets(range(self.words)) if s and size in (None, len(s)))

    @property
    def monotone(self) -> bool:
        """Whether no removal helps the class."""
        every = subsets(range(self.words))
        return all(self.odds(s) >= self.odds((*s, w)) for s in every for w in range(self.words))


def tables(low: int = 1, high: int = 6) -> st.SearchStrategy[np.ndarray]:
    """Arbitrary set functions: removing a word may help, harm, or undo what another did."""

    def build(words: int, seed: int, monotone: bool) -> np.ndarray:
        generator = np.random.default_rng(seed)
        if not monotone:
            return generator.normal(size=1 << words) + generator.choice([0.0, 2.0])
        gains = generator.exponential(size=1 << words) * (generator.random(1 << words) < 0.3)
        table = np.array([sum(gains[s] for s in range(1 << words) if s & k == s) for k in range(1 << words)])
        return table - generator.uniform(0, 2)

    return st.builds(build, st.integers(low, high), st.integers(0, 10**6), st.booleans())


def explained(table: np.ndarray, **options: Any) -> Explanation:
    config = CidrConfig(**{**FAST, **options})
    return drive(
        minimal_set(toy_encoded(int(np.log2(len(table)))), ("one", "other"), config), from_table(table)
    )


def items_of(result: Explanation, unit: str) -> list[tuple[int, ...]]:
    if unit == "pairs" and result.pairs:
        return [pair.indices for pair in result.pairs]
    return [(w,) for w in result.set]


def check_minimal(result: Explanation, gone: Callable[[Any], bool], unit: str) -> None:
    """The set does what is said of it, no part of its items does, and no word of the core can go."""
    items = items_of(result, unit)
    assert sorted({w for item in items for w in item}) == list(result.set)
    assert gone(result.set)
    for part in subsets(items)[1:-1]:
        assert not gone({w for item in part for w in item})
    assert set(result.core) <= set(result.set)
    assert gone(result.core)
    for word in result.core:
        assert len(result.core) == 1 or not gone(set(result.core) - {word})


@settings(max_examples=250)
@given(table=tables(), unit=st.sampled_from(["pairs", "words"]), fallback=st.booleans())
def test_every_status_means_what_it_says(table: np.ndarray, unit: str, fallback: bool) -> None:
    """Up to four words the search tries every set there is; beyond, it is complete where no removal helps."""
    truth = Truth(table)
    result = explained(table, unit=unit, fallback=fallback)
    assert result.probability == pytest.approx(truth.probability(), abs=1e-12)
    assert result.probability_after == pytest.approx(truth.probability(result.set), abs=1e-12)
    assert result.probability_empty == pytest.approx(truth.probability(range(truth.words)), abs=1e-12)
    assert result.evidence == pytest.approx(truth.total, abs=1e-9)
    assert result.evidence_after == pytest.approx(truth.evidence(result.set), abs=1e-9)
    assert (result.label_after != result.label) == (truth.odds(result.set) < 0)
    if result.status is Status.VERIFIED:
        assert result.label_after != result.label
        check_minimal(result, truth.lost, unit)
        return
    assert not truth.lost(range(truth.words))
    if truth.monotone or truth.words <= 4:
        assert not truth.any_set()
    if truth.total <= SOME:
        assert (result.status, result.set) == (Status.DEFAULT, ())
    elif fallback:
        assert result.status is Status.EVIDENCE
        check_minimal(result, truth.mostly_gone, unit)
    else:
        assert (result.status, result.set) == (Status.UNREACHABLE, ())


@settings(max_examples=150)
@given(table=tables(2))
def test_a_single_pair_is_found_whenever_there_is_one(table: np.ndarray) -> None:
    truth = Truth(table)
    result = explained(table)
    if truth.any_set(size=2):
        assert result.status is Status.VERIFIED
        assert len(result.pairs) == 1


@settings(max_examples=150)
@given(table=tables())
def test_a_single_word_is_found_whenever_there_is_one(table: np.ndarray) -> None:
    """With words as the unit; the word may even be one that no longer does it together with another."""
    truth = Truth(table)
    result = explained(table, unit="words")
    if truth.any_set(size=1):
        assert result.status is Status.VERIFIED
        assert len(result.set) == 1


@settings(max_examples=150)
@given(seed=st.integers(0, 10**6), words=st.integers(2, 5))
def test_evidence_that_adds_up_is_held_by_as_few_words_as_can_be(seed: int, words: int) -> None:
    """An empty text gets the class by far; the words' parts add up, so that the largest ones are the set."""
    generator = np.random.default_rng(seed)
    parts = generator.uniform(0.2, 2.0, size=words)
    table = 4.0 + np.array([sum(p for w, p in enumerate(parts) if k >> w & 1) for k in range(1 << words)])
    result = explained(table, unit="words")
    assert result.status is Status.EVIDENCE
    largest = np.cumsum(np.sort(parts)[::-1])
    assert len(result.set) == int(np.argmax(largest >= MOST * parts.sum() - 1e-9)) + 1


def test_the_second_question_costs_no_gradients_and_no_removal_twice() -> None:
    """What the first question learned serves the second: all sets of three words are known by then."""
    table = 3.0 + np.array([0.0, 1.0, 0.2, 1.2, 0.1, 1.1, 0.3, 1.3])
    asked, found = explained(table, fallback=False), explained(table)
    assert (asked.status, found.status) == (Status.UNREACHABLE, Status.EVIDENCE)
    assert (found.forwards, found.gradients) == (asked.forwards, asked.gradients)
    assert found.core == (0,)  # 1.0 of 1.3


def test_a_word_that_only_works_alone_is_reported_alone() -> None:
    """Removing word 0 loses the class; removing anything else with it brings the class back."""
    table = np.full(8, 1.0)
    table[0b110] = -1.0
    for unit in ("pairs", "words"):
        result = explained(table, unit=unit)
        assert result.status is Status.VERIFIED
        assert (result.set, result.pairs) == ((0,), ())
        assert Truth(table).lost(result.set)


def test_a_tie_is_not_another_class_that_wins() -> None:
    """Without word 0 both classes have 0.5 to the last digits; only without both words the other one wins."""
    table = np.array([-1.0, 1.0, 1e-7, 2.0])
    result = explained(table, unit="words")
    assert (result.status, result.set) == (Status.VERIFIED, (0, 1))


@pytest.mark.parametrize("added", [0.0, -1.0, SOME / 2])
def test_default_where_the_text_adds_nothing(added: float) -> None:
    table = np.array([3.0, 3.0, 3.0, 3.0 + added])
    result = explained(table)
    assert result.status is Status.DEFAULT
    assert result.set == result.core == result.pairs == ()
    assert result.evidence == pytest.approx(added)


def test_one_word_text() -> None:
    found = explained(np.array([-1.0, 2.0]))
    assert (found.status, found.set, found.core, found.pairs) == (Status.VERIFIED, (0,), (0,), ())
    stuck = explained(np.array([1.0, 2.0]), fallback=False)
    assert (stuck.status, stuck.set) == (Status.UNREACHABLE, ())
    added = explained(np.array([1.0, 2.0]))
    assert (added.status, added.set, added.label_after) == (Status.EVIDENCE, (0,), added.label)
    assert (added.evidence, added.evidence_after) == (pytest.approx(1.0), pytest.approx(0.0))


def test_interaction_is_the_second_difference() -> None:
    """An AND of two words: removing either undoes it, so the second difference is p - q."""
    table = np.array([-1.0, -1.0, -1.0, 1.0])
    result = explained(table)
    p, q = 1 / (1 + np.exp(-1.0)), 1 / (1 + np.exp(1.0))
    (pair,) = result.pairs
    assert pair.interaction == pytest.approx(p - q - q + q)
    independent = explained(np.array([-2.0, 1.0, -1.0, 2.0]))
    sigmoid = lambda x: 1 / (1 + np.exp(-x))  # noqa: E731
    expected = sigmoid(2.0) - sigmoid(-1.0) - sigmoid(1.0) + sigmoid(-2.0)
    assert independent.pairs[0].interaction == pytest.approx(expected)
    assert independent.core == (0,)  # word 1 only completes the pair
    assert independent.pairs[0].words == ("w0", "w1")


def test_essence_threshold_asks_for_the_probability_itself() -> None:
    """Losing the majority is not enough at 0.3: here only both words together get below it."""
    table = np.array([-1.0, -0.1, -0.2, 2.0])
    flip = explained(table, unit="words")
    assert len(flip.set) == 1
    strict = explained(table, unit="words", essence="threshold", threshold=0.3)
    assert strict.set == (0, 1)
    assert strict.probability_after <= 0.3


@settings(max_examples=60)
@given(
    table=tables(2, 5),
    switch=st.sampled_from([{"refine": False}, {"cooperate": False}]),
)
def test_switches_change_the_proposal_and_never_the_guarantee(
    table: np.ndarray, switch: dict[str, Any]
) -> None:
    result = explained(table, **switch)
    if result.status is Status.VERIFIED:
        check_minimal(result, Truth(table).lost, "pairs")


def test_without_verification_the_proposal_is_reported_as_such() -> None:
    generator = np.random.default_rng(5)
    weights = generator.uniform(0.5, 1.5, size=5)
    table = np.array([sum(w for i, w in enumerate(weights) if k >> i & 1) for k in range(32)]) - 0.5
    once = 1 / CidrConfig().rounds  # every round leaves some pair outside, so some pair has this frequency
    proposal = explained(table, verify=False, epsilon=once)
    assert proposal.status is Status.UNVERIFIED
    assert proposal.set
    assert all(pair.frequency >= once for pair in proposal.pairs)
    strict = {p.indices for p in explained(table, verify=False, epsilon=0.5).pairs}
    frequency = {p.indices: p.frequency for p in proposal.pairs}
    assert strict and {pair for pair in frequency if frequency[pair] >= 0.5} <= strict <= set(frequency)
    rest = set(frequency) - strict
    assert rest and max(frequency[pair] for pair in rest) <= min(frequency[pair] for pair in strict)
    words = explained(table, verify=False, epsilon=once, unit="words")
    assert (words.set, words.pairs) == (proposal.set, ())
    greedy = explained(table, verify=False, refine=False)
    best = max(greedy.pairs, key=lambda pair: pair.score)
    assert set(best.indices) == set(np.argsort(-weights)[:2].tolist())


def test_budget_is_respected_before_the_checks_of_the_set_itself() -> None:
    table = np.full(1 << 7, 1.0)
    table[-1] = 2.0
    result = explained(table, forward_budget=20, fallback=False)
    assert result.status is Status.UNREACHABLE
    assert result.forwards <= 20 + 2


def test_three_classes_lose_to_any_rival() -> None:
    """The third class never comes near: losing to the second is enough."""
    import torch

    def logits(presence: torch.Tensor) -> torch.Tensor:
        own = 1 + 1.2 * presence[0] + presence[1]  # 3.2 as written, 2.0 without word 0
        return torch.stack([own, 0 * own + 2.5, 0 * own])

    result = drive(
        minimal_set(toy_encoded(2), ("a", "b", "c"), CidrConfig(**FAST, unit="words")),
        logits,
    )
    assert (result.label, result.set) == ("a", (0,))
    assert result.probability_after == pytest.approx(np.exp(2.0) / (np.exp(2.0) + np.exp(2.5) + 1))


@settings(max_examples=150)
@given(seed=st.integers(0, 10**6), classes=st.integers(3, 5), words=st.integers(1, 4), lean=st.floats(0, 4))
def test_several_classes_against_brute_force(seed: int, classes: int, words: int, lean: float) -> None:
    """Words speak for classes alone and in pairs; an empty text leans to the first class by `lean`."""
    import torch

    generator = np.random.default_rng(seed)
    alone = torch.as_tensor(generator.normal(size=(classes, words)))
    pairs = torch.as_tensor(generator.normal(size=(classes, words, words)))
    bias = torch.as_tensor(generator.normal(size=classes))
    bias[0] += lean

    def logits(presence: torch.Tensor) -> torch.Tensor:
        return bias + alone @ presence + torch.einsum("cij,i,j->c", pairs, presence, presence)

    def without(removed: Any) -> np.ndarray:
        presence = torch.ones(words, dtype=torch.float64)
        presence[list(removed)] = 0.0
        return np.asarray(logits(presence))

    labels = tuple("abcde"[:classes])
    result = drive(minimal_set(toy_encoded(words), labels, CidrConfig(**FAST, unit="words")), logits)
    own = int(without(()).argmax())

    def odds(removed: Any) -> float:
        chances = np.exp(without(removed)) / np.exp(without(removed)).sum()
        return float(np.log(chances[own] / (1 - chances[own])))

    total = odds(()) - odds(range(words))
    assert result.label == labels[own]
    assert result.label_after == labels[int(without(result.set).argmax())]
    assert result.evidence == pytest.approx(total, abs=1e-9)
    winners = [s for s in subsets(range(words)) if s and int(without(s).argmax()) != own]
    assert (result.status is Status.VERIFIED) == bool(winners)
    if winners:
        assert result.set in winners
        assert len(result.set) == min(map(len, winners))
        return
    assert result.status is (Status.EVIDENCE if total > SOME else Status.DEFAULT)
    if result.set:
        check_minimal(result, lambda s: odds(s) - odds(range(words)) <= (1 - MOST) * total + 1e-9, "words")


def memo(table: np.ndarray) -> Removals:
    removals = Removals(int(np.log2(len(table))), Flip(), budget=100)
    removals.start(np.array([table[-1] / 2, -table[-1] / 2]))
    return removals


def test_prune_drops_the_least_needed_word_first() -> None:
    table = np.array([-3.0, -1.0, -2.0, 0.5, -0.5, 1.0, 1.0, 2.0])
    removals = memo(table)
    assert drive(prune(removals, frozenset({0, 1, 2})), from_table(table)) == {0, 2}
    spent = removals.spent
    drive(prune(removals, frozenset({0, 1, 2})), from_table(table))
    assert removals.spent == spent  # nothing is paid for twice


def test_minimal_prefers_the_smallest_part() -> None:
    table = np.full(16, 1.0)
    table[0b0000] = table[0b1010] = -1.0  # without {0, 2} alone, or without everything
    items = [frozenset({w}) for w in range(4)]
    assert drive(minimal(memo(table), items), from_table(table)) == [{0}, {2}]


def test_words_are_paired_so_that_the_first_pair_takes_most() -> None:
    """Effects 1, 2, 3, 4 add up, but 0 and 1 together take 9: they go first once that is known."""
    table = np.array([12.0 - sum(1.0 + w for w in range(4) if not kept >> w & 1) for kept in range(16)])
    table[0b1100] = 3.0
    removals, members = memo(table), frozenset(range(4))
    assert drive(pair_up(members, removals), from_table(table)) == [{2, 3}, {0, 1}]
    assert removals.spent == 1 + 4  # the text and its words: pairs are estimated
    drive(removals.ask([frozenset({0, 1})]), from_table(table))
    assert drive(pair_up(members, removals), from_table(table)) == [{0, 1}, {2, 3}]


def test_an_odd_word_takes_the_partner_with_which_it_takes_most() -> None:
    table = np.array([9.0 - sum(1.0 + w for w in range(3) if not kept >> w & 1) for kept in range(8)])
    assert drive(pair_up(frozenset({0, 1, 2}), memo(table)), from_table(table)) == [{1, 2}, {0, 2}]


@pytest.mark.parametrize(
    ("paths", "nodes"), [(0, 12), (1, 12), (2, 6), (3, 4), (4, 3), (5, 2), (6, 2), (40, 2)]
)
def test_few_paths_share_the_nodes_of_six(paths: int, nodes: int) -> None:
    assert path_nodes(paths, CidrConfig(removal_steps=2)) == nodes


@pytest.mark.parametrize(("leading", "nodes"), [(0, 3 * 4), (2, 2 * 6), (1, 12)])
def test_gradients_are_counted_with_the_nodes_that_paths_get(leading: int, nodes: int) -> None:
    """Three words that each speak for the class: their paths, or those of the leading ones, get 12 nodes."""
    table = np.array([sum(1.0 + w for w in range(3) if kept >> w & 1) - 0.5 for kept in range(8)])
    found = explained(table, removal_steps=2, leading=leading)
    assert min(found.attributions) > 0
    assert found.gradients == 2 + nodes


def test_without_nodes_no_path_costs_a_gradient() -> None:
    table = np.array([sum(1.0 + w for w in range(3) if kept >> w & 1) - 0.5 for kept in range(8)])
    found, full = explained(table, removal_steps=0), explained(table, removal_steps=4)
    assert found.gradients == 2
    assert (found.status, found.core, found.attributions) == (full.status, full.core, full.attributions)
