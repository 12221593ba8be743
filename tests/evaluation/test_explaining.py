"""Every method on one text: sets by their effect, rankings by their scores, failures with their reasons."""

import sys
from dataclasses import replace

import numpy as np
import pytest
import torch

from auditor.cidr.minimal import minimal_set
from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.evaluation import explaining
from auditor.evaluation.conventions import Convention
from auditor.evaluation.explaining import (
    as_result,
    asked_sets,
    by_effect,
    check_libraries,
    ranked,
    rankings,
    reason,
    runs,
)
from auditor.evaluation.memo import Memo
from auditor.evaluation.methods import MethodResult
from auditor.evaluation.set_methods import SETS
from auditor.model.classifier import Classifier
from tests.support import drive, probability, toy_encoded

WEIGHTS = torch.tensor([0.02, 0.25, -0.05, 0.1, 0.08], dtype=torch.float64)


def test_sets_on_a_linear_model() -> None:
    """F = 0.449 + w·x is 0.849: without word 1 it is 0.599, without words 1 and 3 it is 0.499, and no other
    pair reaches that."""
    logits = probability(lambda x: 0.449 + WEIGHTS @ x)
    wanted = [*runs(list(SETS), 2), ("leave-one-out", 0)]
    asking = asked_sets(toy_encoded(5), ("a", "b"), wanted, Convention(), CidrConfig(), Memo())
    target, found, asked = drive(asking, logits)
    assert target == 0
    assert {method for method, _ in found} == set(SETS)
    for key in (("cidr-verified", 0), ("cidr-verified", 1), ("cidr-verified-no-refine", 0)):
        result = found[key]
        assert isinstance(result, MethodResult) and result.items == (frozenset({1, 3}),)
    assert asked["cidr-verified-no-cooperation", 0].gradients < asked["cidr-verified", 0].gradients
    # Known, and counted all the same.
    assert asked["cidr-verified", 1].gradients == asked["cidr-verified", 0].gradients


def test_at_beta_zero_cig_is_plain_ig() -> None:
    """Which is how the paper's method goes without cooperation."""
    logits = probability(lambda x: 0.449 + WEIGHTS @ x)
    found = []
    for name, beta in (("cidr-unverified", 0.0), ("cidr-unverified-no-cooperation", 0.5)):
        config = CidrConfig(beta=beta)
        asking = asked_sets(toy_encoded(5), ("a", "b"), [(name, 0)], Convention(), config, Memo())
        result = drive(asking, logits)[1][name, 0]
        assert isinstance(result, MethodResult) and result.items
        found.append(result.items)
    assert found[0] == found[1]


def test_an_item_is_every_place_of_its_words_where_equal_words_go_together() -> None:
    """The pair (a, b) of "a b a c": removing equal words together removes the second "a" too."""
    logits = probability(lambda x: 0.1 + 0.35 * x[0] + 0.35 * x[1] + 0.05 * x[2] + 0.05 * x[3])
    config = CidrConfig(fallback=False, verify=False, refine=False)
    plain = drive(minimal_set(toy_encoded(4), ("a", "b"), config), logits)
    assert [pair.indices for pair in plain.pairs] == [(0, 1)] and plain.set == (0, 1)
    assert as_result(plain).items == (frozenset({0, 1}),)
    together = replace(plain, words=("a", "b", "a", "c"), set=(0, 1, 2))
    assert as_result(together).items == (frozenset({0, 1, 2}),)
    assert as_result(replace(plain, pairs=())).items == (frozenset({0}), frozenset({1}))


def test_settings_that_contradict_a_row_are_its_failure() -> None:
    wanted = [("cidr-verified", 0)]
    wrong = Convention()
    object.__setattr__(wrong, "removal", "burn")
    asking = asked_sets(toy_encoded(2), ("a", "b"), wanted, wrong, CidrConfig(), Memo())
    failed = drive(asking, probability(lambda x: 0.2 + 0.3 * x.sum()))[1]["cidr-verified", 0]
    assert isinstance(failed, AuditError) and "removal is 'burn'" in failed.message


