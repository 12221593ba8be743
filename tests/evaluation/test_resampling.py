"""Intervals and tests against scipy and against numbers worked out by hand."""

import itertools

import numpy as np
import pytest
from scipy import stats

from auditor.evaluation.resampling import holm, mean_interval, paired, per_text


def test_interval_against_scipy() -> None:
    values = np.random.default_rng(1).exponential(size=80)
    ours = mean_interval(values[None], resamples=20000)
    theirs = stats.bootstrap(
        (values,), np.mean, method="percentile", n_resamples=20000, rng=np.random.default_rng(2)
    ).confidence_interval
    assert ours.value == pytest.approx(values.mean())
    assert ours.low == pytest.approx(theirs.low, abs=0.01)
    assert ours.high == pytest.approx(theirs.high, abs=0.01)


def test_seeds_are_in_the_interval() -> None:
    """The same texts, once agreeing over seeds and once not: the interval grows, the mean does not move."""
    agreeing = np.tile(np.linspace(0, 1, 30), (5, 1))
    noise = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])[:, None]
    calm, wild = mean_interval(agreeing), mean_interval(agreeing + noise)
    assert calm.value == pytest.approx(wild.value)
    assert wild.high - wild.low > 2 * (calm.high - calm.low)


def test_texts_without_a_value_are_left_out_of_the_mean() -> None:
    assert mean_interval(np.array([[1.0, np.nan, 3.0]])).value == 2
    nothing = mean_interval(np.array([[np.nan, np.nan]]))
    assert np.isnan([nothing.value, nothing.low, nothing.high]).all()
    assert np.isnan(mean_interval(np.zeros((1, 0))).value)
    np.testing.assert_array_equal(per_text(np.array([[1.0, np.nan], [3.0, np.nan]])), [2.0, np.nan])


def test_paired_test_against_every_sign() -> None:
    first, second = np.array([3.0, 1.5, 2.0, 4.0, 1.0, 2.5]), np.array([1.0, 1.0, 2.5, 1.0, 0.5, 1.0])
    difference = first - second
    means = [np.mean(difference * signs) for signs in itertools.product([1, -1], repeat=6)]
    exact = np.mean(np.abs(means) >= abs(difference.mean()) - 1e-12)
    found, p = paired(first[None], second[None])
    assert p == pytest.approx(exact)
    assert found.value == pytest.approx(difference.mean())


def test_paired_test_agrees_with_the_t_test_for_many_texts() -> None:
    generator = np.random.default_rng(5)
    first = generator.normal(size=(3, 150))
    second = first + 0.15 + generator.normal(size=(3, 150))
    _, p = paired(first, second)
    expected = stats.ttest_rel(first.mean(axis=0), second.mean(axis=0)).pvalue
    assert p == pytest.approx(expected, rel=0.3, abs=0.005)


def test_texts_that_only_one_method_has_are_left_out() -> None:
    first, second = np.array([[1.0, np.nan, 5.0]]), np.array([[0.0, 100.0, 3.0]])
    found, p = paired(first, second)
    assert found.value == pytest.approx(1.5)
    assert p == pytest.approx(0.5)  # two texts: both signs as seen, or both turned


def test_no_difference_is_no_evidence() -> None:
    values = np.array([[1.0, 2.0]])
    assert paired(values, values)[1] == 1
    assert paired(values, np.array([[1.0, 3.0]]))[1] == 1
    assert np.isnan(paired(values, np.full((1, 2), np.nan))[1])


def test_holm_by_hand() -> None:
    """0.01 × 4, 0.02 × 3, 0.03 × 2 held at 0.06, 0.5 × 1."""
    assert holm([0.5, 0.01, 0.03, 0.02]) == pytest.approx([0.5, 0.04, 0.06, 0.06])
    assert holm([0.9, float("nan"), 0.6]) == pytest.approx([1.0, float("nan"), 1.0], nan_ok=True)
    assert holm([]) == []
