"""`audit check --format` and `--json`: stdout is the document alone, and the exit code is the gate's."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

from auditor.cli.check import FORMATS
from auditor.findings.report_file import to_json
from tests.findings.builder import TOKEN, a_report
from tests.report.check_formats.schemas import check_junit

Audit = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "report.json").write_text(to_json(a_report()), encoding="utf-8")
    return tmp_path / "run"


@pytest.mark.parametrize("form", FORMATS)
def test_the_exit_code_is_the_gates(audit: Audit, run: Path, form: str) -> None:
    failed = audit("check", run, "--format", form)
    passed = audit("check", run, "--format", form, "--fail-on", "never")
    assert (failed.exit_code, passed.exit_code) == (3, 0)
    assert failed.stdout.strip() and passed.stdout.strip() and failed.stderr == ""


def test_stdout_is_the_document_alone(audit: Audit, run: Path) -> None:
    found = json.loads(audit("check", run, "--json").stdout)
    assert not found["passed"] and TOKEN in [one["id"] for one in found["findings"] if one["fails"]]
    check_junit(ElementTree.fromstring(audit("check", run, "--format", "junit").stdout))  # noqa: S314 (our own)
    assert json.loads(audit("check", run, "--format", "sarif").stdout)["version"] == "2.1.0"
    assert audit("check", run, "--format", "github").stdout.startswith("::error title=")
    weak = json.loads(audit("check", run, "--json", "--fail-on", "never", "--min-power", "0.9").stdout)
    assert weak["too_weak"] and not weak["passed"]


def test_formats_that_contradict_what_else_is_asked_are_refused(audit: Audit, run: Path) -> None:
    both = audit("check", run, "--json", "--format", "sarif")
    assert both.exit_code == 1 and "--json contradicts --format sarif" in both.stderr and not both.stdout
    tests = audit("check", run, "--tests", "shortcuts.jsonl", "--format", "github")
    assert tests.exit_code == 1 and "--junit FILE" in tests.stderr


def test_the_card_is_written_beside_the_report(audit: Audit, run: Path) -> None:
    result = audit("report", run, "--card")
    assert result.exit_code == 0 and str(run / "card.md") in result.stdout.splitlines()
    card = (run / "card.md").read_text(encoding="utf-8")
    assert "model-index:" in card and "[pos]" in card
    shared = audit("report", run, "--card", "--redact", "--out", run.parent / "shared")
    assert shared.exit_code == 0
    assert "[pos]" not in (run.parent / "shared" / "card.md").read_text(encoding="utf-8")
    assert not audit("report", run, "--out", run.parent / "plain").stdout.count("card.md")
