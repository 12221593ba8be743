"""The statistics: values worked out by hand, brute force for small cases, scipy for the rest."""

from itertools import product
from math import comb, log2, prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, false_discovery_control, fisher_exact, wilcoxon

from auditor.records.estimates import Estimate
from auditor.signals.statistics import (
    adjust,
    gardner_z,
    hypergeometric_tail,
    larger,
    log_odds,
    mean,
    more_often,
    odds_ratio,
    poisson_binomial_tail,
    rate,
    wilson,
    wilson_low,
)

chances = st.lists(st.floats(0, 1), min_size=1, max_size=8)


def enumerated_tail(count: int, flips: list[float]) -> float:
    """The same tail over all outcomes, one by one."""
    return sum(
        prod(p if up else 1 - p for p, up in zip(flips, outcome, strict=True))
        for outcome in product((False, True), repeat=len(flips))
        if sum(outcome) >= count
    )


# Rates and means


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_scipys(case: tuple[int, int]) -> None:
    count, n = case
    expected = binomtest(count, n).proportion_ci(method="wilson")
    assert wilson(count, n) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson_by_hand() -> None:
    # z = 1.96, n = 10, share 1/2: middle 1/2, half = 1.96 / 1.38415 * sqrt(0.025 + 0.0096036) = 0.26341.
    assert wilson(5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)
    low, high = wilson(0, 10)
    assert low == 0 and high == pytest.approx(3.8415 / 13.8415, abs=1e-4)


def test_a_rate_carries_its_counts_and_nothing_counted_is_no_evidence() -> None:
    found = rate(3, 4, p=0.2, adjusted_p=0.4)
    assert (found.estimate, found.n, found.count, found.p, found.adjusted_p) == (0.75, 4, 3, 0.2, 0.4)
    assert rate(0, 0, p=0.2) == Estimate(p=0.2)


def test_a_mean_has_students_interval() -> None:
    # sd 1, n = 4, t(3) = 3.182446: half = 1.591223 * sd, and the sd of 1, 2, 3, 4 is sqrt(5/3).
    found = mean([1, 2, 3, 4])
    half = 3.182446 * (5 / 3) ** 0.5 / 2
    assert (found.estimate, found.n) == (2.5, 4)
    assert (found.low, found.high) == pytest.approx((2.5 - half, 2.5 + half), abs=1e-5)
    assert mean([]) == Estimate() and mean([3.0], p=0.5) == Estimate(3.0, None, None, 1, p=0.5)


# Tables


@given(st.tuples(*[st.integers(0, 25)] * 4).filter(any))
def test_the_hypergeometric_tail_is_fishers_one_sided_test(cells: tuple[int, int, int, int]) -> None:
    a, b, c, d = cells
    tail = hypergeometric_tail(a, documents=a + b + c + d, labelled=a + c, holding=a + b)
    fisher = fisher_exact([[a, b], [c, d]], alternative="greater").pvalue
    assert float(tail) == pytest.approx(fisher, abs=1e-9)


def test_the_hypergeometric_tail_by_hand_and_in_bulk() -> None:
    # 4 of 6 documents have the label, 3 hold the token: all 3 have it in C(4,3) of C(6,3) cases.
    tail = hypergeometric_tail([3, 2, 1], documents=6, labelled=4, holding=3)
    assert tail == pytest.approx([4 / 20, 16 / 20, 1.0])


def test_the_odds_ratio_by_hand() -> None:
    # (10.5 * 20.5) / (5.5 * 5.5), and Woolf's standard error from the same cells.
    found = odds_ratio(10, 5, 5, 20)
    spread = 1.959964 * (1 / 10.5 + 1 / 5.5 + 1 / 5.5 + 1 / 20.5) ** 0.5
    assert found.estimate == pytest.approx(10.5 * 20.5 / 5.5**2) and found.n == 40
    assert np.log([found.low, found.high]) == pytest.approx(
        np.log(found.estimate) + np.array([-1, 1]) * spread
    )
    assert odds_ratio(0, 0, 5, 20) == Estimate(n=25) == odds_ratio(5, 20, 0, 0)
    assert odds_ratio(4, 0, 0, 4).estimate == pytest.approx(81)  # finite where a cell is empty


def test_log_odds_are_the_odds_ratio_in_bits() -> None:
    assert float(log_odds(10, 5, 5, 20)) == pytest.approx(log2(odds_ratio(10, 5, 5, 20).estimate or 0))
    assert log_odds([3, 0], [0, 3], [0, 3], [3, 0]) == pytest.approx([log2(49), -log2(49)])


def test_gardners_z_by_hand() -> None:
    assert gardner_z(75, 100, 0.5) == pytest.approx(5.0)  # (0.75 - 0.5) / (0.5 / 10)
    assert gardner_z(5, 25, 0.2) == 0
    assert gardner_z(0, 0, 0.5) is None and gardner_z(3, 3, 1.0) is None


# Sums of unequal coin flips


@given(chances, st.integers(-1, 9))
def test_the_poisson_binomial_tail_is_the_enumerated_one(flips: list[float], count: int) -> None:
    assert poisson_binomial_tail(count, flips) == pytest.approx(enumerated_tail(count, flips), abs=1e-12)


