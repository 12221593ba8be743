"""Answers of models: arrays and named scores in, logits out, and what is refused with which words."""

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from auditor.errors import AuditError, HaltError
from auditor.model.asked.scores import (
    PROBABILITIES,
    SCORES,
    kind_of,
    one_against_rest,
    read_answer,
    to_logits,
)
from auditor.model.classifier import softmax

CLASSES = ("no", "yes")


def named(**scores: float) -> list[dict[str, Any]]:
    return [{"label": label, "score": score} for label, score in scores.items()]


@pytest.mark.parametrize(
    "answer",
    [
        np.array([[0.25, 0.75], [0.5, 0.5]]),
        np.array([[0.25, 0.75], [0.5, 0.5]], dtype=np.float32),
        [[0.25, 0.75], (0.5, 0.5)],
        [named(yes=0.75, no=0.25), named(no=0.5, yes=0.5)],
        torch.tensor([[0.25, 0.75], [0.5, 0.5]], dtype=torch.bfloat16, requires_grad=True),
    ],
    ids=["array", "float32", "lists", "named", "tensor"],
)
def test_every_form_of_answer_is_the_same_table(answer: Any) -> None:
    columns, table = read_answer(answer, 2, CLASSES)
    assert columns == CLASSES
    np.testing.assert_array_equal(table, [[0.25, 0.75], [0.5, 0.5]])


def test_names_are_found_in_the_answer_and_kept_in_their_order() -> None:
    columns, table = read_answer([named(yes=0.75, no=0.25)], 1, ())
    assert columns == ("no", "yes") and table.tolist() == [[0.25, 0.75]]
    assert read_answer(np.ones((1, 3)), 1, ())[0] == ()
    columns, table = read_answer([named(no=0.25, yes=0.75)], 1, ("yes", "no"))
    assert columns == ("yes", "no") and table.tolist() == [[0.75, 0.25]]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (np.array([0.1, 0.9]), r"shape \(2,\) for 2 texts"),
        (np.ones((3, 2)), r"shape \(3, 2\) for 2 texts"),
        (np.ones((2, 2, 1)), r"shape \(2, 2, 1\)"),
        (np.ones((2, 1)), "1 score for each text"),
        (np.ones((2, 3)), "3 scores for a text, and its classes are 'no', 'yes'"),
        (["yes", "no"], "answered with list, not with numbers"),
        ("yes", "answered with str"),
        (None, r"shape"),
        ([[0.1, 0.9], [0.1]], "list, not with numbers"),
        ([named(no=0.5, yes=0.5)], "one row for 2 texts"),
        ([named(yes=0.9), named(yes=0.9)], "scored 'yes' for one text and 'no', 'yes' for another"),
        ([{"label": "yes", "score": 0.9}] * 2, "scored 'yes' for one text"),
        ([[{"label": "yes"}], [{"label": "no"}]], "something else than a label and a score"),
    ],
)
def test_what_is_no_answer_ends_the_audit_with_what_was_seen(answer: Any, message: str) -> None:
    with pytest.raises(HaltError, match=message) as caught:
        read_answer(answer, 2, CLASSES)
    assert caught.value.hint


def test_probabilities_are_told_from_scores_and_become_themselves_again() -> None:
    table = np.array([[0.25, 0.75], [1.0, 0.0]])
    assert kind_of(table) == PROBABILITIES
    np.testing.assert_allclose(softmax(to_logits(table, PROBABILITIES)), table, atol=1e-11)
    scores = np.array([[2.0, -1.0], [0.3, 0.4]])
    assert kind_of(scores) == SCORES and to_logits(scores, SCORES) is scores
    assert kind_of(np.array([[0.5, 0.5], [1.2, -0.2]])) == SCORES  # they sum to one, and one is negative


@given(st.lists(st.floats(0.0, 1.0), min_size=2, max_size=5).filter(lambda row: sum(row) > 0.1))
def test_the_softmax_of_the_logits_is_the_distribution(row: list[float]) -> None:
    table = np.array([row]) / sum(row)
    np.testing.assert_allclose(softmax(to_logits(table, kind_of(table))), table, atol=1e-9)


@pytest.mark.parametrize(
    ("row", "message"),
    [([np.nan, 0.5], "not finite"), ([np.inf, 0.0], "not finite"), ([0.7, 0.7], "do not sum to one")],
)
def test_a_row_that_differs_costs_its_text_and_no_more(row: list[float], message: str) -> None:
    with pytest.raises(AuditError, match=message) as caught:
        to_logits(np.array([[0.5, 0.5], row]), PROBABILITIES)
    assert not isinstance(caught.value, HaltError)


def test_one_label_against_the_rest_goes_by_its_own_score() -> None:
    table = np.array([[0.9, 0.8, 0.1], [0.0, 1.0, np.nan]])
    np.testing.assert_allclose(one_against_rest(table, 1), [[0.2, 0.8], [0.0, 1.0]])
    assert np.isnan(one_against_rest(table, 2)[1]).all()
    with pytest.raises(HaltError, match=r"is 2\.5, which is not a probability"):
        one_against_rest(np.array([[0.1, 2.5]]), 1)


NAMED = [{"label": "a", "score": 0.5}, {"label": "b", "score": 0.5}]


@pytest.mark.parametrize("odd", [None, 5, [None], [5], [{"label": "a", "score": 10**400}], [[]]], ids=repr)
def test_a_row_of_another_kind_among_named_ones_is_one_line(odd: object) -> None:
    with pytest.raises(HaltError) as caught:
        read_answer([NAMED, odd], 2, ())
    assert caught.value.hint


def test_numbers_that_no_float_holds_are_one_line() -> None:
    with pytest.raises(HaltError, match="not with numbers"):
        read_answer([[10**400, 1]], 1, ())
