"""The push that turns a share of the texts lies between the distance of the last that turns and the next."""

import numpy as np
import pytest

from auditor.power.strength import FEWEST, push

BEHIND = np.arange(1.0, 11.0)
"""Ten texts, behind by 1 to 10 logits."""


@pytest.mark.parametrize(
    ("effect", "expected"), [(0.5, 5.5), (0.9, 9.5), (0.25, 2.5), (1.0, 11.0), (0.0, 0.0)]
)
def test_so_many_texts_are_turned(effect: float, expected: float) -> None:
    found = push(BEHIND, effect)
    assert found == expected
    assert (found > BEHIND).sum() == round(10 * effect)


def test_a_word_that_turns_texts_by_itself_is_not_pushed_back() -> None:
    assert push(np.linspace(-3.0, -1.0, 10), 0.5) == 0.0


def test_too_few_texts_say_nothing() -> None:
    assert push(BEHIND[: FEWEST - 1], 0.5) is None and push(BEHIND[:FEWEST], 0.5) is not None
