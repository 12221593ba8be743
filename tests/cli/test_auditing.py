"""The end of an audit: an earlier signature stays and says whether it holds; earlier answers teach."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.cli.auditing import finish
from auditor.findings.finding import Choice, Decision
from auditor.findings.report import Report
from auditor.findings.report_file import read_report
from auditor.report.writing import write_report
from auditor.review.decisions import write_decisions
from auditor.review.signing import is_valid, signed
from tests.review.test_open_questions import scored
from tests.review.test_signing import answered
from tests.review.test_teaching import with_findings, word


def end(report: Report, out: Path) -> None:
    finish(report, out, decisions=None, redact=False, fail_on="never")


def test_the_same_audit_again_is_still_signed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_report(tmp_path, signed(answered(), "Ada"))
    end(replace(answered(), created="2031-01-01T00:00:00+00:00"), tmp_path)
    assert is_valid(read_report(tmp_path)) and capsys.readouterr().err == ""


def test_another_audit_in_its_place_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_report(tmp_path, signed(answered(), "Ada"))
    end(answered(11), tmp_path)
    after = read_report(tmp_path)
    assert after.signature is not None and not is_valid(after)
    assert "the signature of Ada" in capsys.readouterr().err
    assert "The signature of Ada" in (tmp_path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("content", ["", "{}", "[1"])
def test_what_is_no_report_signs_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / "report.json").write_text(content)
    end(answered(), tmp_path)
    assert read_report(tmp_path).signature is None


def test_decisions_of_an_earlier_run_teach_the_next_one(tmp_path: Path) -> None:
    """A word like one that was called part of the task can wait; once nothing else is left it is asked."""
    findings = [scored(word(text, text), 0.9 - n / 10) for n, text in enumerate(("warm", "tender", "kenya"))]
    report = with_findings(*findings, likeness={"warm": {"tender": 0.9}})
    decisions = tmp_path / "decisions.json"
    write_decisions(decisions, {"warm": Decision(Choice.LEGITIMATE)})

    def asked(folder: str, given: Path | None) -> list[str]:
        finish(report, tmp_path / folder, decisions=given, redact=False, fail_on="never")
        page = (tmp_path / folder / "index.html").read_text(encoding="utf-8")
        return re.findall(r'<li class="question" data-id="(\w+)">', page)

    assert asked("first", None) == ["warm", "tender", "kenya"]
    assert asked("next", decisions) == ["kenya"]
    write_decisions(decisions, {"warm": Decision(Choice.LEGITIMATE), "kenya": Decision(Choice.ARTEFACT)})
    assert asked("last", decisions) == ["tender"]
    page = (tmp_path / "last" / "index.html").read_text(encoding="utf-8")
    assert ", which you called part of the task." in page
