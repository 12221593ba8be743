"""`make bench-all`: figures that are older than what they measure, in a history made by hand."""

import subprocess
from pathlib import Path

import pytest

from benchmarks.stale import PAGE, PATHS, ROOT, Stale, commits, sections, stale

SECTION = "## Speed\n\n| a text | **3.1** | commit {} |\n"


def git(root: Path, *arguments: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def change(root: Path, name: str, content: str) -> str:
    """Commit a file; the short name of the commit."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    git(root, "add", ".")
    git(root, "commit", "-qm", f"change {name}")
    return git(root, "rev-parse", "--short=7", "HEAD")


@pytest.fixture
def history(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    change(tmp_path, "auditor/fast/loop.py", "1")
    return tmp_path


def listed(root: Path, paths: dict[str, tuple[str, ...]]) -> list[Stale]:
    return list(stale(root, paths))


def test_a_figure_is_stale_once_what_it_measures_has_changed(history: Path) -> None:
    paths = {"Speed": ("auditor/fast",)}
    measured = git(history, "rev-parse", "--short=7", "HEAD")
    change(history, PAGE, SECTION.format(measured))
    change(history, "auditor/slow/loop.py", "1")
    assert listed(history, paths) == []
    change(history, "auditor/fast/loop.py", "2")
    change(history, "auditor/fast/loop.py", "3")
    [one] = listed(history, paths)
    assert one == Stale("Speed", 3, measured, 2)
    assert str(one) == f"{PAGE}:3: Speed: measured at {measured}; 2 later commits change what it measures"


def test_of_a_section_without_an_entry_the_whole_program_is_measured(history: Path) -> None:
    measured = git(history, "rev-parse", "--short=7", "HEAD")
    change(history, PAGE, SECTION.format(measured))
    assert listed(history, {}) == []
    change(history, "auditor/slow/loop.py", "1")
    assert [one.later for one in listed(history, {})] == [1]


def test_figures_without_a_commit_and_commits_of_another_history_are_stale(history: Path) -> None:
    page = "# Benchmarks\n\n## Words\n\nNo figure.\n\n## Bold\n\n**0.9** of 5\n\n" + SECTION.format("abcdef1")
    change(history, PAGE, page)
    assert [str(one).split(": ", 1)[1] for one in listed(history, {})] == [
        "Bold: figures that name no commit",
        "Speed: measured at abcdef1, which is not in this history",
    ]


def test_commits_are_told_from_numbers() -> None:
    assert commits("of 1000000 texts, commits 7503540 and 2595506; the state committed as b1654f4") == [
        "7503540",
        "2595506",
        "b1654f4",
    ]
    assert commits("a commitment of 1234567") == []


def test_the_table_names_sections_of_the_page_and_folders_of_the_program() -> None:
    there = {section for section, _, _ in sections((ROOT / PAGE).read_text(encoding="utf-8"))}
    assert set(PATHS) <= there
    assert all((ROOT / path).is_dir() for paths in PATHS.values() for path in paths)
