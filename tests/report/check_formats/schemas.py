"""Compact forms of the published schemas: what this program may write, and nothing else.

SARIF: the definitions that are used, with the types, limits and choices of the OASIS schema of version 2.1.0
(errata 01), which is under the OASIS IPR policy; `additionalProperties` is false wherever it is there. JUnit:
elements, their attributes and children, as the schema of the Jenkins xUnit plugin (junit-10.xsd, MIT) has
them. Both are written anew here, so no licence comes with them.
"""

from typing import Any
from xml.etree.ElementTree import Element

_TEXT: dict[str, Any] = {"type": "string"}
_BAG = {"type": "object"}
_MESSAGE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "text": _TEXT,
        "markdown": _TEXT,
        "id": _TEXT,
        "arguments": {"type": "array", "items": _TEXT},
    },
    "anyOf": [{"required": ["text"]}, {"required": ["id"]}],
}
_MULTIFORMAT = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"text": _TEXT, "markdown": _TEXT, "properties": _BAG},
    "required": ["text"],
}
_RULE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "id": _TEXT,
        "name": _TEXT,
        "shortDescription": _MULTIFORMAT,
        "fullDescription": _MULTIFORMAT,
        "help": _MULTIFORMAT,
        "helpUri": {"type": "string", "format": "uri"},
        "properties": _BAG,
    },
    "required": ["id"],
}
_REGION = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine")
    },
}
_LOCATION = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer", "minimum": -1},
        "physicalLocation": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "additionalProperties": False,
                    "properties": {"uri": {"type": "string", "format": "uri-reference"}, "uriBaseId": _TEXT},
                },
                "region": _REGION,
            },
            "anyOf": [{"required": ["address"]}, {"required": ["artifactLocation"]}],
        },
        "logicalLocations": {
            "type": "array",
            "uniqueItems": True,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"name": _TEXT, "fullyQualifiedName": _TEXT, "kind": _TEXT},
            },
        },
        "message": _MESSAGE,
    },
}
_RESULT = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "ruleId": _TEXT,
        "ruleIndex": {"type": "integer", "minimum": -1},
        "kind": {"enum": ["notApplicable", "pass", "fail", "review", "open", "informational"]},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": _MESSAGE,
        "locations": {"type": "array", "items": _LOCATION},
        "partialFingerprints": {"type": "object", "additionalProperties": _TEXT},
        "fingerprints": {"type": "object", "additionalProperties": _TEXT},
        "properties": _BAG,
    },
    "required": ["message"],
}
_DRIVER = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "name": _TEXT,
        "version": _TEXT,
        "informationUri": {"type": "string", "format": "uri"},
        "rules": {"type": "array", "uniqueItems": True, "items": _RULE},
    },
    "required": ["name"],
}
SARIF = {
    "$schema": "http://json-schema.org/draft-04/schema#",
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"enum": ["2.1.0"]},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "tool": {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {"driver": _DRIVER, "properties": _BAG},
                        "required": ["driver"],
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "results": {"type": "array", "items": _RESULT},
                    "properties": _BAG,
                },
                "required": ["tool"],
            },
        },
    },
    "required": ["version", "runs"],
}

JUNIT: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": ({"name", "time", "tests", "failures", "errors"}, set(), {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname", "id"}
        | {"package", "file", "log", "url"},
        {"name", "tests", "failures", "errors"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": (
        {"name", "classname", "time", "group"},
        {"name"},
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    "failure": ({"message", "type"}, set(), set()),
    "skipped": ({"message", "type"}, set(), set()),
    "system-out": (set(), set(), set()),
}
"""For each element the attributes it may have, those it must have, and what may stand in it."""


def check_junit(element: Element) -> None:
    """An assertion error unless an element is as the schema has it, and its counts are right."""
    allowed, needed, children = JUNIT[element.tag]
    assert set(element.attrib) <= allowed, element.attrib
    assert needed <= set(element.attrib), element.tag
    for child in element:
        assert child.tag in children, f"{child.tag} in {element.tag}"
        check_junit(child)
    if element.tag == "testsuite":
        counts = {"tests": "testcase", "failures": "testcase/failure", "skipped": "testcase/skipped"}
        assert {name: int(element.attrib[name]) for name in counts} == {
            name: len(element.findall(path)) for name, path in counts.items()
        }
