"""Whether an audit was strong enough, at any share of the texts."""

from dataclasses import replace

import pytest

from auditor.config import RuleConfig
from auditor.review.power_gate import USUAL_REACH, chance_at, is_too_weak
from auditor.verdicts.judging import judge_again
from tests.findings.builder import a_report
from tests.report.powers import a_power


@pytest.mark.parametrize(
    ("reach", "expected"),
    [(0.005, 0.1), (0.01, 0.41), (0.02, 0.93), (0.05, 0.98), (0.5, 0.98), (0.004, 0.0), (0.0001, 0.0)],
)
def test_the_chance_at_a_reach(reach: float, expected: float) -> None:
    """Beyond the largest it stays; below the smallest nothing is promised."""
    assert chance_at(a_power(), reach) == pytest.approx(expected)


def test_between_two_reaches_it_lies_on_a_line_over_their_logarithm() -> None:
    assert chance_at(a_power(), (0.01 * 0.02) ** 0.5) == pytest.approx((0.41 + 0.93) / 2)


def test_an_audit_is_too_weak_below_the_asked_chance_or_where_nobody_knows() -> None:
    report = replace(a_report(), power=a_power())
    assert USUAL_REACH == 0.01
    assert is_too_weak(report, 0.5) and not is_too_weak(report, 0.4) and not is_too_weak(report, 0.9, at=0.02)
    assert is_too_weak(a_report(), 0.0) and is_too_weak(replace(report, power=a_power(points=())), 0.1)


def test_another_rule_takes_the_power_away() -> None:
    report = replace(a_report(), power=a_power())
    assert judge_again(report, RuleConfig(clear=0.3)).power is None
