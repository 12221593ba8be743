"""The verdict line says what was found, and what was not."""

from dataclasses import replace

from auditor.findings.finding import Severity, Verdict
from auditor.report.headline import headline
from tests.report import states
from tests.report.many import make_report, rejudged


def test_artefacts_with_severity_and_reach() -> None:
    report = make_report(12)
    found = headline(replace(report, summary=replace(report.summary, artefact_texts=639)))
    assert found.line == "5 artefacts (2 high, 2 medium and 1 low severity), in 639 of 1,970 texts."
    assert found.tone == "found"
    assert "“[pos]”, “[neg]”, “matinee + lantern” and others" in found.meaning
    assert found.meaning.endswith("2 more findings need a reviewer.")


def test_one_severity_needs_no_list() -> None:
    report = make_report(1)
    for high, line in ((1, "1 artefact of high severity"), (3, "3 artefacts of high severity")):
        summary = replace(report.summary, artefact_texts=7, counts={"artefact": {"high": high}})
        assert headline(replace(report, summary=summary)).line == f"{line}, in 7 of 1,970 texts."


def test_a_leak_that_the_model_ignores() -> None:
    report = make_report(1)
    found = headline(replace(report, findings=tuple(rejudged(f, relies=False) for f in report.findings)))
    assert "This model does not rely on that" in found.meaning


def test_only_undecided() -> None:
    report = make_report(1)
    finding = rejudged(report.findings[0], verdict=Verdict.UNDECIDED, severity=Severity.LOW)
    summary = replace(report.summary, counts={"undecided": {"low": 1}})
    found = headline(replace(report, findings=(finding,), summary=summary))
    assert found.line == "No artefact found in 1,970 texts; 1 finding needs a reviewer."
    assert found.tone == "review"


def test_nothing_found_is_no_proof() -> None:
    found = headline(states.no_findings())
    assert (found.line, found.tone) == ("No artefact found in 1,970 texts.", "clear")
    assert "does not prove" in found.meaning


def test_nothing_auditable() -> None:
    found = headline(states.nothing())
    assert (found.line, found.tone) == ("Nothing could be audited.", "empty")
    assert "All 12 texts were skipped" in found.meaning


def test_a_report_that_was_judged_again_does_not_count_texts() -> None:
    report = make_report(1)
    found = headline(replace(report, summary=replace(report.summary, artefact_texts=None)))
    assert found.line == "1 artefact of high severity, in 1,970 texts."
