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
    frequency = frequencies(OUTSIDE)
    assert recurring(frequency, 0.5).tolist() == [True, True, True, False]
    assert recurring(frequency, 0.6).tolist() == [True, False, False, False]
    assert recurring(frequency, 0.0).tolist() == [True, True, True, False]


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
