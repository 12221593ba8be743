"""A rate on its line: places by hand, and nothing where there is nothing."""

import re

from hypothesis import given
from hypothesis import strategies as st

from auditor.records.estimates import Estimate
from auditor.report.charts.intervals import MARGIN, WIDTH, dot_plot


def test_places_by_hand() -> None:
    drawn = dot_plot(Estimate(0.5, 0.25, 1.0), Estimate(0.0, 0.0, 0.25), base=0.5)
    assert 'class="rate" d="M44 7H164"' in drawn
    assert 'class="dot" d="M84 7h0"' in drawn
    assert 'class="placebo" d="M4 15H44"' in drawn
    assert 'class="base" d="M84 1V19"' in drawn


def test_no_evidence_draws_nothing() -> None:
    assert dot_plot(Estimate()) == "" and dot_plot(Estimate(), Estimate()) == ""


def test_values_beyond_the_line_stay_on_it() -> None:
    drawn = dot_plot(Estimate(7.0, -3.0, 9.0))
    assert {float(x) for x in re.findall(r"[MH](\d+(?:\.\d+)?)", drawn)} == {MARGIN, WIDTH - MARGIN}


def test_no_style_attribute() -> None:
    assert "style=" not in dot_plot(Estimate(0.5, 0.4, 0.6))


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.1, 4))
def test_a_larger_rate_stands_farther_right(one: float, other: float, top: float) -> None:
    def place(value: float) -> float:
        [found] = re.findall(r'class="dot" d="M([\d.]+) 7h0"', dot_plot(Estimate(value), top=top))
        return float(found)

    low, high = sorted((one, other))
    assert MARGIN <= place(low) <= place(high) <= WIDTH - MARGIN
    assert place(top) == WIDTH - MARGIN and place(0.0) == MARGIN


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3).map(sorted))
def test_the_line_holds_its_dot(bounds: list[float]) -> None:
    low, middle, high = bounds
    drawn = dot_plot(Estimate(middle, low, high))
    [(begin, end)] = re.findall(r'class="rate" d="M([\d.]+) 7H([\d.]+)"', drawn)
    [dot] = re.findall(r'class="dot" d="M([\d.]+) 7h0"', drawn)
    assert float(begin) <= float(dot) <= float(end)
    assert drawn.count("<path") == 2


def test_a_placebo_without_bounds_is_a_diamond_alone() -> None:
    drawn = dot_plot(Estimate(), Estimate(0.5))
    assert drawn.count("placebo") == 1 and 'class="rate"' not in drawn and 'class="dot"' not in drawn
