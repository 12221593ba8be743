"""The JSON Schema of `report.json`, made from the records and their docstrings.

`python -m auditor.findings.schema` writes it to `report.schema.json`, which is part of the package.
"""

import ast
import inspect
import json
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from auditor.files import write_text
from auditor.findings.report import FORMAT_VERSION, Report
from auditor.records.codec import Parts

PATH = Path(__file__).with_name("report.schema.json")
_SCALARS: dict[Any, dict[str, Any]] = {
    Any: {},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": ["number", "null"]},  # null: not a finite number
    NoneType: {"type": "null"},
}


def schema() -> dict[str, Any]:
    """A schema for `report.json`, with one definition for each record."""
    definitions: dict[str, Any] = {}
    _describe(Report, definitions)
    whole = definitions.pop("Report")
    whole["properties"]["format_version"]["const"] = FORMAT_VERSION
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Audit report",
        **whole,
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """What `report.schema.json` holds."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def _describe(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of an annotated type; records and enums go to the definitions."""
    arguments = get_args(kind)
    if kind in _SCALARS:
        return dict(_SCALARS[kind])
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": _describe(arguments[1], definitions)}
    if get_origin(kind) is tuple and arguments[-1] is Ellipsis:
        return {"type": "array", "items": _describe(arguments[0], definitions)}
    if get_origin(kind) is tuple:
        items = [_describe(argument, definitions) for argument in arguments]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if NoneType in arguments:
        inner = [argument for argument in arguments if argument is not NoneType]
        options = [_describe(argument, definitions) for argument in inner]
        return options[0] if inner == [float] else {"anyOf": [*options, {"type": "null"}]}
    name = kind.__name__
    if name not in definitions:
        definitions[name] = _definition(kind, definitions)
    return {"$ref": f"#/$defs/{name}"}


def _definition(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    if issubclass(kind, Parts):
        return _parts(kind, definitions)
    return _record(kind, definitions) if is_dataclass(kind) else _enum(kind)


def _parts(kind: type[Parts], definitions: dict[str, Any]) -> dict[str, Any]:
    """A record of named parts, any of which may be absent."""
    return {
        "description": _doc(kind),
        "type": "object",
        "properties": {name: _describe(part, definitions) for name, part in kind.TYPES.items()},
        "additionalProperties": False,
    }


def _doc(kind: type[Any]) -> str:
    return inspect.cleandoc(kind.__doc__ or "")


def _record(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    hints, said, properties = get_type_hints(kind), field_docs(kind), {}
    for field in fields(kind):
        described = _describe(hints[field.name], definitions)
        properties[field.name] = described | ({"description": said[field.name]} if field.name in said else {})
    return {
        "description": _doc(kind),
        "type": "object",
        "properties": properties,
        "required": [field.name for field in fields(kind) if not field.metadata.get("optional")],
        "additionalProperties": False,
    }


def _enum(kind: type[Enum]) -> dict[str, Any]:
    return {"description": _doc(kind), "enum": [member.value for member in kind]}


def field_docs(kind: type[Any]) -> dict[str, str]:
    """The docstring under each field of a record, in one line; also of fields that it inherits."""
    found: dict[str, str] = {}
    for one in reversed([one for one in kind.__mro__ if is_dataclass(one)]):
        [body] = ast.parse(dedent(inspect.getsource(one))).body
        lines = body.body if isinstance(body, ast.ClassDef) else []
        for line, below in pairwise(lines):
            if not (isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)):
                continue
            if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
                found[line.target.id] = " ".join(str(below.value.value).split())
    return found


if __name__ == "__main__":
    write_text(PATH, schema_text())
