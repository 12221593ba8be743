"""A signature holds as long as what was signed, and no longer."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from auditor.errors import AuditError
from auditor.findings.finding import Choice, Decision, Severity, Verdict
from auditor.findings.report import Report
from auditor.findings.report_file import from_json, to_json
from auditor.review.redaction import redact
from auditor.review.signing import evidence_hash, is_valid, signed
from auditor.signals.reliance import Reliance
from auditor.signals.statistics import rate
from tests.findings.builder import of
from tests.report.many import decided, make_report, rejudged


def answered(findings: int = 12) -> Report:
    """A report with an answer to everything above low severity."""
    report = make_report(findings)
    grave = [one for one in report.findings if one.severity is not Severity.LOW]
    return decided(report, {one.id: Decision(Choice.ARTEFACT, "seen") for one in grave})


def test_a_signature_names_the_reviewer_the_time_and_a_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    report = signed(answered(), " Ada Byron ")
    assert report.signature is not None and is_valid(report)
    assert (report.signature.reviewer, report.signature.signed) == ("Ada Byron", "1970-01-02T00:00:00+00:00")
    assert report.signature.evidence == evidence_hash(answered()) and len(report.signature.evidence) == 64


def test_it_survives_the_file() -> None:
    report = signed(answered(), "Ada")
    again = from_json(to_json(report))
    assert is_valid(again) and again.signature == report.signature


def test_the_same_run_at_another_time_is_what_was_signed() -> None:
    report = signed(answered(), "Ada")
    later = {**report.run, "sessions": [{"seconds": 99}]}
    assert is_valid(replace(report, created="2031-01-01T00:00:00+00:00", run=later))


def first(change: Callable[..., object]) -> Callable[[Report], Report]:
    """A change of the first finding."""
    return lambda report: replace(report, findings=(change(report.findings[0]), *report.findings[1:]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        first(lambda one: replace(one, documents=one.documents + 1)),
        first(lambda one: replace(one, evidence=of(Reliance(share_of_sets=rate(1, 9))))),
        first(lambda one: rejudged(one, verdict=Verdict.TASK)),
        first(lambda one: replace(one, decision=Decision(Choice.LEGITIMATE, "seen"))),
        first(lambda one: replace(one, decision=Decision(Choice.ARTEFACT, "seen?"))),
        lambda report: replace(report, findings=report.findings[1:]),
        lambda report: replace(report, rule=report.rule | {"level": 0.01}),
        lambda report: replace(report, summary=replace(report.summary, skipped=0)),
        lambda report: replace(report, run=report.run | {"fingerprint": {"model": "another"}}),
    ],
    ids=["reach", "evidence", "verdict", "decision", "note", "finding", "rule", "summary", "model"],
)
def test_any_change_of_what_was_signed_breaks_it(change: Callable[[Report], Report]) -> None:
    report = signed(answered(), "Ada")
    assert is_valid(report) and not is_valid(change(report))


def test_what_is_open_and_grave_must_be_answered_first() -> None:
    with pytest.raises(AuditError, match="5 questions are still open"):
        signed(make_report(12), "Ada")
    with pytest.raises(AuditError, match="no name"):
        signed(answered(), "  ")


def test_a_redacted_report_is_not_what_was_signed() -> None:
    hidden = redact(signed(answered(), "Ada"))
    assert hidden.signature is None and is_valid(signed(hidden, "Ada"))


def test_fields_of_a_later_version_that_are_empty_change_nothing() -> None:
    report = answered()
    assert evidence_hash(replace(report, pairs=())) != evidence_hash(report)
    bare = replace(report, power=None, likeness={})
    assert evidence_hash(bare) == evidence_hash(replace(bare, redacted=False, judged_again=False))
    assert evidence_hash(bare) == evidence_hash(report)
