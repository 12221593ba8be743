"""A signature holds while evidence and decisions are those that were signed, and no longer."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.findings.finding import Choice, Decision, Severity
from auditor.findings.report import Report
from auditor.findings.report_file import from_json, to_json
from auditor.report.visible_text import quoted
from auditor.report.wording.notices import notes, signature_note
from auditor.review.open_questions import open_questions
from auditor.review.redaction import redact
from auditor.review.sign_off import Standing, carried_over, sign, standing
from auditor.verdicts.judging import judge_again
from tests.report.many import decided, make_report

MOMENT = "2026-11-18T12:00:00+00:00"


def answered(report: Report, *, low: bool = True) -> Report:
    """The report with every question answered, or every one above low severity."""
    asked = [one for one in open_questions(report) if low or one.severity is not Severity.LOW]
    return decided(report, {f.id: Decision(Choice.ARTEFACT) for one in asked for f in one.findings})


SIGNED = sign(answered(make_report(12)), " A.  Reviewer ", MOMENT)


def test_who_when_and_what() -> None:
    assert SIGNED.signature is not None and standing(SIGNED) is Standing.VALID
    assert (SIGNED.signature.reviewer, SIGNED.signature.signed) == ("A. Reviewer", MOMENT)
    assert len(SIGNED.signature.evidence) == len(SIGNED.signature.decisions) == 64
    evidence = SIGNED.signature.evidence[:12]
    assert quoted(signature_note(SIGNED)) == (
        f"Signed off by A. Reviewer on 2026-11-18: 7 findings decided. Evidence {evidence}."
    )
    assert standing(make_report(1)) is Standing.NONE and signature_note(make_report(1)) == ()


def test_questions_of_low_severity_may_stay_open_and_are_counted() -> None:
    signed = sign(answered(make_report(12), low=False), "R", MOMENT)
    assert "5 findings decided; 2 questions of low severity left open." in quoted(signature_note(signed))


@pytest.mark.parametrize(
    ("report", "reviewer", "said"),
    [
        (make_report(12), "R", "5 questions above low severity"),
        (make_report(1), "R", "1 question above low severity"),
        (answered(make_report(1)), "  ", "the reviewer is"),
        (answered(make_report(1)), "x" * 201, "the reviewer is"),
        (redact(answered(make_report(1))), "R", "a redacted report cannot be signed"),
    ],
)
def test_what_cannot_be_signed(report: Report, reviewer: str, said: str) -> None:
    with pytest.raises(AuditError, match=said) as caught:
        sign(report, reviewer, MOMENT)
    assert caught.value.hint


def test_it_comes_back_from_the_file_and_still_holds() -> None:
    assert standing(from_json(to_json(SIGNED))) is Standing.VALID


def other_figure(report: Report) -> Report:
    return replace(report, findings=(replace(report.findings[0], documents=1), *report.findings[1:]))


@pytest.mark.parametrize(
    "change",
    [
        other_figure,
        lambda report: replace(report, findings=report.findings[1:]),
        lambda report: replace(report, rule={**report.rule, "level": 0.01}),
        lambda report: replace(report, run={**report.run, "fingerprint": {"data": "other"}}),
        lambda report: replace(report, summary=replace(report.summary, texts=7)),
        lambda report: replace(report, shown={}),
        lambda report: replace(report, near_misses=()),
        lambda report: replace(report, audit={"candidates": 1}),
    ],
)
def test_any_change_of_what_was_seen_makes_it_invalid(change: Callable[[Report], Report]) -> None:
    changed = change(SIGNED)
    assert standing(changed) is Standing.EVIDENCE
    said = quoted(signature_note(changed))
    assert (
        said.startswith("Not signed off: A. Reviewer on 2026-11-18 signed another state")
        and "evidence" in said
    )
    assert signature_note(changed) in notes(changed) and signature_note(SIGNED) not in notes(SIGNED)


def test_the_time_and_the_costs_of_the_run_are_no_evidence() -> None:
    later = replace(
        SIGNED, created="2027-01-01", run={**SIGNED.run, "costs": {"forwards": 1}, "sessions": []}
    )
    assert standing(later) is Standing.VALID


def test_another_decision_makes_it_invalid() -> None:
    for decision in (Decision(Choice.LEGITIMATE), Decision(Choice.ARTEFACT, "a note"), None):
        first = replace(SIGNED.findings[0], decision=decision)
        changed = replace(SIGNED, findings=(first, *SIGNED.findings[1:]))
        assert standing(changed) is Standing.DECISIONS
        assert "the decisions changed since" in quoted(signature_note(changed))


def test_another_rule_makes_it_invalid() -> None:
    from auditor.config import RuleConfig

    assert standing(judge_again(SIGNED, RuleConfig(decides=0.9))) is Standing.EVIDENCE


def test_redaction_keeps_the_signature_and_says_that_it_came_before() -> None:
    hidden = redact(SIGNED)
    assert standing(hidden) is Standing.REDACTED
    assert "before the words were taken out" in quoted(signature_note(hidden))


def test_a_run_made_again_keeps_a_signature_that_still_holds(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text(to_json(SIGNED), encoding="utf-8")
    same = replace(SIGNED, signature=None, created="2027-01-01")
    assert standing(carried_over(same, tmp_path)) is Standing.VALID
    assert standing(carried_over(other_figure(same), tmp_path)) is Standing.EVIDENCE
    assert standing(carried_over(make_report(12), tmp_path)) is Standing.DECISIONS  # none were given


def test_where_there_is_nothing_to_carry_over(tmp_path: Path) -> None:
    plain = make_report(1)
    assert carried_over(plain, tmp_path / "nowhere") is plain
    (tmp_path / "report.json").write_text("[", encoding="utf-8")
    assert carried_over(plain, tmp_path) == plain
    (tmp_path / "report.json").write_text(json.dumps({"format_version": 1}), encoding="utf-8")
    assert carried_over(plain, tmp_path) == plain
