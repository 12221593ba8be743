"""Records of an evaluation: metrics have unique names, and a comparison its verdict."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@given(st.sampled_from(TESTED), st.floats(-1, 1), st.floats(0, 1))
def test_better_for_one_is_worse_for_the_other(name: str, difference: float, adjusted: float) -> None:
    """The same comparison with the methods exchanged."""
    gaps = [MeanInterval(sign * difference, -1.0, 1.0) for sign in (1, -1)]
    one, other = (Comparison(name, "a", "b", gap, adjusted, adjusted).verdict for gap in gaps)
    turned = {"better": "worse", "worse": "better", "no difference shown": "no difference shown"}
    if difference:
        assert other == turned[one]
    assert (one == "no difference shown") == (adjusted >= 0.05)


def test_a_metric_says_what_it_is_and_which_way_is_better() -> None:
    for one in METRICS:
        assert metric(one.name) is one and one.meaning and not one.meaning.endswith(".")
        assert one.better in ("", "lower", "higher") and (one in QUALITY) == (one.better != "")
    with pytest.raises(StopIteration):
        metric("accuracy")


def test_what_is_tested_or_shown_apart_has_a_direction() -> None:
    assert all(metric(name).better for name in (*TESTED, *APART))
    assert {*TESTED} <= {*APART}
