"""Records as JSON and back: exact where it fits, and the place of the value where it does not."""

import json
import math
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditor.errors import AuditError
from auditor.findings.report import Report
from auditor.records.codec import Parts, decode, plain

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
)


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class Inner:
    size: float
    colour: Colour = Colour.RED


@dataclass(frozen=True)
class Outer:
    name: str
    count: int
    sure: bool
    pair: tuple[str, int]
    many: tuple[Inner, ...]
    maybe: float | None = None
    inner: Inner | None = None


OUTER = Outer("n", 1, True, ("a", 2), (Inner(0.5), Inner(1.0)), None, Inner(2.0))


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of an annotated type, made without the code under test."""
    arguments = get_args(kind)
    if kind is Any:
        return JSON
    if get_origin(kind) is tuple:
        if arguments[-1] is Ellipsis:
            return st.lists(values(arguments[0]), max_size=2).map(tuple)
        return st.tuples(*map(values, arguments))
    if get_origin(kind) is dict:
        return st.dictionaries(st.text(), values(arguments[1]), max_size=2)
    if NoneType in arguments:
        return st.none() | st.one_of([values(kind) for kind in arguments if kind is not NoneType])
    if isinstance(kind, type) and issubclass(kind, Parts):
        parts = st.fixed_dictionaries({}, optional={name: values(part) for name, part in kind.TYPES.items()})
        return st.builds(kind, parts)
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return st.builds(kind, **{field.name: values(hints[field.name]) for field in fields(kind)})
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    scalars = {str: st.text(), int: st.integers(), bool: st.booleans()}
    return scalars.get(kind, st.floats(allow_nan=False, allow_infinity=False))


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(values(Report))
def test_every_report_comes_back_exactly(report: Report) -> None:
    assert decode(Report, json.loads(json.dumps(plain(report), allow_nan=False))) == report


def test_a_record_comes_back_exactly() -> None:
    assert decode(Outer, json.loads(json.dumps(plain(OUTER)))) == OUTER


def test_numbers_that_are_not_finite_become_null_and_numpy_becomes_plain() -> None:
    assert plain((math.nan, math.inf, -math.inf, 1.5)) == [None, None, None, 1.5]
    assert plain({"n": np.int64(3), "x": np.float64("nan"), "b": np.bool_(True)}) == {
        "n": 3,
        "x": None,
        "b": True,
    }
    assert math.isnan(decode(Inner, {"size": None, "colour": "red"}).size)


def test_dicts_are_sorted_unless_their_order_says_something() -> None:
    @dataclass(frozen=True)
    class Counts:
        free: dict[str, int]
        fixed: dict[str, Any]

    found = plain(Counts({"b": 1, "a": 2}, {"b": {"d": 1, "c": 2}, "a": 2}), ordered=frozenset({"fixed"}))
    assert list(found["free"]) == ["a", "b"]
    assert list(found["fixed"]) == ["b", "a"] and list(found["fixed"]["b"]) == ["d", "c"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": 3}, "name is 3; it must be a text"),
        ({"count": True}, "count is True; it must be a whole number"),
        ({"count": 1.0}, "count is 1.0"),
        ({"sure": 0}, "sure is 0; it must be true or false"),
        ({"pair": ["a"]}, "it must be a list of 2"),
        ({"pair": ["a", "b"]}, "pair[1] is 'b'; it must be a whole number"),
        ({"many": {}}, "many is {}; it must be a list"),
        ({"many": [{"size": 1, "colour": "blue"}]}, "many[0].colour is 'blue'; it must be one of red"),
        ({"many": [{"colour": "red"}]}, "many[0].size is missing"),
        ({"many": [7]}, "many[0] is 7; it must be an object"),
        ({"maybe": "1"}, "maybe is '1'; it must be a number"),
        ({"maybe": 10**400}, "maybe is 1000"),
        ({"inner": {"size": 1}}, "inner.colour is missing"),
        ({"nam": "n"}, "nam is not a known field"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_its_place(change: dict[str, Any], said: str) -> None:
    with pytest.raises(AuditError) as caught:
        decode(Outer, plain(OUTER) | change)
    assert said in caught.value.message


def test_an_unknown_field_gets_the_nearest_known_one() -> None:
    with pytest.raises(AuditError) as caught:
        decode(Outer, plain(OUTER) | {"nmae": "n"})
    assert caught.value.hint == "Did you mean 'name'?"


def test_fields_with_a_default_may_be_left_out_only_where_that_is_said() -> None:
    assert decode(Inner, {"size": 1}, defaults=True) == Inner(1.0)
    with pytest.raises(AuditError, match="colour is missing"):
        decode(Inner, {"size": 1})


def test_the_whole_may_be_wrong() -> None:
    with pytest.raises(AuditError, match="the whole is \\[\\]; it must be an object"):
        decode(Inner, [])
