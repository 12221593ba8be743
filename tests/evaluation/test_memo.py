"""What is known is not asked again, and changes no result."""

from typing import Any

import numpy as np
import pytest
import torch

from auditor.cidr.minimal import minimal_set
from auditor.cidr.questions import Asking, Forward, Gradient
from auditor.config import CidrConfig
from auditor.evaluation.memo import Asked, Memo, Meter, remembered
from tests.support import answer, drive, toy_encoded

WEIGHTS = torch.tensor([1.0, -0.5, 2.0, 0.3], dtype=torch.float64)


def logits(presence: torch.Tensor) -> torch.Tensor:
    return torch.stack([WEIGHTS @ presence - 1 + presence[0] * presence[2], 0 * presence[0]])


def test_a_second_run_asks_nothing_and_says_the_same() -> None:
    config = CidrConfig(fallback=False)
    plain = drive(minimal_set(toy_encoded(4), ("a", "b"), config), logits)
    memo, first, second = Memo(), Asked(), Asked()
    assert drive(remembered(minimal_set(toy_encoded(4), ("a", "b"), config), memo, first), logits) == plain
    with pytest.raises(StopIteration) as end:
        remembered(minimal_set(toy_encoded(4), ("a", "b"), config), memo, second).send(None)
    assert end.value.value == plain
    assert first == second
    assert (first.forwards, first.gradients) == (plain.forwards, plain.gradients)


def test_only_new_rows_are_asked_each_once() -> None:
    rows = np.array([[False, False], [True, False], [True, False], [False, True]])

    def ask() -> Asking[Any]:
        some = yield Forward(rows[:2])
        more = yield Forward(rows)
        path = yield Gradient(rows, np.array([0.5, 0.5, 0.5, 0.25]), 0)
        return some, more, path

    questions = []
    asked = Asked()
    asking, reply = remembered(ask(), Memo(), asked), None

    def toy(presence: torch.Tensor) -> torch.Tensor:
        return torch.stack([presence[0] + 2 * presence[1], 0 * presence[0]])

    while True:
        try:
            question = asking.send(reply)
        except StopIteration as end:
            some, more, (values, slopes) = end.value
            break
        questions.append(len(question.removed))
        reply = answer(question, toy)
    assert questions == [2, 1, 3]
    assert (asked.forwards, asked.gradients) == (6, 4)
    np.testing.assert_array_equal(more[:2], some)
    np.testing.assert_array_equal(more[1], more[2])
    assert values.shape == (4,) and slopes.shape == (4, 2)
    np.testing.assert_array_equal(slopes[1], slopes[2])


def test_time_is_shared_out_by_kind() -> None:
    meter = Meter()
    meter.add_batch([10, 10], 0.2, gradient=False)
    meter.add_batch([10], 0.5, gradient=True)
    assert meter.seconds_for(Asked(forwards=3, gradients=2)) == pytest.approx(0.3 + 1.0)
    assert Meter().seconds_for(Asked(forwards=3)) == 0
