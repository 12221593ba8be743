"""Every format of a check's outcome: by its schema, by hand, and with text that tries to break out of it."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from jsonschema import Draft4Validator

from auditor.findings.finding import Choice, Decision, Verdict
from auditor.findings.report import Report
from auditor.report.check_formats.checked import Checked, rows, title
from auditor.report.check_formats.github_check import as_github
from auditor.report.check_formats.json_check import as_json
from auditor.report.check_formats.junit_check import as_junit
from auditor.report.check_formats.sarif_check import FINGERPRINT, as_sarif
from auditor.report.wording.verdict_meanings import VERDICT_MEANINGS
from auditor.review.gate import failing
from tests.findings.builder import PAIR, TOKEN, WORD, a_report
from tests.report import states
from tests.report.check_formats.schemas import SARIF, check_junit

REPORTS = {
    "usual": a_report(),
    "hostile": states.hostile(),
    "no labels": states.no_labels(),
    "no texts": states.nothing(),
    "nothing": replace(a_report(), findings=(), near_misses=()),
}


def checked(report: Report | None = None, fail_on: str = "high", too_weak: str = "") -> Checked:
    report = report or a_report()
    return Checked(report, tuple(failing(report, fail_on)), fail_on, too_weak)


@pytest.mark.parametrize("name", REPORTS)
@pytest.mark.parametrize("fail_on", ["high", "low", "never"])
def test_every_report_fits_the_schemas(name: str, fail_on: str) -> None:
    outcome = checked(REPORTS[name], fail_on, too_weak="too weak: <&\x00" if fail_on == "low" else "")
    sarif = json.loads(as_sarif(outcome, version="1.0"))
    Draft4Validator.check_schema(SARIF)
    Draft4Validator(SARIF).validate(sarif)
    check_junit(ElementTree.fromstring(as_junit(outcome).encode("utf-8", "replace")))  # noqa: S314 (our own)
    assert json.loads(as_json(outcome))["passed"] == outcome.passed
    for line in as_github(outcome).splitlines():
        assert line.startswith(("::error title=", "::warning title=", "::notice title="))


def test_json_says_what_fails_and_where_it_is() -> None:
    content = json.loads(as_json(checked(), report="index.html"))
    assert (content["passed"], content["fail_on"], content["too_weak"]) == (False, "high", None)
    assert content["report"] == "index.html" and content["model"] == a_report().summary.model
    by_id = {finding["id"]: finding for finding in content["findings"]}
    assert by_id[TOKEN]["fails"] and by_id[TOKEN]["tokens"] == ["[pos]"]
    assert not by_id[WORD]["fails"] and by_id[WORD]["verdict"] == a_report().findings[2].verdict.value
    assert by_id[TOKEN]["rows"] == rows(checked(), a_report().findings[0]) != []
    assert "[pos]" in by_id[TOKEN]["sentence"]


def test_junit_has_a_case_a_finding() -> None:
    report = a_report()
    root = ElementTree.fromstring(as_junit(checked(report)))  # noqa: S314 (our own)
    cases = root.findall("testsuite/testcase")
    assert [case.get("name") for case in cases] == [title(finding) for finding in report.findings]
    failed = [case for case in cases if case.find("failure") is not None]
    assert [case.get("name") for case in failed] == [title(one) for one in failing(report, "high")]
    assert "[pos]" in (failed[0].find("failure").get("message") or "")  # type: ignore[union-attr]
    waiting = replace(
        report.findings[0], judgement=replace(report.findings[0].judgement, verdict=Verdict.UNDECIDED)
    )
    asked = ElementTree.fromstring(as_junit(checked(replace(report, findings=(waiting,)))))  # noqa: S314
    assert asked.find("testsuite/testcase/skipped") is not None
    none = ElementTree.fromstring(as_junit(checked(REPORTS["nothing"])))  # noqa: S314
    assert [case.get("name") for case in none.findall("testsuite/testcase")] == ["no finding"]


def test_sarif_has_rows_as_locations_and_ids_as_fingerprints() -> None:
    outcome = checked()
    [run] = json.loads(as_sarif(outcome, version="1.2"))["runs"]
    assert run["tool"]["driver"]["version"] == "1.2"
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= rules
    first = run["results"][0]
    assert first["partialFingerprints"] == {FINGERPRINT: TOKEN} and first["level"] == "error"
    lines = [place["physicalLocation"]["region"]["startLine"] for place in first["locations"]]
    assert lines == rows(outcome, outcome.report.findings[0])
    named = [place["logicalLocations"][0]["name"] for place in first["locations"]]
    assert named == [f"row {line}" for line in lines]
    lenient = json.loads(as_sarif(checked(fail_on="never"), version="1"))["runs"][0]["results"]
    assert {result["level"] for result in lenient} <= {"warning", "note"}
    assert [result["partialFingerprints"][FINGERPRINT] for result in lenient][:2] == [TOKEN, PAIR]


def test_github_has_an_annotation_for_what_somebody_should_see() -> None:
    lines = as_github(checked()).splitlines()
    assert (
        lines[0].startswith("::error title=[pos] → positive::")
        and "::notice title=audit check" not in lines[-1]
    )
    assert (
        as_github(checked(REPORTS["nothing"]))
        == "::notice title=audit check::Nothing fails (--fail-on high)."
    )
    decided = replace(a_report().findings[0], decision=Decision(Choice.LEGITIMATE))
    seen = as_github(checked(replace(a_report(), findings=(decided,)), fail_on="low"))
    assert "[pos]" not in seen
    token = replace(a_report().findings[0], tokens=("a,b:c%0A\n::error::x",))
    [line] = as_github(checked(replace(a_report(), findings=(token,)))).splitlines()
    assert line.startswith("::error title=a%2Cb%3Ac%250A %3A%3Aerror%3A%3Ax → positive::")


def test_an_audit_that_is_too_weak_fails_in_every_format() -> None:
    outcome = checked(REPORTS["nothing"], too_weak="A word in 1 % would be missed.")
    assert not outcome.passed
    assert json.loads(as_json(outcome))["too_weak"] == "A word in 1 % would be missed."
    assert "A word in 1 % would be missed." in as_junit(outcome) and 'failures="1"' in as_junit(outcome)
    assert "::error title=The audit is too weak::A word in 1 %25 would" in as_github(outcome)
    [result] = json.loads(as_sarif(outcome, version="1"))["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("power", "error")


def test_every_verdict_has_a_meaning() -> None:
    assert set(VERDICT_MEANINGS) == set(Verdict)


def test_a_near_miss_that_a_person_called_an_artefact_is_among_the_findings() -> None:
    report = a_report()
    near = replace(report.near_misses[0], decision=Decision(Choice.ARTEFACT))
    outcome = checked(replace(report, near_misses=(near,)), fail_on="low")
    assert [one.id for one, fails in outcome.findings() if fails][-1] == near.id


def test_no_text_ends_what_quotes_it() -> None:
    """XML keeps what it can hold, a workflow command stays one line."""
    word = "]]><b>&\x00\x1b[31m\r\n::error::x\ufffe"
    report = a_report()
    finding = replace(report.findings[0], tokens=(word,), label=word)
    outcome = checked(replace(report, findings=(finding,)))
    [case] = ElementTree.fromstring(as_junit(outcome)).findall("testsuite/testcase")  # noqa: S314 (our own)
    name = case.get("name") or ""
    assert name == title(finding) and name.startswith("]]><b>&⟨U+0000⟩⟨U+001B⟩[31m ::error::x")
    assert len(as_github(outcome).splitlines()) == 1
    [run] = json.loads(as_sarif(outcome, version="1"))["runs"]
    assert run["results"][0]["message"]["text"].startswith(f"{name}: ")
