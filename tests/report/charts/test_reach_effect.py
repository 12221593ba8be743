"""Reach and effect by hand, and the corners of the drawing."""

from dataclasses import replace

import pytest

from auditor.findings.finding import Finding, Kind
from auditor.records.estimates import Estimate
from auditor.report.charts.reach_effect import FRAME, Placed, effect_of, reach_effect
from auditor.report.headline import KINDS
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.statistics import rate
from tests.findings.builder import PAIR, a_finding, of
from tests.report.many import make_report


def inserted(turned: int, placebo: int) -> Finding:
    return replace(a_finding(), evidence=of(Insertion(rate(turned, 40), rate(placebo, 40))))


@pytest.mark.parametrize(("turned", "placebo", "effect"), [(39, 3, 0.9), (40, 0, 1.0), (2, 6, 0.0)])
def test_the_effect_is_what_it_turns_beyond_neutral_words(turned: int, placebo: int, effect: float) -> None:
    assert effect_of(inserted(turned, placebo)) == pytest.approx(effect)


def test_without_a_placebo_and_without_a_trial() -> None:
    assert effect_of(replace(a_finding(), evidence=of(Insertion(rate(20, 40))))) == 0.5
    assert effect_of(replace(a_finding(), evidence=of())) is None


def test_of_a_pair_what_the_two_do_together() -> None:
    pair = a_finding(PAIR, "amber", "violet")
    assert effect_of(pair) == 0.4
    below = replace(pair, evidence=of(Interaction(Estimate(-0.3))))
    assert effect_of(below) == 0.0 and effect_of(replace(pair, evidence=of())) is None


@pytest.mark.parametrize(
    ("reach", "effect", "x", "y"),
    [(1.0, 1.0, FRAME.right, FRAME.top), (0.001, 0.0, FRAME.left, FRAME.bottom),
     (0.00001, 0.0, FRAME.left, FRAME.bottom)],
)  # fmt: skip
def test_the_corners(reach: float, effect: float, x: float, y: float) -> None:
    disc = Placed(replace(a_finding(), reach=reach), effect).disc
    assert (disc.x, disc.y) == (x, y)


def test_a_tenth_is_two_thirds_across() -> None:
    disc = Placed(replace(a_finding(), reach=0.1), 0.5).disc
    assert disc.x == pytest.approx(FRAME.left + (FRAME.right - FRAME.left) * 2 / 3, abs=0.1)
    assert disc.y == pytest.approx((FRAME.top + FRAME.bottom) / 2, abs=0.1)


def test_drawing() -> None:
    report = make_report(12)
    kinds = {one.id: KINDS[one.verdict] for one in report.findings}
    drawn = reach_effect(report.findings, kinds)
    tried = [one for one in report.findings if effect_of(one) is not None]
    assert drawn.count("<a ") == len(tried) == 11 and "matinee + lantern" in drawn
    assert 'class="tick">10 %</text>' in drawn and "style=" not in drawn
    assert reach_effect([replace(tried[0], evidence=of())], kinds) == ""
    group = replace(tried[0], kind=Kind.GROUP)
    assert "ring artefact" in reach_effect([group], kinds)