def test_the_first_seed_comes_from_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []
    plain = explaining.minimal_set

    def heard(encoded: object, labels: object, config: CidrConfig) -> object:
        seeds.append(config.seed)
        return plain(encoded, labels, config)  # type: ignore[arg-type]

    monkeypatch.setattr(explaining, "minimal_set", heard)
    wanted = runs(["cidr-verified", "cidr-verified-no-refine"], 2)
    asking = asked_sets(toy_encoded(5), ("a", "b"), wanted, Convention(), CidrConfig(seed=7), Memo())
    drive(asking, probability(lambda x: 0.449 + WEIGHTS @ x))
    assert seeds == [7, 8, 7]


def test_pairs_of_a_verified_set_come_by_their_effect() -> None:
    """Only all four words together lose the class; the pair that takes most comes first."""
    weights = torch.tensor([0.1, 0.15, 0.12, 0.08], dtype=torch.float64)
    logits = probability(lambda x: 0.45 + weights @ x)
    asking = asked_sets(
        toy_encoded(4), ("a", "b"), [("cidr-verified", 0)], Convention(rounding="ceil"), CidrConfig(), Memo()
    )
    found = drive(asking, logits)[1]["cidr-verified", 0]
    assert isinstance(found, MethodResult) and found.items == (frozenset({1, 2}), frozenset({0, 3}))


def test_each_pair_of_the_top_is_the_best_beside_those_before_it() -> None:
    """Word 0 is in two pairs: after (0, 1) the pair with two new words takes more than (0, 2)."""
    weights = torch.tensor([0.3, 0.2, 0.15, 0.1, 0.1], dtype=torch.float64)
    logits = probability(lambda x: 0.1 + weights @ x)
    items = (frozenset({3, 4}), frozenset({0, 2}), frozenset({0, 1}))
    ordered = (frozenset({0, 1}), frozenset({3, 4}), frozenset({0, 2}))
    assert drive(by_effect(5, items, 3), logits) == ordered
    assert drive(by_effect(5, items, 1), logits) == (frozenset({0, 1}), *items[:2])
    assert drive(by_effect(5, items, 0), logits) == items


def test_rankings_of_a_text_with_seeds(tiny_bert: Classifier) -> None:
    encoded = tiny_bert.encode("the film was not good")
    found = rankings(tiny_bert, encoded, 0, runs(["sig", "random", "cidr"], 3))
    assert sorted(found) == [("random", 0), ("random", 1), ("random", 2), ("sig", 0)]
    orders = {result.ranking for result in found.values() if isinstance(result, MethodResult)}
    assert all(sorted(order) == [0, 1, 2, 3, 4] for order in orders)
    assert len(orders) >= 3
    sig = found["sig", 0]
    assert isinstance(sig, MethodResult) and (sig.forwards, sig.gradients) == (6, 0)
    later = rankings(tiny_bert, encoded, 0, [("random", 0)], first_seed=2)["random", 0]
    third = found["random", 2]
    assert isinstance(later, MethodResult) and isinstance(third, MethodResult)
    assert later.ranking == third.ranking


def test_a_ranking_without_a_computation_cannot_be_run(tiny_bert: Classifier) -> None:
    """A name without a file used to get the scores of DIG; now it is not among the rankings at all."""
    assert rankings(tiny_bert, tiny_bert.encode("good"), 0, [("new", 0)]) == {}


def test_captum_missing_is_one_line_with_a_tip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "captum", None)
    monkeypatch.setitem(sys.modules, "captum.attr", None)
    with pytest.raises(AuditError, match="need Captum") as error:
        check_libraries(["cidr", "ig"])
    assert "pip install captum" in error.value.hint
    check_libraries(["cidr", "sig", "dig", "random"])


def test_equal_scores_keep_the_order_of_the_text() -> None:
    assert ranked(np.array([0.1, 0.5, 0.1, 0.5])) == (1, 3, 0, 2)
    with pytest.raises(AuditError, match="not finite"):
        ranked(np.array([0.1, np.nan]))


def test_a_failure_is_one_line() -> None:
    assert reason(ValueError("first\nsecond")).message == "ValueError: first"
    assert reason(RuntimeError()).message == "RuntimeError: no message"
    known = AuditError("known", "a tip")
    assert reason(known) is known
