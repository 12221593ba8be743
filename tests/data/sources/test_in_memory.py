"""Data in memory: every kind gives the same examples, and what holds no texts is refused with a cure."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas
import pytest

from auditor.data.loading import Dataset, load_dataset
from auditor.data.sources.in_memory import memory_source, texts_of
from auditor.errors import AuditError

TEXTS = ["a good film", "a bad film", "a dull plot"]
LABELS = ["pos", "neg", "neg"]


def table(name: str = "text") -> dict[str, list[str]]:
    return {name: TEXTS, "label": LABELS}


def hub(columns: dict[str, list[Any]]) -> Any:
    import datasets

    return datasets.Dataset.from_dict(columns)


def examples(data: Dataset) -> list[tuple[tuple[str, ...], str | None, int]]:
    return [(one.texts, one.label, one.row) for one in data.examples()]


KINDS: dict[str, Callable[[], Any]] = {
    "DataFrame": lambda: memory_source(pandas.DataFrame(table())),
    "Dataset": lambda: memory_source(hub(table())),
    "DatasetDict": lambda: memory_source(
        {"train": hub(table()), "test": hub({"text": [], "label": []})}, split="train"
    ),
    "list": lambda: memory_source(TEXTS, labels=LABELS),
    "Series": lambda: memory_source(pandas.Series(TEXTS), labels=pandas.Series(LABELS)),
    "array": lambda: memory_source(np.array(TEXTS), labels=np.array(LABELS)),
    "column": lambda: memory_source(hub(table())["text"], labels=iter(LABELS)),
    "other names": lambda: memory_source(pandas.DataFrame(table("review"))),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_gives_the_same_examples_and_fingerprint(kind: str) -> None:
    found = load_dataset(KINDS[kind]())
    assert examples(found) == [
        ((text,), label, n) for n, (text, label) in enumerate(zip(TEXTS, LABELS, strict=True), 1)
    ]
    assert found.fingerprint == load_dataset(KINDS["list"]()).fingerprint
    assert "memory" in found.source


def test_columns_can_be_named_and_limits_drawn() -> None:
    frame = pandas.DataFrame({"a": TEXTS, "b": ["x y"] * 3, "c": [1, 0, 0]})
    found = load_dataset(memory_source(frame), text_column="a", label_column="c", limit=2)
    assert found.label_names == ("0", "1") and len(found) == 2 and found.total == 3


def test_pairs_of_texts_and_texts_without_labels() -> None:
    pairs = load_dataset(memory_source([("a man sleeps", "nobody is awake"), ["a", "b"]], labels=[0, 1]))
    assert [one.texts for one in pairs.examples()] == [("a man sleeps", "nobody is awake"), ("a", "b")]
    bare = load_dataset(memory_source(TEXTS), need_label=False)
    assert bare.columns.label is None and len(bare) == 3


def test_missing_values_are_skips_and_numbers_labels() -> None:
    frame = pandas.DataFrame({"text": ["a film", None, "a plot"], "label": [1.0, 0.0, float("nan")]})
    found = load_dataset(memory_source(frame))
    assert examples(found) == [(("a film",), "1", 1)]
    assert dict(found.skip_counts) == {"empty text": 1, "missing label": 1}
    typed = frame.assign(label=pandas.array([1, 0, None], dtype="Int64"))
    assert examples(load_dataset(memory_source(typed))) == examples(found)


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (TEXTS, {"labels": ["pos"]}, "3 texts and 1 labels"),
        (TEXTS, {"split": "train"}, "no split 'train'"),
        (pandas.DataFrame(table()), {"labels": LABELS}, "labels were given beside a table"),
        ([None], {}, "text 1 is None"),
        (["a", 3], {}, "text 2 is of the type int"),
        (["a", ("b", "c", "d")], {}, "text 2 is of the type tuple"),
        ({"text": TEXTS}, {}, "a dict was passed where texts are needed"),
        (3, {}, "type int was passed"),
        (None, {}, "type NoneType was passed"),
        (b"text", {}, "type bytes was passed"),
    ],
    ids=str,
)
def test_what_holds_no_texts_is_refused(data: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(AuditError, match=message) as caught:
        memory_source(data, **options)
    assert caught.value.hint


def test_texts_are_one_text_or_an_iterable_and_never_a_table() -> None:
    assert texts_of("a moving film") == ["a moving film"]
    assert texts_of(iter(TEXTS)) == texts_of(pandas.Series(TEXTS)) == texts_of(tuple(TEXTS)) == TEXTS
    assert texts_of(hub(table())["text"]) == TEXTS
    for data in (pandas.DataFrame(table()), hub(table())):
        with pytest.raises(AuditError, match="was passed where texts are needed") as caught:
            texts_of(data)
        assert caught.value.hint == "Pass one column of it, for instance data['text']."
