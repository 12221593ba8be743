"""The committed sample is current: rendered again from its report.json, every file comes out the same."""

from pathlib import Path

from auditor.findings.report_file import read_report
from auditor.report.writing import write_report

SAMPLE = Path(__file__).parents[2] / "reports" / "sample"


def test_the_sample_is_what_this_version_renders(tmp_path: Path) -> None:
    """If this fails after a change of the report: `make sample`, look at the pictures, commit."""
    for path in write_report(tmp_path, read_report(SAMPLE)):
        assert path.read_text() == (SAMPLE / path.name).read_text(), f"{path.name} is out of date"


def test_the_sample_shows_what_was_planted_and_found() -> None:
    report = read_report(SAMPLE)
    assert report.summary.data == "held-out.jsonl" and report.summary.model == "builtin:tiny"
    assert {thing.tokens for thing in report.quality.planted if thing.finding} >= {("[pos]",), ("[neg]",)}
