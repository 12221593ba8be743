"""Data that Python already holds: frames, datasets, and lists of texts with their labels."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from auditor.data.sources.arrow_rows import dataset_source, pick_split
from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError

TEXT, PAIR, LABEL = "text", "text_pair", "label"
KINDS = (
    "Pass a path, a hub id, a DataFrame, a datasets.Dataset, or a list of texts with labels=[…]; "
    "columns are named with text_column= and label_column=."
)


def memory_source(data: Any, *, labels: Iterable[Any] | None = None, split: str | None = None) -> Source:
    """Rows of what is in memory; anything that holds no texts is an error that says what to pass."""
    if labels is not None and (hasattr(data, "columns") or hasattr(data, "column_names")):
        raise AuditError(
            "labels were given beside a table", "Name the table's own column with label_column=."
        )
    if isinstance(data, dict) and data and all(hasattr(one, "select_columns") for one in data.values()):
        chosen, name = pick_split("the DatasetDict", data, split)
        return dataset_source(f"Dataset in memory ({name})", chosen)
    if split is not None:
        raise AuditError(f"the data in memory has no split {split!r}", "Leave the split out.")
    if hasattr(data, "select_columns"):
        return dataset_source("Dataset in memory", data)
    if hasattr(data, "columns") and hasattr(data, "to_dict"):
        return _frame(data)
    return _texts(texts_of(data), labels)


def texts_of(given: Any) -> list[str | tuple[str, str]]:
    """A list of texts, or of pairs of them, from one text, an iterable, a Series or a column of a Dataset."""
    if isinstance(given, str):
        return [given]
    if hasattr(given, "columns") or hasattr(given, "select_columns") or isinstance(given, Mapping):
        raise AuditError(
            f"a {type(given).__name__} was passed where texts are needed",
            "Pass one column of it, for instance data['text'].",
        )
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise AuditError(
            f"a value of the type {type(given).__name__} was passed where texts are needed",
            "Pass one text, or an iterable of texts: a list, a Series, a column of a Dataset.",
        )
    return [_text(place, one) for place, one in enumerate(given, start=1)]


def _text(place: int, one: Any) -> str | tuple[str, str]:
    if isinstance(one, str):
        return str(one)
    if isinstance(one, tuple | list) and len(one) == 2 and all(isinstance(part, str) for part in one):
        return str(one[0]), str(one[1])
    shown = "None" if one is None else f"of the type {type(one).__name__}"
    raise AuditError(
        f"text {place} is {shown}", "Every text is a string, or a pair of strings for a two-sentence task."
    )


def _texts(texts: Sequence[str | tuple[str, str]], labels: Iterable[Any] | None) -> Source:
    golds = None if labels is None else list(labels)
    if golds is not None and len(golds) != len(texts):
        raise AuditError(
            f"there are {len(texts)} texts and {len(golds)} labels", "Give one label for each text."
        )
    pairs = any(isinstance(text, tuple) for text in texts)
    columns = [TEXT, *([PAIR] if pairs else []), *([LABEL] if golds is not None else [])]

    def rows(_: Sequence[str]) -> Iterator[Row]:
        for place, text in enumerate(texts):
            first, second = (text, None) if isinstance(text, str) else text
            values: dict[str, Any] = {TEXT: first, PAIR: second}
            if golds is not None:
                values[LABEL] = _plain(golds[place])
            yield Row(values)

    suggested = {TEXT: TEXT} | ({PAIR: PAIR} if pairs else {}) | ({LABEL: LABEL} if golds is not None else {})
    return Source("texts in memory", tuple(columns), rows, suggested=suggested)


def _frame(frame: Any) -> Source:
    """Rows of a pandas DataFrame."""
    columns = tuple(str(name) for name in frame.columns)

    def rows(_: Sequence[str]) -> Iterator[Row]:
        for values in frame.itertuples(index=False, name=None):
            yield Row({name: _plain(value) for name, value in zip(columns, values, strict=True)})

    return Source("DataFrame in memory", columns, rows)


def _plain(value: Any) -> Any:
    """A value as plain Python: scalars of numpy and pandas, and what stands for a missing one."""
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        value = value.item()
    absent = type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)
    return None if absent else value
