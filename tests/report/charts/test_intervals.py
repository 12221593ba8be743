"""A rate on its line: places by hand, and nothing where there is nothing."""

import re

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
