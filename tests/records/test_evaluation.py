"""Records of an evaluation: metrics have unique names, and a comparison its verdict."""

import pytest

from auditor.records.evaluation import APART, METRICS, QUALITY, TESTED, Comparison, MeanInterval, metric


def test_names_and_headings_are_unique() -> None:
    assert len({one.name for one in METRICS}) == len({one.heading for one in METRICS}) == len(METRICS)
    assert {*TESTED, *APART} <= {one.name for one in QUALITY}
    assert metric("fms_same_size").heading == "FMS, same size"


@pytest.mark.parametrize(
    ("name", "difference", "adjusted", "verdict"),
    [
        ("comp", 0.2, 0.04, "better"),
        ("comp", -0.2, 0.04, "worse"),
        ("lo", -0.2, 0.04, "better"),
        ("lo", 0.2, 0.04, "worse"),
        ("lo", 0.2, 0.05, "no difference shown"),
        ("lo", 0.2, float("nan"), "not tested"),
    ],
)
def test_verdict_of_a_comparison(name: str, difference: float, adjusted: float, verdict: str) -> None:
    gap = MeanInterval(difference, difference, difference)
    assert Comparison(name, "a", "b", gap, adjusted, adjusted).verdict == verdict
