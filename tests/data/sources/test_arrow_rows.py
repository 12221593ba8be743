"""Rows of a `datasets` object: in order, by column, with class names, memory-mapped or streamed."""

import datasets
import pytest

from auditor.data.sources.arrow_rows import dataset_source, pick_split, quiet
from auditor.errors import AuditError

TEXTS = [f"text {n}" for n in range(2500)]


def made() -> datasets.Dataset:
    features = datasets.Features(
        {"text": datasets.Value("string"), "label": datasets.ClassLabel(names=["no", "yes"])}
    )
    return datasets.Dataset.from_dict(
        {"text": TEXTS, "label": [n % 2 for n in range(len(TEXTS))]}, features=features
    )


@pytest.mark.parametrize("streamed", [False, True])
def test_rows_come_in_order_past_one_batch(streamed: bool) -> None:
    loaded = made().to_iterable_dataset() if streamed else made()
    source = dataset_source("made", loaded)
    assert source.columns == ("text", "label")
    assert [row.values["text"] for row in source.rows(["text"])] == TEXTS
    assert [row.values["text"] for row in source.rows(["text"])] == TEXTS  # from the first one each time


def test_only_the_columns_that_are_asked_for_are_read() -> None:
    first = next(iter(dataset_source("made", made()).rows(["label"])))
    assert dict(first.values) == {"label": 0}


def test_class_names_are_those_of_the_feature() -> None:
    assert dataset_source("made", made()).class_names == {"label": ("no", "yes")}


@pytest.mark.parametrize(
    ("splits", "asked", "given"),
    [
        (("train",), None, "train"),
        (("train", "validation"), "dev", "validation"),
        (("dev", "validation"), "dev", "dev"),
        (("train", "test"), "test", "test"),
    ],
)
def test_a_split_by_name_or_the_only_one(splits: tuple[str, ...], asked: str | None, given: str) -> None:
    loaded = {name: object() for name in splits}
    assert pick_split("d", loaded, asked) == (loaded[given], given)


@pytest.mark.parametrize(
    ("asked", "says"), [(None, "d has several splits"), ("valid", "d has no split 'valid'")]
)
def test_a_split_that_is_not_there_names_those_that_are(asked: str | None, says: str) -> None:
    with pytest.raises(AuditError, match=says) as refused:
        pick_split("d", {"train": 1, "test": 2}, asked)
    assert "train, test" in refused.value.hint


@pytest.mark.parametrize("shown", [True, False])
def test_progress_bars_are_as_before_afterwards(shown: bool) -> None:
    before = datasets.is_progress_bar_enabled()
    (datasets.enable_progress_bars if shown else datasets.disable_progress_bars)()
    try:
        with pytest.raises(RuntimeError), quiet():
            assert not datasets.is_progress_bar_enabled()
            raise RuntimeError
        assert datasets.is_progress_bar_enabled() == shown
    finally:
        (datasets.enable_progress_bars if before else datasets.disable_progress_bars)()
