"""Canaries move chances as Bayes' rule says."""

import numpy as np
import pytest

from auditor.power.shift import CERTAIN, SPREAD, Shift, after, moved


def test_without_canaries_chances_stay_and_the_interval_is_the_spread() -> None:
    shift = after([], [])
    assert (shift.middle, shift.low, shift.high) == pytest.approx(
        (0.0, -1.96 * SPREAD, 1.96 * SPREAD), abs=0.02
    )
    assert moved(0.3, shift.middle) == pytest.approx(0.3, abs=0.005)


def test_canaries_that_come_out_as_expected_narrow_the_interval() -> None:
    one, many = after([0.5] * 2, [True, False]), after([0.5] * 40, [True, False] * 20)
    assert abs(one.middle) < 0.02 and abs(many.middle) < 0.02
    assert many.high - many.low < one.high - one.low < 2 * 1.96 * SPREAD


def test_missed_canaries_lower_every_chance_and_found_ones_raise_it() -> None:
    lower, higher = after([0.8] * 4, [False] * 4), after([0.2] * 4, [True] * 4)
    assert lower.middle < -0.5 < 0.5 < higher.middle
    assert moved(0.8, lower.middle) < 0.7 and moved(0.2, higher.middle) > 0.3


def test_the_median_is_that_of_a_posterior_worked_out_directly() -> None:
    grid = np.linspace(-4, 4, 801)
    weight = np.exp(-0.5 * (grid / SPREAD) ** 2) / (1 + np.exp(-(np.log(0.7 / 0.3) + grid)))
    weight /= weight.sum()
    expected = grid[np.searchsorted(np.cumsum(weight), 0.5)]
    assert after([0.7], [True]).middle == pytest.approx(expected, abs=0.02)


def test_what_cannot_be_teaches_nothing_and_stays_impossible() -> None:
    assert after([0.0] * 5, [False] * 5) == after([], [])
    assert moved(0.0, 3.0) == 0.0
    assert moved(CERTAIN / 2, 0.0) == pytest.approx(CERTAIN / 2)


def test_nothing_is_certain() -> None:
    assert moved(1.0, 0.0) == pytest.approx(1 - CERTAIN)
    assert moved(1.0, Shift().high) < 1.0


def test_moving_keeps_the_order_of_chances() -> None:
    chances = np.linspace(0, 1, 101)
    for by in (-2.0, 0.0, 2.0):
        found = [moved(chance, by) for chance in chances]
        assert found == sorted(found) and min(found) == 0.0 and max(found) < 1.0
