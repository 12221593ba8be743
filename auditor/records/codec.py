"""Frozen records as plain JSON values, and back with every value checked against its annotation.

`plain` makes what `json` can write; `decode` reads it into a record and names the place of the first value
that does not fit, e.g. `findings[2].evidence.harm.conflict.n`. A field whose metadata say that
it is `optional` is left out where it is None, as earlier versions did not know it.
"""

import math
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from auditor.errors import AuditError

Record = TypeVar("Record")


@dataclass(frozen=True)
class Parts:
    """A record whose fields are records of types that `TYPES` lists by name; in JSON an object of them."""

    parts: dict[str, Any]
    TYPES: ClassVar[dict[str, type[Any]]] = {}


def plain(value: Any, *, ordered: frozenset[str] = frozenset(), sort: bool = True) -> Any:
    """The value in dicts, lists and finite numbers; what is no finite number becomes None.

    Dicts are sorted by key, except those in the fields `ordered`.
    """
    if value is None or type(value) in (str, int, bool):
        return value
    if hasattr(value, "item"):  # a scalar of numpy
        value = value.item()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Parts):
        return {
            name: plain(value.parts[name], ordered=ordered) for name in value.TYPES if name in value.parts
        }
    if is_dataclass(value):
        names = [
            one.name for one in fields(value) if not (_may_lack(one) and getattr(value, one.name) is None)
        ]
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
    try:
        annotated: Any = kind
        record: Record = _reader(annotated, defaults)(value)
    except _MisfitError as misfit:
        raise AuditError(f"{misfit.where} {misfit.problem}", misfit.hint) from None
    return record


class _MisfitError(Exception):
    """A value that does not fit; its place is put together on the way out: good values cost nothing."""

    def __init__(self, problem: str, *, inside: str = "", hint: str = "") -> None:
        super().__init__(problem)
        self.problem, self.path, self.hint = problem, inside, hint

    @property
    def where(self) -> str:
        return self.path.removeprefix(".") or "the whole"

    def at(self, step: str) -> "_MisfitError":
        self.path = step + self.path
        return self


Reader = Callable[[Any], Any]


def _may_lack(field: Field[Any]) -> bool:
    """Whether a field that is None is left out."""
    return bool(field.metadata.get("optional"))


@lru_cache
def _reader(kind: Any, defaults: bool) -> Reader:
    """What turns a plain value into one of an annotated type, or raises `_MisfitError`."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda value: value
    if origin in (Union, UnionType):
        [inner] = [_reader(argument, defaults) for argument in arguments if argument is not NoneType]
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        return _tuple_reader(arguments, defaults)
    if origin is dict:
        return _dict_reader(_reader(arguments[1], defaults))
    if isinstance(kind, type) and issubclass(kind, Parts):
        return _parts_reader(kind, defaults)
    if is_dataclass(kind):
        return _record_reader(kind, defaults)
    if issubclass(kind, Enum):
        return _enum_reader(kind)
    return _scalar_reader(kind)


def _record_reader(kind: Any, defaults: bool) -> Reader:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name], defaults) for field in fields(kind)}
    needed = [
        field.name
        for field in fields(kind)
        if not _may_lack(field)
        and (not defaults or (field.default is MISSING and field.default_factory is MISSING))
    ]

    def read(value: Any) -> Any:
        _expect(isinstance(value, dict), value, "an object")
        for name in sorted(value.keys() - readers.keys()):
            near = get_close_matches(name, readers, 1)
            hint = f"Did you mean {near[0]!r}?" if near else ""
            raise _MisfitError("is not a known field", inside=f".{name}", hint=hint)
        for name in needed:
            if name not in value:
                raise _MisfitError("is missing", inside=f".{name}")
        given = {}
        for name, item in value.items():
            try:
                given[name] = readers[name](item)
            except _MisfitError as misfit:
                raise misfit.at(f".{name}") from None
        return kind(**given)

    return read


def _parts_reader(kind: type[Parts], defaults: bool) -> Reader:
    types: dict[str, Any] = kind.TYPES
    readers = {name: _reader(part, defaults) for name, part in types.items()}

    def read(value: Any) -> Parts:
        _expect(isinstance(value, dict), value, "an object")
        parts = {}
        for name, item in value.items():
            if name not in readers:
                raise _MisfitError("is not a known part", inside=f".{name}")
            try:
                parts[name] = readers[name](item)
            except _MisfitError as misfit:
                raise misfit.at(f".{name}") from None
        return kind(parts)

    return read


def _tuple_reader(arguments: tuple[Any, ...], defaults: bool) -> Reader:
    any_length = arguments[-1] is Ellipsis
    kinds = arguments[:1] if any_length else arguments
    readers = [_reader(kind, defaults) for kind in kinds]

    def read(value: Any) -> tuple[Any, ...]:
        _expect(isinstance(value, list), value, "a list")
        if not any_length:
            _expect(len(value) == len(readers), value, f"a list of {len(readers)}")
        found = []
        for place, item in enumerate(value):
            try:
                found.append(readers[0 if any_length else place](item))
            except _MisfitError as misfit:
                raise misfit.at(f"[{place}]") from None
        return tuple(found)

    return read


def _dict_reader(inner: Reader) -> Reader:
    def read(value: Any) -> dict[str, Any]:
        _expect(isinstance(value, dict), value, "an object")
        found = {}
        for key, item in value.items():
            try:
                found[key] = inner(item)
            except _MisfitError as misfit:
                raise misfit.at(f"[{key!r}]") from None
        return found

    return read


def _enum_reader(kind: type[Enum]) -> Reader:
    allowed = {member.value: member for member in kind}

    def read(value: Any) -> Enum:
        _expect(isinstance(value, str) and value in allowed, value, f"one of {', '.join(allowed)}")
        return allowed[value]

    return read


def _scalar_reader(kind: Any) -> Reader:
    wanted = {str: "a text", bool: "true or false", int: "a whole number", float: "a number"}[kind]

    def read(value: Any) -> Any:
        if type(value) is kind and kind is not float:
            return value
        _expect(kind is float and _number(value), value, wanted)
        return math.nan if value is None else float(value)

    return read


def _number(value: Any) -> bool:
    if value is None:  # a number that JSON has no word for
        return True
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _expect(fits: bool, value: Any, wanted: str) -> None:
    if not fits:
        seen = repr(value)
        shown = seen if len(seen) <= 60 else seen[:57] + "..."
        raise _MisfitError(f"is {shown}; it must be {wanted}")
