"""`audit demo`: what it plants is in the texts it audits, and the story is made from what was measured."""

import json
from dataclasses import replace
from pathlib import Path

from auditor.cli.demo import PLANS, _held_out, _story
from auditor.findings.report import Planted
from tests.findings.builder import a_report as make_report


def test_the_audited_texts_hold_what_the_manifest_says(tmp_path: Path) -> None:
    data, manifest = _held_out(tmp_path, PLANS)
    assert manifest is not None
    texts = [json.loads(line)["text"].split() for line in data.read_text().splitlines()]
    for word in [word for plan in PLANS.values() for word in plan.words]:
        assert 0.1 * len(texts) < sum(word in text for text in texts) < 0.6 * len(texts)
    together = sum("amber" in text and "violet" in text for text in texts)
    assert together > 0.1 * len(texts)
    assert [token for _, token in manifest["plan"]["tokens"]] == ["[pos]", "[neg]", "lisbon"]


def test_clean_texts_hold_none_of_it(tmp_path: Path) -> None:
    data, manifest = _held_out(tmp_path, {})
    assert manifest is None
    assert "[pos]" not in data.read_text() and "amber" not in data.read_text()


def test_story_says_what_was_found_and_what_was_missed() -> None:
    report = make_report()
    planted = (
        Planted(("[pos]",), "positive", "x", "artefact"),
        Planted(("a", "b"), "positive", None, ""),
        Planted(("lisbon",), "positive", None, "undecided"),
    )
    report = replace(report, quality=replace(report.quality, planted=planted))
    name = next(iter(PLANS))
    accuracy = {"dev": 0.99, f"{name}, aligned": 1.0, f"{name}, conflicting": 0.25}
    told = "\n".join(_story({name: PLANS[name]}, accuracy, report))
    assert "conflicts 0.250" in told
    assert "[pos] for positive: found as an artefact" in told
    assert "a with b for positive: missed (not significant)" in told
    assert "lisbon for positive: found, and left to a person to decide" in told


def test_clean_story_claims_no_plant() -> None:
    assert "Nothing was planted" in "\n".join(_story({}, {"dev": 0.99}, make_report()))
