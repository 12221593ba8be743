"""What it means to lose the class, on logits worked out by hand."""

import numpy as np
import pytest

from auditor.cidr.essence import LOST, MOST, ROUNDING, Evidence, Flip, Threshold, evidence_of, log_odds

LOGITS = np.log([[0.5, 0.3, 0.2], [0.3, 0.3, 0.4], [0.25, 0.5, 0.25]])
"""Probabilities of three classes, as logits."""


def test_log_odds_weigh_a_class_against_all_others_together() -> None:
    np.testing.assert_allclose(log_odds(LOGITS, 0), np.log([0.5 / 0.5, 0.3 / 0.7, 0.25 / 0.75]))
    two = np.array([[1.5, -0.5]])
    assert log_odds(two, 0)[0] == pytest.approx(2.0)
    assert log_odds(two + 1000.0, 1)[0] == pytest.approx(-2.0)  # no overflow


def test_flip_asks_for_another_class_that_is_ahead_by_more_than_rounding() -> None:
    np.testing.assert_allclose(Flip().excess(LOGITS, 0), np.array([0.2, -0.1, -0.25]) + ROUNDING)
    np.testing.assert_allclose(Flip().margin(LOGITS, 0), np.log([0.5 / 0.3, 0.3 / 0.4, 0.25 / 0.5]))
    tie = np.zeros((1, 2))
    assert Flip().excess(tie, 0)[0] > LOST >= Flip(lead=-1e-6).excess(tie, 0)[0]


def test_threshold_asks_for_the_probability() -> None:
    np.testing.assert_allclose(Threshold(0.3).excess(LOGITS, 0), [0.2, 0.0, -0.05], atol=1e-12)


def test_evidence_is_lost_when_most_of_what_the_text_adds_is_gone() -> None:
    """Log-odds of 0.5 for the empty text and 2.5 for the text: `1 - MOST` of the 2 may stay."""
    written, empty = np.array([2.5, 0.0]), np.array([0.5, 0.0])
    evidence = evidence_of(written, empty, 0)
    assert evidence == Evidence(pytest.approx(0.5), pytest.approx(2.0))  # type: ignore[arg-type]
    target = 0.5 + (1 - MOST) * 2.0
    rows = np.array([[target + 0.01, 0.0], [target - 0.01, 0.0], [0.5, 0.0]])
    np.testing.assert_array_equal(evidence.excess(rows, 0) <= LOST, [False, True, True])
    np.testing.assert_allclose(evidence.left(rows, 0), [target - 0.49, target - 0.51, 0.0], atol=1e-12)
