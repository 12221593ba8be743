"""Datasets as files: what is written is what is read, with a second text and with columns of numbers."""

from pathlib import Path

import pytest

from auditor.data.dataset_file import check_free, check_target, write_examples
from auditor.data.examples import Example, make_example
from auditor.data.loading import load_dataset
from auditor.data.row_weights import read_weights
from auditor.errors import AuditError

SUFFIXES = (".csv", ".tsv", ".jsonl", ".parquet")
ONE = [make_example((f'a "quoted", text é {n}',), ("neg", "pos")[n % 2], n + 1) for n in range(5000)]
TWO = [make_example((f"first {n}", f"second\tone {n}"), ("neg", "pos")[n % 2], n + 1) for n in range(4)]


def read(path: Path) -> list[Example]:
    header = {"header": "yes"} if path.suffix in (".csv", ".tsv") else {}
    return list(load_dataset(path, **header).examples())


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("rows", [ONE, TWO], ids=["one text", "two texts"])
def test_texts_and_labels_come_back(rows: list[Example], suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"data{suffix}"
    write_examples(path, rows, suffix=suffix)
    assert read(path) == rows


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_further_columns_stand_beside_them(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"data{suffix}"
    write_examples(path, ONE[:3], {"weight": [0.5, 2.0, 1.25], "group": [1, 2, 3]}, suffix=suffix)
    assert read(path) == ONE[:3]
    assert read_weights(path, "weight") == {1: 0.5, 2: 2.0, 3: 1.25}
    assert read_weights(path, "group") == {1: 1.0, 2: 2.0, 3: 3.0}


def test_a_column_must_have_a_value_for_each_row(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="shorter"):
        write_examples(tmp_path / "data.csv", ONE[:3], {"weight": [0.5]}, suffix=".csv")


def test_targets_are_checked_before_anything_is_computed(tmp_path: Path) -> None:
    check_target(tmp_path / "new.csv", force=False)
    (tmp_path / "old.csv").write_text("there")
    with pytest.raises(AuditError, match=r"old\.csv exists"):
        check_target(tmp_path / "old.csv", force=False)
    check_target(tmp_path / "old.csv", force=True)
    with pytest.raises(AuditError, match=r"cannot write new\.xlsx"):
        check_target(tmp_path / "new.xlsx", force=True)
    with pytest.raises(AuditError, match="exists"):
        check_free(tmp_path, force=True)  # a folder is never replaced
