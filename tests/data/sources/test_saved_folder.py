"""Folders of `save_to_disk`, and the rows of a `datasets` object."""

from pathlib import Path

import datasets
import pytest

from auditor.data.sources.arrow_rows import dataset_source, pick_split, quiet
from auditor.data.sources.saved_folder import folder_source, is_saved_folder
from auditor.errors import AuditError

FEATURES = datasets.Features(
    {"text": datasets.Value("string"), "label": datasets.ClassLabel(names=["no", "yes"])}
)
MADE = datasets.Dataset.from_dict({"text": ["a", "b"], "label": [0, 1]}, features=FEATURES)


def test_one_dataset_or_one_for_each_split(tmp_path: Path) -> None:
    MADE.save_to_disk(tmp_path / "one")
    datasets.DatasetDict({"train": MADE, "validation": MADE}).save_to_disk(tmp_path / "two")
    assert is_saved_folder(tmp_path / "one") and is_saved_folder(tmp_path / "two")
    assert not is_saved_folder(tmp_path)
    one = folder_source(tmp_path / "one", None)
    assert one.description == "one" and one.class_names == {"label": ("no", "yes")}
    assert [dict(row.values) for row in one.rows(("text",))] == [{"text": "a"}, {"text": "b"}]
    assert folder_source(tmp_path / "two", "dev").description == "two (validation)"
    with pytest.raises(AuditError, match="several splits") as caught:
        folder_source(tmp_path / "two", None)
    assert "train, validation" in caught.value.hint
    with pytest.raises(AuditError, match="has no splits, and 'train' was asked for"):
        folder_source(tmp_path / "one", "train")


def test_a_damaged_folder_is_said(tmp_path: Path) -> None:
    MADE.save_to_disk(tmp_path / "one")
    (tmp_path / "one" / "dataset_info.json").write_text("{")
    with pytest.raises(AuditError, match="is not a complete dataset"):
        folder_source(tmp_path / "one", None)


def test_streamed_rows_are_the_same() -> None:
    streamed = dataset_source("s", MADE.to_iterable_dataset())
    assert [dict(row.values) for row in streamed.rows(("text", "label"))] == [
        {"text": "a", "label": 0},
        {"text": "b", "label": 1},
    ]


def test_the_only_split_needs_no_name() -> None:
    assert pick_split("d", {"test": MADE}, None) == (MADE, "test")
    with pytest.raises(AuditError, match="no split 'x'"):
        pick_split("d", {"test": MADE}, "x")


def test_progress_bars_are_as_they_were() -> None:
    assert datasets.is_progress_bar_enabled()
    with quiet():
        assert not datasets.is_progress_bar_enabled()
    assert datasets.is_progress_bar_enabled()
