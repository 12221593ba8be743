"""Frozen records as plain JSON values, and back with every value checked against its annotation.

`plain` makes what `json` can write; `decode` reads it into a record and names the place of the first value
that does not fit, e.g. `findings[2].evidence.harm.conflict.n`.
"""

import math
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from auditor.errors import AuditError

Record = TypeVar("Record")


def plain(value: Any, *, ordered: frozenset[str] = frozenset(), sort: bool = True) -> Any:
    """The value in dicts, lists and finite numbers; what is no finite number becomes None.

    Dicts are sorted by key, except those in the fields `ordered`.
    """
    if hasattr(value, "item"):  # a scalar of numpy
        value = value.item()
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
        return {n: plain(getattr(value, n), ordered=ordered, sort=n not in ordered) for n in names}
    if isinstance(value, dict):
        items = [(str(key), plain(item, ordered=ordered, sort=sort)) for key, item in value.items()]
        return dict(sorted(items, key=lambda item: item[0]) if sort else items)
    if isinstance(value, list | tuple):
        return [plain(item, ordered=ordered, sort=sort) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def decode(kind: type[Record], value: Any, *, defaults: bool = False) -> Record:
    """A record of type `kind` from plain values; with `defaults`, fields that have one may be left out."""
    record: Record = _decode(kind, value, "", defaults)
    return record


def _decode(kind: Any, value: Any, where: str, defaults: bool) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if origin in (Union, UnionType):
        if value is None and NoneType in arguments:
            return None
        [inner] = [argument for argument in arguments if argument is not NoneType]
        return _decode(inner, value, where, defaults)
    if origin is tuple:
        return _tuple(arguments, value, where, defaults)
    if origin is dict:
        _expect(isinstance(value, dict), value, where, "an object")
        return {
            key: _decode(arguments[1], item, f"{where}[{key!r}]", defaults) for key, item in value.items()
        }
    if is_dataclass(kind):
        return _record(kind, value, where, defaults)
    if issubclass(kind, Enum):
        allowed = [member.value for member in kind]
        _expect(value in allowed, value, where, f"one of {', '.join(allowed)}")
        return kind(value)
    fits, name = _SCALARS[kind]
    _expect(fits(value), value, where, name)
    if kind is float:
        return math.nan if value is None else float(value)
    return value


def _record(kind: Any, value: Any, where: str, defaults: bool) -> Any:
    _expect(isinstance(value, dict), value, where, "an object")
    hints, given = _hints(kind), {}
    for unknown in value.keys() - hints.keys():
        near = get_close_matches(unknown, hints, 1)
        raise AuditError(
            f"{_join(where, unknown)} is not a known field", f"Did you mean {near[0]!r}?" if near else ""
        )
    for field in fields(kind):
        if field.name in value:
            inside = _join(where, field.name)
            given[field.name] = _decode(hints[field.name], value[field.name], inside, defaults)
        elif not defaults or (field.default is MISSING and field.default_factory is MISSING):
            raise AuditError(f"{_join(where, field.name)} is missing")
    return kind(**given)


def _tuple(arguments: tuple[Any, ...], value: Any, where: str, defaults: bool) -> tuple[Any, ...]:
    _expect(isinstance(value, list), value, where, "a list")
    if arguments[-1] is Ellipsis:
        kinds = [arguments[0]] * len(value)
    else:
        kinds = list(arguments)
        _expect(len(value) == len(kinds), value, where, f"a list of {len(kinds)}")
    pairs = enumerate(zip(kinds, value, strict=True))
    return tuple(_decode(kind, item, f"{where}[{place}]", defaults) for place, (kind, item) in pairs)


def _number(value: Any) -> bool:
    if value is None:  # a number that JSON has no word for
        return True
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


_SCALARS: dict[Any, tuple[Callable[[Any], bool], str]] = {
    str: (lambda value: isinstance(value, str), "a text"),
    bool: (lambda value: isinstance(value, bool), "true or false"),
    int: (lambda value: isinstance(value, int) and not isinstance(value, bool), "a whole number"),
    float: (_number, "a number"),
}


@lru_cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _join(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _expect(fits: bool, value: Any, where: str, wanted: str) -> None:
    if not fits:
        seen = repr(value)
        shown = seen if len(seen) <= 60 else seen[:57] + "..."
        raise AuditError(f"{where or 'the whole'} is {shown}; it must be {wanted}")
