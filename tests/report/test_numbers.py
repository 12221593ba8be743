"""Numbers in words; no evidence is never a zero."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.records.estimates import Estimate
from auditor.report.numbers import (
    NONE,
    at_least,
    certainty,
    count,
    counted,
    interval,
    listed,
    number,
    of,
    p_value,
    percent,
    share_of,
    signed,
    threshold,
    with_interval,
    yes_no,
)


def test_no_evidence_is_said() -> None:
    nothing = Estimate()
    assert number(None) == with_interval(nothing) == p_value(None) == percent(0, 0) == yes_no(None) == NONE
    assert interval(nothing) == of(nothing) == ""
    assert number(0.0) == "0.00" and p_value(0.0) == "< 0.001" and percent(0, 4) == "0 %"


def test_numbers_by_hand() -> None:
    rate = Estimate(61 / 64, 0.8712, 0.984, 64, 61)
    assert with_interval(rate) == "0.95 (0.87–0.98)"
    assert of(rate) == "61 of 64" and of(Estimate(6.1, n=1200)) == "n = 1,200"
    assert number(-0.5) == "−0.50"
    assert (p_value(0.0009), p_value(0.04), p_value(1.0)) == ("< 0.001", "0.040", "1.000")
    assert count(1234567) == "1,234,567"
    assert (counted(1, "text"), counted(2, "text"), counted(0, "class", "classes")) == (
        "1 text",
        "2 texts",
        "0 classes",
    )


def test_lists_read_as_sentences() -> None:
    assert [listed(parts) for parts in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.mark.parametrize(
    ("probability", "said"),
    [
        *[(1.0, "over 99 %"), (0.995, "over 99 %"), (0.994, "99 %"), (0.5, "50 %")],
        *[(0.012, "1 %"), (0.005, "1 %"), (0.004, "under 1 %"), (0.0, "under 1 %")],
    ],
)
def test_a_model_is_never_said_to_be_surer_than_it_is(probability: float, said: str) -> None:
    assert certainty(probability) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [(None, NONE), (0.0, "0 %"), (0.005, "0.5 %"), (0.01, "1 %"), (1 / 3, "33.33 %"), (1.0, "100 %")],
)
def test_shares_have_the_digits_that_they_need(value: float | None, said: str) -> None:
    assert share_of(value) == said


def test_thresholds_and_differences_as_somebody_would_write_them() -> None:
    assert [threshold(value) for value in (0.05, 10.0, 0.5, 1e-06)] == ["0.05", "10", "0.5", "1e-06"]
    assert [signed(value) for value in (1.8, -0.2, 0.0)] == ["+1.80", "−0.20", "+0.00"]


def test_a_lower_bound_needs_an_interval() -> None:
    assert at_least(Estimate(0.95, 0.8712, 0.98, 64, 61)) == "61 of 64, at least 0.87"
    assert at_least(Estimate(0.4, 0.3, 0.5, 16)) == "0.40, at least 0.30"
    for nothing in (Estimate(), Estimate(0.4), Estimate(0.4, n=1), Estimate(None, 0.1, 0.2)):
        assert at_least(nothing) == NONE


@given(st.integers(0, 10**12))
def test_a_count_is_its_digits_in_threes(value: int) -> None:
    groups = count(value).split(",")
    assert int("".join(groups)) == value
    assert 1 <= len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])


@given(st.floats(-1e6, 1e6), st.integers(0, 4))
def test_a_number_keeps_its_value_and_its_sign(value: float, digits: int) -> None:
    found = number(value, digits)
    assert "-" not in found  # a minus, not a hyphen
    assert abs(float(found.replace("−", "-")) - value) <= 0.5000001 * 10**-digits


@given(st.lists(st.text("abc", min_size=1, max_size=3), max_size=6))
def test_a_list_has_every_part_once_and_one_and(parts: list[str]) -> None:
    found = listed(parts)
    assert found.replace(" and ", ", ").split(", ") == (parts or [""])
    assert found.count(" and ") == (len(parts) > 1)
