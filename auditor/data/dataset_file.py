"""A dataset as a file: CSV, TSV, JSONL or Parquet by its suffix, with texts, labels and more numbers."""

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from auditor.data.examples import Example
from auditor.errors import AuditError

_BATCH = 4_096
More = Mapping[str, Sequence[float]]
"""Further columns of numbers by name, a value for each example."""


def check_target(path: Path, *, force: bool) -> None:
    """Refuse a name that cannot be written, before anything is computed."""
    if path.suffix.lower() not in _WRITERS:
        raise AuditError(f"cannot write {path.name}", f"The name must end in {', '.join(_WRITERS)}.")
    if not path.parent.is_dir():
        raise AuditError(f"there is no folder {path.parent}", "Make it first.")
    check_free(path, force=force)


def check_free(path: Path, *, force: bool) -> None:
    """Refuse to write over what is there, unless asked to."""
    if path.is_dir() or (path.exists() and not force):
        raise AuditError(f"{path} exists", "Choose another name, or overwrite it with --force.")


def write_examples(path: Path, examples: Sequence[Example], more: More | None = None, *, suffix: str) -> None:
    """Write the examples in the format of a suffix."""
    names = _names(examples)
    _WRITERS[suffix.lower()](path, (*names, *(more or {})), _rows(examples, more or {}))


def _names(examples: Sequence[Example]) -> tuple[str, ...]:
    paired = any(len(example.texts) > 1 for example in examples)
    return ("text", "text_pair", "label") if paired else ("text", "label")


def _rows(examples: Sequence[Example], more: More) -> Iterable[tuple[Any, ...]]:
    columns = zip(*more.values(), strict=True) if more else (() for _ in examples)
    for example, values in zip(examples, columns, strict=True):
        yield (*example.texts, example.label, *values)


def _write_delimited(delimiter: str) -> Callable[[Path, Sequence[str], Iterable[tuple[Any, ...]]], None]:
    def write(path: Path, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
            writer.writerow(names)
            writer.writerows(rows)

    return write


def _write_jsonl(path: Path, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        for row in rows:
            file.write(json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False) + "\n")


def _write_parquet(path: Path, names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    import pyarrow
    import pyarrow.parquet

    numbers = pyarrow.float64()
    texts = ("text", "text_pair", "label")
    schema = pyarrow.schema([(name, pyarrow.string() if name in texts else numbers) for name in names])
    everything = iter(rows)
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        while some := list(islice(everything, _BATCH)):
            columns = [list(column) for column in zip(*some, strict=True)]
            writer.write_batch(pyarrow.record_batch(columns, schema=schema))


_WRITERS: dict[str, Callable[[Path, Sequence[str], Iterable[tuple[Any, ...]]], None]] = {
    ".csv": _write_delimited(","),
    ".tsv": _write_delimited("\t"),
    ".jsonl": _write_jsonl,
    ".parquet": _write_parquet,
}
