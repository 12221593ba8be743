"""What is known about removals: nothing is asked twice, and effects add up as they should."""

import numpy as np
import pytest
import torch

from auditor.cidr.essence import Flip, Threshold
from auditor.cidr.questions import Asking, Forward
from auditor.cidr.removals import Removals
from tests.support import answer

EFFECTS = (2.0, 1.0, -0.5, 0.0)
START = 1.5


def additive(presence: torch.Tensor) -> torch.Tensor:
    """Margin 1.5 with every word; each word that goes takes its effect with it."""
    gone = 1 - presence
    margin = START - (gone * torch.tensor(EFFECTS, dtype=presence.dtype)).sum()
    return torch.stack([margin / 2, -margin / 2])


def together(presence: torch.Tensor) -> torch.Tensor:
    """Removing the first two words takes 3 more than removing either."""
    gone = 1 - presence
    margin = START - gone[0] * gone[1] * 3.0 - 0.0 * presence.sum()
    return torch.stack([margin / 2, -margin / 2])


class Counting:
    """Runs an asking on a toy function and remembers how many removals each question held."""

    def __init__(self, logits: object = additive) -> None:
        self.logits = logits
        self.asked: list[int] = []

    def run(self, asking: Asking[object]) -> object:
        reply = None
        while True:
            try:
                question = asking.send(reply)
            except StopIteration as end:
                return end.value
            assert isinstance(question, Forward)
            self.asked.append(len(question.removed))
            reply = answer(question, self.logits)  # type: ignore[arg-type]


def begun(logits: object = additive, *, budget: int = 100) -> tuple[Removals, Counting]:
    """Removals of a text of four words, begun with the text as written."""
    removals, counting = Removals(4, Flip(lead=0.0), budget=budget), Counting(logits)
    written = answer(Forward(np.zeros((1, 4), dtype=bool)), logits)[0]  # type: ignore[arg-type]
    removals.start(written)
    return removals, counting


def singles() -> list[frozenset[int]]:
    return [frozenset([w]) for w in range(4)]


def test_nothing_is_asked_twice() -> None:
    removals, counting = begun()
    counting.run(removals.ask([*singles(), frozenset([0])]))
    assert counting.asked == [4]
    counting.run(removals.ask(singles()))
    counting.run(removals.ask([frozenset()]))
    assert counting.asked == [4]
    counting.run(removals.ask([frozenset([0]), frozenset([0, 1])]))
    assert counting.asked == [4, 1]


def test_what_was_spent_and_what_is_left() -> None:
    removals, counting = begun(budget=5)
    assert (removals.spent, removals.left) == (1, 4)
    counting.run(removals.ask(singles()))
    assert (removals.spent, removals.left) == (5, 0)
    counting.run(removals.ask([frozenset([0, 1])]))
    assert (removals.spent, removals.left) == (6, 0)


def test_margins_and_probabilities_by_hand() -> None:
    """Without word 0 the margin is 1.5 - 2 = -0.5: the class is lost."""
    removals, counting = begun()
    counting.run(removals.ask(singles()))
    assert removals.target == 0
    assert removals.margin(frozenset()) == pytest.approx(1.5)
    assert [removals.margin(one) for one in singles()] == pytest.approx([-0.5, 0.5, 2.0, 1.5])
    assert removals.probability(frozenset([0])) == pytest.approx(1 / (1 + np.exp(0.5)))


def test_excess_is_asked_and_given_in_the_order_of_the_sets() -> None:
    removals, counting = begun()
    found = counting.run(removals.excess([frozenset([1]), frozenset([0])]))
    wanted = [np.tanh(0.5 / 2), np.tanh(-0.5 / 2)]  # the gap between two probabilities at this margin
    assert found == pytest.approx(wanted)


def test_effects_alone_are_what_each_word_takes() -> None:
    removals, counting = begun()
    counting.run(removals.ask(singles()))
    assert removals.effects([0, 1, 2, 3]) == pytest.approx({0: -2.0, 1: -1.0, 2: 0.5, 3: 0.0})


def test_sets_that_add_up_change_no_effect() -> None:
    removals, counting = begun()
    counting.run(removals.ask([*singles(), frozenset([0, 1]), frozenset([1, 2, 3])]))
    assert removals.effects([0, 1, 2, 3]) == pytest.approx({0: -2.0, 1: -1.0, 2: 0.5, 3: 0.0})


def test_what_a_pair_takes_beyond_its_words_is_shared_between_them() -> None:
    """Alone they take nothing, together 3: with ridge 16 and weight 4, each gets -3 * 4 / (16 + 2 * 4)."""
    removals, counting = begun(together)
    counting.run(removals.ask([*singles(), frozenset([0, 1])]))
    assert removals.effects([0, 1]) == pytest.approx({0: -0.5, 1: -0.5})


def test_a_set_with_an_unknown_word_does_not_count() -> None:
    removals, counting = begun(together)
    counting.run(removals.ask([*singles(), frozenset([0, 1])]))
    assert removals.effects([0, 2]) == pytest.approx({0: 0.0, 2: 0.0})


def test_margins_of_unknown_sets_are_what_the_effects_add_up_to() -> None:
    removals, counting = begun()
    counting.run(removals.ask(singles()))
    sets = [frozenset([0]), frozenset([0, 1]), frozenset([0, 2, 3])]
    assert removals.margins(sets) == pytest.approx(dict(zip(sets, [-0.5, -1.5, 0.0], strict=True)))


def test_the_cheapest_sets_come_first_and_ties_by_their_words() -> None:
    removals, counting = begun(together)
    counting.run(removals.ask([*singles(), frozenset([0, 1]), frozenset([2, 3])]))
    assert removals.cheapest(1) == [frozenset([w]) for w in range(4)]
    assert removals.cheapest(2) == [frozenset([0, 1]), frozenset([2, 3])]
    assert removals.cheapest(3) == []


def test_another_meaning_of_losing_the_class_shares_what_is_known() -> None:
    removals, counting = begun(budget=5)
    counting.run(removals.ask(singles()))
    other = removals.under(Threshold(0.9), more=2)
    assert (other.target, other.spent, other.left) == (0, 5, 2)
    counting.run(other.ask([frozenset([0, 1])]))
    assert removals.spent == 6
    [excess] = counting.run(other.excess([frozenset([1])]))  # type: ignore[misc]
    assert excess == pytest.approx(1 / (1 + np.exp(-0.5)) - 0.9)
