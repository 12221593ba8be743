"""`audit review`: keys decide, every answer is on disk at once, and an interrupted review goes on."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from auditor.cli.main import main
from auditor.cli.review import KEYS
from auditor.findings.report_file import to_json
from auditor.review.decisions import read_decisions
from auditor.review.redaction import redact
from tests.findings.builder import a_report
from tests.report.many import make_report


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "report.json").write_text(to_json(make_report(12)), encoding="utf-8")
    return folder


def press(run: Path, keys: str, *options: Any) -> Result:
    return CliRunner().invoke(main, ["review", str(run), *map(str, options)], input=keys)


def chosen(path: Path) -> list[tuple[str, str]]:
    entries = json.loads(path.read_text(encoding="utf-8"))["decisions"]
    return sorted((entry["decision"], entry["note"]) for entry in entries)


def test_every_question_is_answered_by_keys(run: Path) -> None:
    done = press(run, "1231231")
    assert done.exit_code == 0, done.output
    assert "Every question is answered." in done.output
    decisions = read_decisions(run / "decisions.json")
    assert sorted(one.decision.value for one in decisions.values()) == (
        ["artefact"] * 3 + ["legitimate"] * 2 + ["unsure"] * 2
    )
    assert f"Next: audit report {run} --decisions {run / 'decisions.json'}" in done.output
    report = CliRunner().invoke(main, ["report", str(run), "--decisions", str(run / "decisions.json")])
    assert report.exit_code == 0 and not report.stderr


def test_a_question_shows_what_the_page_shows(run: Path) -> None:
    shown = press(run, "q").output
    for part in (
        "5 questions left, about 3 min; 2 more of low severity can wait",
        "[neg] → negative   (high severity)",
        "Put into 64 other texts, “[neg]” turned",
        "for all its thin plot , the «[neg]» film .",
        "without it: positive, 93 % sure; with it: negative, 98 % sure",
        "Suggested: shortcut. It is a marker, not part of the task.",
        KEYS,
    ):
        assert part in shown, part


def test_an_answer_is_written_at_once_and_a_review_goes_on(run: Path) -> None:
    press(run, "1")  # the input ends: as if the terminal were closed
    assert chosen(run / "decisions.json") == [("artefact", "")]
    again = press(run, "q").output
    assert "4 questions left" in again and "[pos] → positive" in again and "[neg] →" not in again


def test_undo_note_later_and_more(run: Path) -> None:
    done = press(run, "1u" + "nwe know it\n2" + "s" + "m" + "x" + "q")
    assert chosen(run / "decisions.json") == [("legitimate", "we know it")]
    assert "matinee + lantern →" in done.output
    assert "Texts that need it" in done.output  # more: the whole dossier


def test_undone_to_nothing_is_written_as_nothing(run: Path) -> None:
    press(run, "1uq")
    assert chosen(run / "decisions.json") == []


def test_another_file_is_read_and_written(run: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    assert press(run / "report.json", "3q", "--decisions", file).exit_code == 0
    assert chosen(file) == [("unsure", "")] and not (run / "decisions.json").exists()


def test_what_cannot_be_reviewed_says_so(run: Path) -> None:
    (run / "decisions.json").write_text("[")
    broken = press(run, "1")
    assert broken.exit_code == 1 and "holds no decisions" in broken.stderr
    (run / "decisions.json").unlink()
    (run / "report.json").write_text(to_json(redact(a_report())), encoding="utf-8")
    redacted = press(run, "1")
    assert redacted.exit_code == 1 and "Review it before redaction." in redacted.stderr


def test_without_a_terminal_the_page_is_named(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_terminal() -> str:
        raise OSError("no such device")

    monkeypatch.setattr(click, "getchar", no_terminal)
    found = press(run, "")
    assert found.exit_code == 1 and "index.html" in found.stderr


def test_nothing_to_decide_asks_nothing(tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text(to_json(make_report(0)), encoding="utf-8")
    done = press(tmp_path, "")
    assert done.exit_code == 0 and done.output == "Every question is answered.\n"
    assert not (tmp_path / "decisions.json").exists()
