"""Rates of changed predictions, beside those of placebos."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

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


outcomes = st.lists(st.tuples(st.booleans(), st.booleans(), st.floats(-1, 1)), max_size=25)


@given(outcomes)
def test_rates_and_their_test_are_those_of_scipy(tried: list[tuple[bool, bool, float]]) -> None:
    """Of the texts in which token and placebo differ: how often is it the token that changed something?"""
    own, other, change = (list(column) for column in zip(*tried, strict=True)) if tried else ([], [], [])
    found = flips(own, other, change)
    assert (found.rate.count or 0, found.rate.n) == (sum(own), len(tried))
    assert (found.placebo.count or 0, found.placebo.n) == (sum(other), len(tried))
    if not tried:
        assert found == Flips()
        return
    differ = [a for a, b in zip(own, other, strict=True) if a != b]
    expected = binomtest(sum(differ), len(differ), alternative="greater").pvalue if differ else 1.0
    assert found.rate.p == pytest.approx(expected)
    assert found.effect.estimate == pytest.approx(sum(change) / len(change))
    low, high = binomtest(sum(own), len(own)).proportion_ci(method="wilson")
    assert (found.rate.low, found.rate.high) == (pytest.approx(low), pytest.approx(high))


@given(outcomes)
def test_the_order_of_the_texts_changes_nothing(tried: list[tuple[bool, bool, float]]) -> None:
    found = []
    for some in (tried, tried[::-1]):
        own, other, change = (list(column) for column in zip(*some, strict=True)) if some else ([], [], [])
        found.append(flips(own, other, [round(one, 3) for one in change]))
    assert (found[0].rate, found[0].placebo) == (found[1].rate, found[1].placebo)
    assert found[0].effect.estimate == pytest.approx(found[1].effect.estimate)
