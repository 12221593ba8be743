"""What the evaluations cost, added up."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.records.text import LEFT_OUT, Outcome, Status, Tally
from tests.report.support import EXPLANATION


def test_batches_by_hand() -> None:
    """Rows of 5, 3 and 4 pieces take 15 places, 3 of them filler; then a gradient batch of 2 and 2."""
    tally = Tally()
    tally.add_batch([5, 3, 4], 0.5, gradient=False)
    assert (tally.forwards, tally.gradients, tally.batches) == (3, 0, 1)
    assert (tally.pieces, tally.filler, tally.waste) == (12, 3, pytest.approx(0.2))
    tally.add_batch([2, 2], 0.25, gradient=True)
    assert (tally.forwards, tally.gradients, tally.batches) == (3, 2, 2)
    assert (tally.pieces, tally.filler, tally.seconds) == (16, 3, 0.75)


def test_nothing_wastes_nothing() -> None:
    assert Tally().waste == 0.0


batches = st.lists(st.tuples(st.lists(st.integers(1, 64), min_size=1, max_size=6), st.booleans()), max_size=8)


@given(batches)
def test_a_tally_is_the_sum_over_its_batches(some: list[tuple[list[int], bool]]) -> None:
    """Whatever their order; filler is what a rectangle as wide as the longest row adds."""
    tally, turned = Tally(), Tally()
    for lengths, gradient in some:
        tally.add_batch(lengths, 0.25, gradient=gradient)
    for lengths, gradient in reversed(some):
        turned.add_batch(lengths, 0.25, gradient=gradient)
    assert tally == turned
    assert tally.batches == len(some) and tally.seconds == 0.25 * len(some)
    assert tally.forwards == sum(len(lengths) for lengths, gradient in some if not gradient)
    assert tally.gradients == sum(len(lengths) for lengths, gradient in some if gradient)
    rectangles = sum(max(lengths) * len(lengths) for lengths, _ in some)
    assert tally.pieces + tally.filler == rectangles and 0 <= tally.waste < 1
    if some:
        assert tally.waste == pytest.approx(tally.filler / rectangles)


def test_batches_of_rows_of_one_length_waste_nothing() -> None:
    tally = Tally()
    for length in (3, 9, 1):
        tally.add_batch([length] * 5, 0.1, gradient=False)
    assert tally.filler == 0 == tally.waste and tally.pieces == 65


@pytest.mark.parametrize("status", list(Status))
def test_a_status_is_its_own_word(status: Status) -> None:
    assert Status(status.value) is status and f"{status}" == status.value and status.value.isalpha()


def test_an_explanation_shows_itself_in_few_lines_and_is_equal_to_its_like() -> None:
    assert repr(EXPLANATION).count("\n") == 2 and "good" in repr(EXPLANATION)
    assert replace(EXPLANATION) == EXPLANATION != replace(EXPLANATION, label="negative")
    assert hash(replace(EXPLANATION)) == hash(EXPLANATION)


def test_an_outcome_without_an_explanation_has_a_reason() -> None:
    skipped, done = Outcome("a", 1, None, None, "empty"), Outcome("a", 1, "pos", EXPLANATION)
    assert (skipped.reason, done.reason) == ("empty", "")
    assert LEFT_OUT.startswith("left out")
