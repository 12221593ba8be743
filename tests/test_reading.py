"""Readings of the paper: what can be written, and what is said when it cannot."""

import pytest

from auditor.errors import AuditError
from auditor.reading import ALLOWED, Reading, parse_reading


def test_nothing_is_the_default_and_every_default_comes_first() -> None:
    assert parse_reading("") == Reading()
    assert {name: getattr(Reading(), name) for name in ALLOWED} == {n: v[0] for n, v in ALLOWED.items()}
    assert str(Reading()) == ""


def test_departures_are_read_and_written() -> None:
    reading = parse_reading("values=clipped, ordered ,strict=no")
    assert reading == Reading(values="clipped", ordered="yes")
    assert str(reading) == "ordered=yes,values=clipped"
    assert parse_reading(str(reading)) == reading


def test_the_listings_loop_counts_in_units() -> None:
    assert parse_reading("solver=in-loop").rounding == "nearest"
    assert parse_reading("rounding=up,solver=in-loop").rounding == "up"
    with pytest.raises(AuditError, match="whole units"):
        Reading(solver="in-loop")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("item=all-pairs", "items=positive-pairs|all-pairs|positive-words"),
        ("items=some", "positive-pairs, all-pairs, positive-words"),
        ("items", "positive-pairs, all-pairs, positive-words"),
        ("ordered=maybe", "no, yes"),
        ("values=clipped,values=truncated", "both 'clipped' and 'truncated'"),
    ],
)
def test_an_unknown_reading_names_the_allowed(text: str, named: str) -> None:
    with pytest.raises(AuditError) as caught:
        parse_reading(text)
    assert named in caught.value.message + caught.value.hint
