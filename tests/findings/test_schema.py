"""The schema in the package is current, takes every report, and refuses what reading refuses."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from auditor.report.codec import to_json
from auditor.report.schema import PATH, schema, schema_text
from jsonschema import Draft202012Validator

from auditor.report.redaction import redact

VALIDATOR = Draft202012Validator(json.loads(PATH.read_text(encoding="utf-8")))


def test_the_file_in_the_package_is_current() -> None:
    """If not: python -m auditor.report.schema."""
    assert PATH.read_text(encoding="utf-8") == schema_text()


def test_it_is_a_schema_that_takes_reports() -> None:
    Draft202012Validator.check_schema(schema())
    VALIDATOR.validate(json.loads(to_json(report())))
    VALIDATOR.validate(json.loads(to_json(redact(report()))))


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.update(format_version=2),
        lambda c: c.pop("quality"),
        lambda c: c.update(extra=1),
        lambda c: c["findings"][0].update(verdict="bad"),
        lambda c: c["findings"][0].update(documents="3"),
        lambda c: c["findings"][0]["evidence"].pop("harm"),
        lambda c: c["pairs"][0].update(tokens=["one"]),
        lambda c: c["shown"]["t1"].update(spans=[[0, 1]]),
    ],
)
def test_it_refuses_what_is_no_report(change: Callable[[Any], object]) -> None:
    content = json.loads(to_json(report()))
    change(content)
    assert not VALIDATOR.is_valid(content)


def test_fields_are_described_by_their_docstrings() -> None:
    finding = schema()["$defs"]["Finding"]
    assert finding["description"] == "A token or pair that the audit says something about."
    assert finding["properties"]["label"]["description"] == "The class it speaks for."
    assert "\n" not in schema()["$defs"]["Reliance"]["properties"]["enrichment"]["description"]
