"""Equations 1 and 4 to 7 by hand, and against sums written out."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.cidr.paper.bounds import bounds
from auditor.reading import Reading

IG = np.array([0.4, -0.1, 0.2])
WITHOUT = np.array([[0.0, 0.1, 0.3], [0.2, 0.0, -0.4], [0.5, -0.2, 0.0]])
"""Row: the word that is removed; column: the word whose gradients are integrated."""


def test_a_score_is_both_attributions_and_beta_times_both_without_the_other() -> None:
    """CIG of words 0 and 1 at β = 0.5: 0.4 - 0.1 + 0.5 (0.1 + 0.2) = 0.45."""
    found = bounds(IG, WITHOUT, beta=0.5, reading=Reading())
    assert found.cig[0, 1] == found.cig[1, 0] == pytest.approx(0.45)
    assert found.cig[0, 2] == pytest.approx(0.6 + 0.5 * 0.8)
    assert found.cig[1, 2] == pytest.approx(0.1 + 0.5 * -0.6)
    assert np.isnan(np.diag(found.cig)).all()


def test_the_bounds_by_hand() -> None:
    """Positive words 0 and 2: U1 = 2 (2 - 1) (0.4 + 0.2). Pairs above zero: 01 and 02, so U2 = 0.15 + 0.4."""
    found = bounds(IG, WITHOUT, beta=0.5, reading=Reading())
    assert found.s_pos == (0, 2)
    assert found.sp_pos == found.items == ((0, 1), (0, 2))
    assert found.weights == pytest.approx([0.45, 1.0])
    assert found.individual == pytest.approx([0.15, 0.4])
    assert found.u1 == pytest.approx(1.2)
    assert found.u2 == pytest.approx(0.55)
    assert found.u2_prime(np.array([[1.0, 1.0], [2.0, 0.0]])) == pytest.approx([0.55, 0.3])


def test_pairs_of_positive_words_alone() -> None:
    found = bounds(IG, WITHOUT, beta=0.5, reading=Reading(items="positive-words"))
    assert found.sp_pos == found.items == ((0, 2),)
    assert found.u2 == pytest.approx(0.4)


def test_all_pairs_may_go_in_while_only_those_above_zero_bound() -> None:
    found = bounds(IG, WITHOUT, beta=0.5, reading=Reading(items="all-pairs"))
    assert found.items == ((0, 1), (0, 2), (1, 2))
    assert found.sp_pos == ((0, 1), (0, 2))
    assert found.bounding.tolist() == [True, True, False]
    assert found.u2 == pytest.approx(0.55)


def test_ordered_pairs_count_twice() -> None:
    found = bounds(IG, WITHOUT, beta=0.5, reading=Reading(ordered="yes"))
    assert found.items == ((0, 1), (0, 2), (1, 0), (2, 0))
    assert found.u2 == pytest.approx(1.1)


@pytest.mark.parametrize("ig", [[-1.0, -2.0], [0.0, 0.0]])
def test_without_a_positive_word_there_is_no_bound(ig: list[float]) -> None:
    found = bounds(np.array(ig), np.zeros((2, 2)), beta=1.0, reading=Reading())
    assert (found.s_pos, found.u1) == ((), 0.0)


@pytest.mark.parametrize("words", [0, 1])
def test_a_text_of_one_word_or_none_has_no_pairs(words: int) -> None:
    found = bounds(np.ones(words), np.zeros((words, words)), beta=1.0, reading=Reading())
    assert found.items == ()
    assert found.u1 == found.u2 == 0.0


@given(st.integers(2, 6), st.floats(0, 2), st.integers(0, 2**31))
def test_against_sums_written_out(words: int, beta: float, seed: int) -> None:
    random = np.random.default_rng(seed)
    ig, without = random.normal(size=words), random.normal(size=(words, words))
    np.fill_diagonal(without, 0.0)
    found = bounds(ig, without, beta=beta, reading=Reading())
    u2, above = 0.0, []
    for i, j in itertools.combinations(range(words), 2):
        alone = beta * (without[j, i] + without[i, j])
        if ig[i] + ig[j] + alone > 0:
            above.append((i, j))
            u2 += alone
    positive = [value for value in ig if value > 0]
    assert found.sp_pos == tuple(above)
    assert found.u2 == pytest.approx(u2)
    assert found.u1 == pytest.approx(2 * (len(positive) - 1) * sum(positive) if positive else 0.0)
