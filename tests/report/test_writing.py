"""All files of a report or none."""

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.findings.report import Report
from auditor.findings.report_file import read_report
from auditor.report.writing import write_report
from tests.findings.builder import a_report
from tests.report.stand_ins import stand_in

NAMES = ["index.html", "report.json", "summary.md"]


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_three_files_and_their_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)
    paths = write_report(tmp_path / "new", a_report())
    assert sorted(path.name for path in paths) == names(tmp_path / "new") == NAMES
    assert read_report(tmp_path / "new") == a_report()


def test_the_page_is_made_from_what_the_json_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that rendering again gives the same bytes: order and numbers are those of the file."""
    seen: list[Report] = []

    def page(given: Report) -> str:
        seen.append(given)
        return repr(given)

    stand_in(monkeypatch, page)
    quality = replace(a_report().quality, skips={"b": 1, "a": 2}, verified_share=float("nan"))
    write_report(tmp_path, replace(a_report(), quality=quality))
    first = {name: (tmp_path / name).read_bytes() for name in NAMES}
    write_report(tmp_path, read_report(tmp_path))
    assert {name: (tmp_path / name).read_bytes() for name in NAMES} == first
    assert seen[0].quality.verified_share is None


@pytest.mark.parametrize("broken", ["page", "summary"])
def test_when_rendering_fails_nothing_is_left_or_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def fail(_: Report) -> str:
        raise ZeroDivisionError

    stand_in(monkeypatch, **{broken: fail})
    with pytest.raises(ZeroDivisionError):
        write_report(tmp_path / "new", a_report())
    assert not (tmp_path / "new").exists()
    stand_in(monkeypatch)
    write_report(tmp_path, a_report())
    before = {name: (tmp_path / name).read_bytes() for name in NAMES}
    stand_in(monkeypatch, **{broken: fail})
    with pytest.raises(ZeroDivisionError):
        write_report(tmp_path, replace(a_report(), created="later"))
    assert {name: (tmp_path / name).read_bytes() for name in NAMES} == before


def test_when_one_file_cannot_be_written_none_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, summary=lambda _: None)  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError):
        write_report(tmp_path, a_report())
    assert names(tmp_path) == []


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)
    (tmp_path / "file").write_text("")
    with pytest.raises(AuditError, match="cannot write"):
        write_report(tmp_path / "file", a_report())
