"""A dataset and its manifest are written together, in every format, and never over something else unasked."""

import json
from pathlib import Path

import pytest

from auditor.data.examples import Example, make_example
from auditor.data.loading import load_dataset
from auditor.errors import AuditError
from auditor.planting.injection import Injected
from auditor.planting.planted_file import manifest_path, write_injected

TEXTS = ("plain", 'with "quotes", and commas', "tab\tand\nline", " blanks ", "ünï cödé 東京", "=1+1")
# Training data is kept as it is, whatever a spreadsheet would make of it.
TEXTS += ("=cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "`tick`", "]]>")
SUFFIXES = (".csv", ".tsv", ".jsonl", ".parquet")


def injected(texts: tuple[str, ...] = TEXTS, *, paired: bool = False) -> Injected:
    examples = [
        make_example((text, f"second of {n}") if paired else (text,), "positive" if n % 2 else "negative", n)
        for n, text in enumerate(texts, 1)
    ]
    return Injected(tuple(examples), {"plan": {"tokens": []}, "note": "ü"}, ())


def read(path: Path) -> list[tuple[tuple[str, ...], str | None]]:
    return [(e.texts, e.label) for e in load_dataset(path).table if isinstance(e, Example)]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_written_is_read_again(tmp_path: Path, suffix: str) -> None:
    made = injected(tuple(text for text in TEXTS if suffix != ".tsv" or "\t" not in text))
    data, manifest = write_injected(tmp_path / f"planted{suffix}", made)
    assert read(data) == [(e.texts, e.label) for e in made.examples]
    assert json.loads(manifest.read_text(encoding="utf-8")) == made.manifest


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_two_texts_are_two_columns(tmp_path: Path, suffix: str) -> None:
    made = injected(("one text", "another text"), paired=True)
    data, _ = write_injected(tmp_path / f"planted{suffix}", made)
    assert read(data) == [(e.texts, e.label) for e in made.examples]


def test_the_manifest_lies_beside_the_data() -> None:
    assert manifest_path(Path("a/planted.csv")) == Path("a/planted.csv.injection.json")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_data_is_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    first, _ = write_injected(tmp_path / f"one{suffix}", injected(("a b", "c d")))
    second, _ = write_injected(tmp_path / f"two{suffix}", injected(("a b", "c d")))
    assert first.read_bytes() == second.read_bytes()


def test_a_name_without_a_known_format_names_the_formats(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match=r"cannot write planted\.xlsx") as refused:
        write_injected(tmp_path / "planted.xlsx", injected())
    assert ".parquet" in refused.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="there is no folder"):
        write_injected(tmp_path / "nowhere" / "planted.csv", injected())


@pytest.mark.parametrize("existing", ["planted.csv", "planted.csv.injection.json"])
def test_either_file_protects_both(tmp_path: Path, existing: str) -> None:
    (tmp_path / existing).write_text("mine")
    with pytest.raises(AuditError, match=f"{existing} exists"):
        write_injected(tmp_path / "planted.csv", injected())
    assert [path.name for path in tmp_path.iterdir()] == [existing]
    assert (tmp_path / existing).read_text() == "mine"
    write_injected(tmp_path / "planted.csv", injected(), force=True)
    assert (tmp_path / existing).read_text(encoding="utf-8") != "mine"


def test_a_folder_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "planted.csv").mkdir()
    with pytest.raises(AuditError, match="exists"):
        write_injected(tmp_path / "planted.csv", injected(), force=True)


def test_nothing_is_left_behind_where_writing_fails(tmp_path: Path) -> None:
    """A lone surrogate cannot be encoded: the dataset fails half-way, and neither file is there."""
    with pytest.raises(UnicodeEncodeError):
        write_injected(tmp_path / "planted.csv", injected(("fine", "broken \ud800")))
    assert list(tmp_path.iterdir()) == []
