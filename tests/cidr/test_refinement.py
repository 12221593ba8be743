"""Refinement by hand: what recurs is kept."""

import numpy as np

from auditor.cidr.cooperative import Scores
from auditor.cidr.refinement import frequencies, greedy, proposal_order, recurring

OUTSIDE = np.array([[1, 0, 1, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0]], dtype=bool)


def scores(*cig: float) -> Scores:
    weights = np.array(cig)
    return Scores(np.zeros((len(cig), 2), dtype=np.int64), weights, weights, 0 * weights)


def test_frequencies_count_rounds() -> None:
    np.testing.assert_allclose(frequencies(OUTSIDE), [1.0, 0.5, 0.5, 0.0])


def test_recurring_keeps_the_share_and_never_what_was_not_proposed() -> None:
    """Weights 4, 3, 2, 1: with a capacity of 9 whatever goes is enough."""
    frequency = frequencies(OUTSIDE)
    for epsilon, kept in ((0.5, [True, True, True, False]), (0.6, [True, False, False, False])):
        assert recurring(scores(4.0, 3.0, 2.0, 1.0), frequency, 9.0, epsilon=epsilon).tolist() == kept
    assert recurring(scores(4.0, 3.0, 2.0, 1.0), frequency, 0.0, epsilon=0.0).tolist() == [True] * 3 + [False]


def test_where_too_little_recurs_the_next_join_until_the_rest_fits() -> None:
    """Of 10, 7 may stay: the last of 1 recurs, then 4 comes before 3 and 2 by frequency and by weight."""
    items, frequency = scores(4.0, 3.0, 2.0, 1.0), np.array([0.2, 0.2, 0.1, 0.6])
    assert recurring(items, frequency, 7.0, epsilon=0.5).tolist() == [True, False, False, True]
    assert recurring(items, frequency, 4.9, epsilon=0.5).tolist() == [True, True, False, True]
    assert recurring(items, frequency, 10.0, epsilon=0.7).tolist() == [False] * 4


def test_nothing_to_choose_from() -> None:
    assert recurring(scores(), np.zeros(0), 0.0, epsilon=0.5).tolist() == []


def test_greedy_takes_the_heaviest_until_the_rest_fits() -> None:
    """Weights 4, 3, 2, 1: without 4 the rest weighs 6, without 4 and 3 it weighs 3."""
    items = scores(4.0, 3.0, 2.0, 1.0)
    assert greedy(items, 10.0).tolist() == [False] * 4
    assert greedy(items, 9.9).tolist() == [True, False, False, False]
    assert greedy(items, 6.0).tolist() == [True, False, False, False]
    assert greedy(items, 5.9).tolist() == [True, True, False, False]
    assert greedy(items, 0.0).tolist() == [True] * 4


def test_order_is_by_frequency_then_score_then_place() -> None:
    frequency = np.array([0.2, 0.9, 0.2, 0.2])
    assert proposal_order(scores(1.0, 0.5, 2.0, 1.0), frequency) == [1, 2, 0, 3]
