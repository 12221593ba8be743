"""The committed samples are current: rendered again from its report.json, every file comes out the same."""

from pathlib import Path

import pytest

from auditor.findings.report_file import read_report
from auditor.report.headline import artefacts, headline
from auditor.report.writing import write_report

REPORTS = Path(__file__).parents[2] / "reports"
SAMPLE, CLEAN = REPORTS / "sample", REPORTS / "clean-sample"


@pytest.mark.parametrize("sample", [SAMPLE, CLEAN], ids=lambda sample: sample.name)
def test_a_sample_is_what_this_version_renders(sample: Path, tmp_path: Path) -> None:
    """If this fails after a change of the report: `make sample`, look at the pictures, commit."""
    for path in write_report(tmp_path, read_report(sample)):
        assert path.read_text() == (sample / path.name).read_text(), f"{path.name} is out of date"


def test_the_sample_shows_what_was_planted_and_found() -> None:
    report = read_report(SAMPLE)
    assert report.summary.data == "held-out.jsonl" and report.summary.model == "builtin:tiny"
    assert {thing.tokens for thing in report.quality.planted if thing.finding} >= {("[pos]",), ("[neg]",)}


def test_the_clean_sample_has_no_shortcut_and_says_what_could_not_be_seen() -> None:
    report = read_report(CLEAN)
    assert not report.quality.planted and not artefacts(report)
    found = headline(report)
    assert found.tone == "clear" and "no shortcut was found in 600 texts" in found.line
    assert "cannot see" in found.meaning and "nine times in ten" in found.meaning
