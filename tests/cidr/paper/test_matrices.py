"""The printed method on functions whose integrated gradients are known, and on a tiny model."""

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from auditor.cidr.explain import explain, trace
from auditor.cidr.minimal import minimal_set
from auditor.cidr.paper.matrices import Printed, distinct, matrices, padded, printed_set
from auditor.config import CidrConfig
from auditor.data.words import Word
from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.model.encoding import Encoded
from auditor.records.text import Explanation, Status
from tests.cidr.paper.oracle import expected
from tests.support import drive, probability, toy_encoded

PAPER = CidrConfig.paper(steps=3)


def product_of_two(x: torch.Tensor) -> torch.Tensor:
    """F = 0.4 + 0.2 x0 - 0.1 x1 - 0.05 x2 + 0.3 x0 x1: 0.75 as written."""
    return 0.4 + 0.2 * x[0] - 0.1 * x[1] - 0.05 * x[2] + 0.3 * x[0] * x[1]


def named(*words: str) -> Encoded:
    text = " ".join(words)
    encoded, place, spans = toy_encoded(len(words)), 0, []
    for word in words:
        spans.append(Word(word, place, place + len(word)))
        place += len(word) + 1
    return replace(encoded, texts=(text,), words=tuple(spans))


def test_matrices_of_a_product_in_closed_form() -> None:
    """The product is shared out in halves, IG_0 = 0.2 + 0.15, IG_1 = -0.1 + 0.15; alone it is 0."""
    known = drive(matrices(3, steps=2), probability(product_of_two))
    np.testing.assert_allclose(known.ig, [0.35, 0.05, -0.05], atol=1e-12)
    np.testing.assert_allclose(
        known.without, [[0, -0.1, -0.05], [0.2, 0, -0.05], [0.35, 0.05, 0]], atol=1e-12
    )
    assert (known.target, known.written, known.empty) == (0, pytest.approx(0.75), pytest.approx(0.4))
    assert known.gradients == 4 * 2


def test_matrices_are_the_same_however_many_rows_are_asked_for_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = drive(matrices(3, steps=2), probability(product_of_two))
    for rows in (1, 4, 7):
        monkeypatch.setattr("auditor.cidr.paper.matrices.ROWS", rows)
        known = drive(matrices(3, steps=2), probability(product_of_two))
        assert (known.ig == whole.ig).all() and (known.without == whole.without).all()


def test_the_result_is_said_to_be_unchecked_and_every_step_is_there() -> None:
    found = drive(printed_set(toy_encoded(3), ("a", "b"), PAPER, check=True), probability(product_of_two))
    assert found.explanation.status is Status.UNVERIFIED
    assert (found.explanation.label, found.explanation.probability) == ("a", pytest.approx(0.75))
    told = found.as_dict()
    for key, value in expected(told).items():
        if key != "cig":
            assert told[key] == (pytest.approx(value) if key in ("u1", "u2") else value) or np.allclose(
                np.ravel(told[key]), np.ravel(value)
            ), key
    assert told["completeness_errors"]["text"] == pytest.approx(0, abs=1e-9)
    assert told["completeness_errors"]["without"] == pytest.approx([0, 0, 0], abs=1e-9)
    assert len(told["completeness_errors"]["without"]) == 3
    json.loads(json.dumps(told, allow_nan=False))


def test_f_of_the_set_and_of_each_set_with_one_pair_less() -> None:
    """`member=inside` has pairs to look at: IG > 0 for two words, and all three pairs may be inside."""
    config = replace(PAPER, reading="member=inside", epsilon=0.1)
    found = drive(printed_set(toy_encoded(3), ("a", "b"), config, check=True), probability(product_of_two))
    members = distinct(found.trace.minimal)
    assert members
    value = lambda gone: float(product_of_two(torch.tensor([float(w not in gone) for w in range(3)])))  # noqa: E731
    gone = {w for pair in members for w in pair}
    assert found.as_dict()["f_set"] == pytest.approx(value(gone))
    for pair in members:
        rest = {w for other in members if other != pair for w in other}
        assert found.one_less[pair] == pytest.approx(value(rest))
    assert list(found.as_dict()["f_one_less"]) == [f"{i},{j}" for i, j in members]


def test_equal_words_are_padded_together_and_paths_lack_one_word_alone() -> None:
    assert padded(["a", "b", "a", "c"], [(0, 1)]) == {0, 1, 2}
    assert padded(["a", "b", "A", "c"], [(0, 1)]) == {0, 1}
    assert padded(["a"], []) == frozenset()
    config = replace(PAPER, reading="member=inside", epsilon=0.1)
    encoded = named("good", "film", "good")
    found = drive(printed_set(encoded, ("a", "b"), config, check=True), probability(product_of_two))
    assert found.explanation.set == found.explanation.core == (0, 1, 2)
    assert list(found.one_less) == [(0, 1), (0, 2)]
    assert found.one_less[0, 1] == pytest.approx(0.3)  # both "good" are padded, "film" stays: 0.4 - 0.1
    row = found.trace.without[0]
    assert row[0] == 0 and row[2] != 0


def test_both_orders_of_a_pair_are_one_pair_of_the_set() -> None:
    assert distinct(((0, 1), (1, 0), (2, 1))) == [(0, 1), (1, 2)]
    config = replace(PAPER, reading="ordered,member=inside", epsilon=0.1)
    found = drive(printed_set(toy_encoded(3), ("a", "b"), config), probability(product_of_two)).explanation
    assert len({pair.indices for pair in found.pairs}) == len(found.pairs) <= 3
    assert all(i < j for i, j in (pair.indices for pair in found.pairs))


def test_the_method_is_chosen_by_the_settings_and_the_greedy_listing_by_refine() -> None:
    logits = probability(product_of_two)
    plain = drive(minimal_set(toy_encoded(3), ("a", "b"), PAPER), logits)
    assert plain == drive(printed_set(toy_encoded(3), ("a", "b"), PAPER), logits).explanation
    found = drive(printed_set(toy_encoded(3), ("a", "b"), replace(PAPER, refine=False)), logits)
    assert {pair.indices for pair in found.explanation.pairs} == set(distinct(found.trace.greedy))


def test_words_that_add_up_all_fit_the_knapsack() -> None:
    """Five words that add up: U1 is twice the weight of their pairs' IG, and everything fits."""
    weights = torch.tensor([0.1, 0.05, 0.08, 0.04, 0.12], dtype=torch.float64)
    found = drive(
        printed_set(toy_encoded(5), ("a", "b"), PAPER), probability(lambda x: 0.5 + weights @ x)
    ).explanation
    assert (found.set, found.pairs) == ((), ())
    assert found.probability_after == found.probability


def test_a_text_of_one_word() -> None:
    found = drive(
        printed_set(toy_encoded(1), ("a", "b"), PAPER, check=True), probability(lambda x: 0.4 + 0.3 * x[0])
    )
    assert found.explanation.set == () and found.as_dict()["cig"] == [[None]]


def test_on_a_model_the_trace_and_the_explanation_agree(tiny_bert: Classifier) -> None:
    texts = ["the film is a good one", "", "not a bad plot , not at all"]
    config = CidrConfig.paper(steps=4, reading="ordered", epsilon=0.1)
    told = list(trace(tiny_bert, texts, config))
    assert isinstance(told[1], AuditError)
    for outcome, plain in zip(told, explain(tiny_bert, texts, config), strict=True):
        if isinstance(outcome, Printed):
            assert isinstance(plain, Explanation)
            assert plain.set == outcome.explanation.set and plain.pairs == outcome.explanation.pairs
            assert len(outcome.trace.ig) == len(plain.words)
