"""The schema in the package is current, takes every report, and refuses what reading refuses."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from auditor.findings.report_file import to_json
from auditor.findings.schema import PATH, schema, schema_text
from auditor.signals.evidence import SIGNALS
from tests.findings.builder import a_report

VALIDATOR = Draft202012Validator(json.loads(PATH.read_text(encoding="utf-8")))


def test_the_file_in_the_package_is_current() -> None:
    """If not: python -m auditor.findings.schema."""
    assert PATH.read_text(encoding="utf-8") == schema_text()


def test_it_is_a_schema_that_takes_reports() -> None:
    Draft202012Validator.check_schema(schema())
    VALIDATOR.validate(json.loads(to_json(a_report())))


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.update(format_version=1),
        lambda c: c.pop("quality"),
        lambda c: c.update(extra=1),
        lambda c: c["findings"][0]["judgement"].update(verdict="bad"),
        lambda c: c["findings"][0].update(documents="3"),
        lambda c: c["findings"][0]["evidence"].update(colour={}),
        lambda c: c["pairs"][0].update(tokens=["one"]),
        lambda c: c["shown"]["t1"].update(spans=[[0, 1]]),
    ],
)
def test_it_refuses_what_is_no_report(change: Callable[[Any], object]) -> None:
    content = json.loads(to_json(a_report()))
    change(content)
    assert not VALIDATOR.is_valid(content)


def test_fields_are_described_by_their_docstrings() -> None:
    finding = schema()["$defs"]["Finding"]
    assert finding["description"] == "A token or pair with its evidence and what the rule makes of it."
    assert finding["properties"]["label"]["description"] == "The class it speaks for."
    assert schema()["$defs"]["Deletion"]["properties"]["rate"]["description"].startswith("Share of texts")
    assert "\n" not in schema()["$defs"]["Reliance"]["properties"]["enrichment"]["description"]


def test_evidence_has_a_part_for_each_signal_and_none_is_required() -> None:
    evidence = schema()["$defs"]["Evidence"]
    assert set(evidence["properties"]) == {signal.NAME for signal in SIGNALS}
    assert "required" not in evidence
    content = json.loads(to_json(a_report()))
    content["findings"][0]["evidence"] = {}
    VALIDATOR.validate(content)
    content["findings"][0]["evidence"] = {"harm": {"agreement": 1}}
    assert not VALIDATOR.is_valid(content)
