"""Removals by hand: F = 0.1 + 0.4 a + 0.3 b of two words, and three classes."""

import pytest
import torch

from auditor.cidr.questions import Asking, Question
from auditor.evaluation.removed import Removed
from tests.support import answer, drive, probability

LINEAR = probability(lambda x: 0.1 + 0.4 * x[0] + 0.3 * x[1])
SETS = [frozenset[int](), frozenset({0}), frozenset({1}), frozenset({0, 1})]


def excess(removed: Removed, sets: list[frozenset[int]]) -> Asking[list[float]]:
    return (yield from removed.excess(sets)).tolist()


def test_probability_and_lead() -> None:
    """F is 0.8, 0.4, 0.5 and 0.1; the lead over the other class is 2 F - 1, and a tie is lost."""
    removed = Removed(2)
    found = drive(excess(removed, SETS), LINEAR)
    assert found == pytest.approx([0.6, -0.2, 0.0, -0.8], abs=2e-6)
    assert found[2] <= 0
    assert [removed.probability(one) for one in SETS] == pytest.approx([0.8, 0.4, 0.5, 0.1])


def test_a_threshold() -> None:
    found = drive(excess(Removed(2, essence="threshold", threshold=0.45), SETS), LINEAR)
    assert found == pytest.approx([0.35, -0.05, 0.05, -0.35])


def test_the_best_of_the_other_classes_is_the_rival() -> None:
    """Without the word the classes have 0.4, 0.35 and 0.25: the first still wins, by 0.05."""

    def three(presence: torch.Tensor) -> torch.Tensor:
        own = 0.4 + 0.4 * presence[0]
        rest = 1 - own
        return torch.log(torch.stack([own, rest * 35 / 60, rest * 25 / 60]))

    assert drive(excess(Removed(1), [frozenset({0})]), three) == pytest.approx([0.05], abs=2e-6)


def test_a_set_is_asked_about_once() -> None:
    removed, asked = Removed(2), []

    def listen(asking: Asking[None]) -> None:
        reply = None
        try:
            while True:
                question: Question = asking.send(reply)
                asked.append(len(question.removed))
                reply = answer(question, LINEAR)
        except StopIteration:
            return

    listen(removed.ask([frozenset({0}), frozenset({0})]))
    listen(removed.ask([frozenset({0}), frozenset({1})]))
    listen(removed.ask([]))
    assert asked == [2, 1]  # the text as written and the first set, then the second
