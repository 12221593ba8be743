"""The end of an audit: a signature in its folder stays, and says whether it still holds."""

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.cli.auditing import finish
from auditor.findings.report import Report
from auditor.findings.report_file import read_report
from auditor.report.writing import write_report
from auditor.review.signing import is_valid, signed
from tests.review.test_signing import answered


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
