"""Rates of changed predictions, beside those of placebos."""

import pytest

from auditor.records.estimates import Estimate
from auditor.signals.flips import Flips, flips
from auditor.signals.statistics import mean, rate


def test_rates_are_compared_text_by_text() -> None:
    own, other = [True, True, True, False], [False, False, True, False]
    found = flips(own, other, [0.5, 0.3, 0.1, -0.1])
    # Two texts differ, both for the token: 1/4. The text that both turn says nothing.
    assert found.rate.p == pytest.approx(1 / 4)
    assert (found.rate.count, found.rate.n, found.placebo) == (3, 4, rate(1, 4))
    assert found.effect == mean([0.5, 0.3, 0.1, -0.1])


def test_a_token_that_does_less_than_its_placebo() -> None:
    assert flips([False, False], [True, True], [0.0, 0.0]).rate.p == 1.0
    assert flips([True, False], [True, False], [0.0, 0.0]).rate.p == 1.0


def test_without_placebos_there_is_nothing_to_compare() -> None:
    found = flips([True, False], [], [0.2, 0.4])
    assert found.rate == rate(1, 2) and found.placebo == Estimate() and found.rate.p is None


def test_nothing_tried_is_no_evidence() -> None:
    assert flips([], [], []) == Flips()
