"""Readings of the paper: what can be written, and what is said when it cannot."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.errors import AuditError
from auditor.reading import ALLOWED, Reading, known_readings, parse_reading


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


def every_reading() -> list[Reading]:
    """All combinations that mean something: the listing's loop needs whole units."""
    combinations = (dict(zip(ALLOWED, values, strict=True)) for values in product(*ALLOWED.values()))
    return [
        Reading(**one) for one in combinations if (one["solver"], one["rounding"]) != ("in-loop", "exact")
    ]


def test_every_reading_is_written_as_it_is_read() -> None:
    readings = every_reading()
    assert len({str(one) for one in readings}) == len(readings) > 1000
    assert all(parse_reading(str(one)) == one for one in readings)


@given(st.sampled_from(every_reading()), st.randoms(use_true_random=False), st.sampled_from(["", " ", "  "]))
def test_neither_order_nor_blanks_nor_repeats_matter(reading: Reading, random: Any, blank: str) -> None:
    parts = [f"{name}={getattr(reading, name)}" for name in ALLOWED]
    random.shuffle(parts)
    written = f"{blank},{blank}".join([*parts, parts[0], ""])
    assert parse_reading(written.replace("=", f"{blank}={blank}")) == reading


@pytest.mark.parametrize("name", ALLOWED)
def test_a_key_alone_is_yes_where_that_is_a_value(name: str) -> None:
    if "yes" in ALLOWED[name]:
        assert getattr(parse_reading(name), name) == "yes"
        with pytest.raises(AuditError, match=f"{name} is ''"):
            parse_reading(f"{name}=")
    else:
        with pytest.raises(AuditError, match=f"reading {name} is ''"):
            parse_reading(name)


def test_what_is_known_lists_every_value_once() -> None:
    listed = dict(part.split("=") for part in known_readings().split("; "))
    assert {name: tuple(values.split("|")) for name, values in listed.items()} == ALLOWED
