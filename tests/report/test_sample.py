"""The committed samples are current: rendered again from report.json, every file comes out the same."""

from pathlib import Path

import pytest

from auditor.findings.finding import Severity, Verdict
from auditor.findings.report import Report
from auditor.findings.report_file import read_report
from auditor.report.headline import headline
from auditor.report.writing import write_report

REPORTS = Path(__file__).parents[2] / "reports"


def sample(name: str) -> Report:
    if not (REPORTS / name).exists():
        pytest.skip(f"reports/{name} is not built yet (make sample)")
    return read_report(REPORTS / name)


@pytest.mark.parametrize("name", ["sample", "clean"])
def test_the_sample_is_what_this_version_renders(name: str, tmp_path: Path) -> None:
    """If this fails after a change of the report: `make sample`, look at the pictures, commit."""
    for path in write_report(tmp_path, sample(name)):
        assert path.read_text() == (REPORTS / name / path.name).read_text(), f"{path.name} is out of date"


@pytest.mark.parametrize("name", ["sample", "clean"])
def test_a_sample_is_light(name: str) -> None:
    sample(name)
    assert (REPORTS / name / "index.html").stat().st_size <= 400_000


def test_the_sample_shows_what_was_planted_and_found() -> None:
    report = sample("sample")
    assert report.summary.data == "held-out.jsonl" and report.summary.model == "builtin:tiny"
    assert {thing.tokens for thing in report.quality.planted if thing.finding} >= {("[pos]",), ("[neg]",)}
    assert headline(report).tone == "found"


def test_the_clean_sample_accuses_nothing() -> None:
    """An honest "nothing serious found": no shortcut, and what is left to decide is said."""
    report = sample("clean")
    assert not [one for one in report.findings if one.verdict is Verdict.ARTEFACT]
    assert not [one for one in report.findings if one.severity is Severity.HIGH]
    assert "no shortcut was found" in headline(report).line