@given(chances, st.integers(0, 9))
def test_the_tail_falls_with_the_count_and_does_not_mind_the_order(flips: list[float], count: int) -> None:
    here = poisson_binomial_tail(count, flips)
    assert here >= poisson_binomial_tail(count + 1, flips)
    assert here == pytest.approx(poisson_binomial_tail(count, flips[::-1]), rel=1e-12)


def test_equal_chances_are_a_binomial_down_to_tiny_tails() -> None:
    tail = poisson_binomial_tail(90, [0.1] * 100)
    assert tail == pytest.approx(binom.sf(89, 100, 0.1), rel=1e-9, abs=0) and 0 < tail < 1e-70


def one_by_one(count: int, flips: Any) -> float:
    """The same tail, one flip after the other."""
    weight = [1.0] + [0.0] * count
    for p in flips:
        for k in range(count, 0, -1):
            weight[k] = weight[k] * (1 - p if k < count else 1) + weight[k - 1] * p
        weight[0] *= 1 - p
    return weight[count]


@pytest.mark.parametrize("n", [9, 16, 17, 300])
def test_many_flips_agree_with_one_by_one(n: int) -> None:
    flips = np.random.default_rng(0).choice([0.0, 0.05, 0.1, 0.4, 1.0], n)
    for count in (1, 2, n // 3, n // 2, 2 * n // 3, n - 1, n):
        expected = one_by_one(count, flips)
        assert poisson_binomial_tail(count, flips) == pytest.approx(expected, rel=1e-9, abs=0)
    tiny = poisson_binomial_tail(1000, [0.1] * 6000)
    assert tiny == pytest.approx(binom.sf(999, 6000, 0.1), rel=1e-8, abs=0) and tiny < 1e-50


# Many tests at once


def test_corrections_by_hand() -> None:
    # Sorted: 0.01, 0.02, 0.03, 0.5; times 4 / rank: 0.04, 0.04, 0.04, 0.5.
    assert adjust([0.03, 0.01, 0.5, 0.02]) == pytest.approx([0.04, 0.04, 0.5, 0.04])
    assert adjust([0.01, 0.04, 0.3]) == pytest.approx([0.03, 0.06, 0.3])
    # Benjamini-Yekutieli: times 1 + 1/2 + 1/3 besides.
    assert adjust([0.01, 0.04, 0.3], method="by") == pytest.approx([0.055, 0.11, 0.55])
    assert adjust([]).size == 0 and adjust([1.0 + 1e-12]) == pytest.approx([1.0])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_corrections_keep_the_order_and_never_help(values: list[float]) -> None:
    adjusted = adjust(values)
    assert (adjusted >= np.array(values) - 1e-15).all() and (adjusted <= 1).all()
    assert (np.diff(adjusted[np.argsort(values, kind="stable")]) >= -1e-15).all()
    assert (adjust(values, method="by") >= adjusted - 1e-15).all()
    assert adjusted == pytest.approx(false_discovery_control(values))


# Paired outcomes


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
def test_more_often_is_mcnemars_exact_test(pairs: list[tuple[bool, bool]]) -> None:
    own, other = [a for a, _ in pairs], [b for _, b in pairs]
    first, second = sum(a and not b for a, b in pairs), sum(b and not a for a, b in pairs)
    n = first + second
    expected = binomtest(first, n, alternative="greater").pvalue if n else 1.0
    assert more_often(own, other) == pytest.approx(expected)


def test_more_often_by_hand() -> None:
    # Five texts turn only with the token, none only with the placebo: 1 of 32 cases.
    assert more_often([True] * 5 + [False] * 3, [False] * 8) == pytest.approx(1 / 32)
    assert more_often([True, True], [True, True]) == 1.0
    with pytest.raises(ValueError, match="shorter"):
        more_often([True, True], [True])


def test_larger_is_wilcoxons_signed_rank_test() -> None:
    own, other = [0.9, 0.8, 0.7, 0.65, 0.95, 0.5], [0.1, 0.2, 0.15, 0.3, 0.05, 0.6]
    assert larger(own, other) == pytest.approx(wilcoxon(own, other, alternative="greater").pvalue)
    # All five differences positive: one of the 2^5 signs.
    assert larger([1, 2, 3, 4, 5], [0] * 5) == pytest.approx(1 / 32)
    assert larger([1.0, 2.0], [1.0, 2.0]) == 1.0 and larger([], []) == 1.0


def test_random_sets_miss_a_word_as_combinations_say() -> None:
    """The identity that recurrence rests on: n words, k picked, m occurrences, all missed."""
    for n, k, m in product(range(1, 9), repeat=3):
        if max(k, m) > n:
            continue
        missed = prod(max(0, n - k - j) / (n - j) for j in range(m))
        assert missed == pytest.approx(comb(n - m, k) / comb(n, k))


# Bounds of many shares at once


@given(st.lists(st.integers(0, 50).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), max_size=12))
def test_lower_bounds_at_once_are_those_one_by_one(counted: list[tuple[int, int]]) -> None:
    counts, n = np.array(counted, dtype=np.int64).reshape(-1, 2).T
    found = wilson_low(counts, n)
    for low, count, size in zip(found, counts.tolist(), n.tolist(), strict=True):
        assert low == pytest.approx(wilson(count, size)[0] if size else 0.0)
        assert 0.0 <= low <= (count / size if size else 0.0) + 1e-12
