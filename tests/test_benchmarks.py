"""Benchmarks are run by hand; that each can still be imported, and how marks are read, is tested."""

import importlib
from pathlib import Path

import pytest

FUZZERS = ("fuzz_guided",)
MODULES = sorted(path.stem for path in (Path(__file__).parents[1] / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_every_benchmark_can_be_imported(name: str) -> None:
    if name in FUZZERS:
        pytest.importorskip("atheris", reason="the fuzzer of one benchmark, which is no dependency")
    importlib.import_module(f"benchmarks.{name}")


@pytest.mark.parametrize("name", ["paper", "core", "readings"])
def test_without_the_data_a_benchmark_ends_in_a_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [name])
    with pytest.raises(SystemExit, match=r"shared is not there.*audit reproduce table --all"):
        importlib.import_module(f"benchmarks.{name}").main()


def test_marks_are_read_by_word(tmp_path: Path) -> None:
    from benchmarks.judgement import marks_of

    path = tmp_path / "marks.tsv"
    path.write_text("Lol\tspurious\n\nawful\tgenuine\tsure\n", encoding="utf-8")
    assert marks_of(path) == {"lol": True, "awful": False}
