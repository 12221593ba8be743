"""Numbers in words; no evidence is never a zero."""

from auditor.records.estimates import Estimate
from auditor.report.numbers import (
    NONE,
    count,
    counted,
    interval,
    listed,
    number,
    of,
    p_value,
    percent,
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
