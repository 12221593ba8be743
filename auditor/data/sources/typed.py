"""JSON lines and Parquet: files whose values have types."""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from auditor.data.sources.opening import open_bytes, open_text
from auditor.data.sources.source import SAMPLE, Row, Source
from auditor.errors import AuditError, first_line

_BATCH = 2_000


def json_source(path: Path) -> Source:
    """One JSON object per line; blank lines do not count."""

    def rows(_: Sequence[str]) -> Iterator[Row]:
        with open_text(path) as text:
            for number, line in enumerate(text, start=1):
                if line.strip():
                    yield Row(_parse(path, number, line))

    columns = tuple(dict.fromkeys(name for row in islice(rows(()), SAMPLE) for name in row.values))
    if not columns:
        raise AuditError(f"{path.name} is empty", "A JSON object for each text is needed, one per line.")
    return Source(path.name, columns, rows)


def _parse(path: Path, number: int, line: str) -> Mapping[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        deep = isinstance(error, RecursionError)
        reason = "nested too deeply" if deep else getattr(error, "msg", "a number with too many digits")
        raise AuditError(
            f"{path.name} line {number} is not valid JSON: {reason}",
            "Each line must be one JSON object; repair or remove that line.",
        ) from error
    if not isinstance(value, dict):
        raise AuditError(
            f"{path.name} line {number} is a JSON {type(value).__name__}, not an object",
            'Each line must be one object such as {"text": "...", "label": "..."}.',
        )
    return value


def parquet_source(path: Path) -> Source:
    """A Parquet file, read a few thousand rows at a time; ClassLabel names come from its metadata."""
    schema = _parquet(path).schema_arrow

    def rows(columns: Sequence[str]) -> Iterator[Row]:
        # In this thread alone: a thread of Arrow that holds Python's bytes while Python ends aborts it.
        file = _parquet(path)
        with _readable(path):
            for batch in file.iter_batches(batch_size=_BATCH, columns=list(columns), use_threads=False):
                yield from map(Row, batch.to_pylist())

    return Source(path.name, tuple(schema.names), rows, class_names=_class_names(schema.metadata or {}))


def _parquet(path: Path) -> Any:
    import pyarrow.parquet

    with _readable(path):
        if path.suffix == ".gz":
            with open_bytes(path) as raw:
                return pyarrow.parquet.ParquetFile(io.BytesIO(raw.read()))
        return pyarrow.parquet.ParquetFile(path, memory_map=True)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """What Arrow finds wrong with the file inside is an `AuditError`."""
    import pyarrow

    try:
        yield
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = "text that is no UTF-8" if isinstance(error, UnicodeDecodeError) else first_line(error)
        raise AuditError(
            f"{path.name} is not a Parquet file, or is damaged: {reason}", "Check the file, or its suffix."
        ) from error


def _class_names(metadata: Mapping[bytes, bytes]) -> dict[str, tuple[str, ...]]:
    try:
        features = json.loads(metadata.get(b"huggingface", b"{}"))["info"]["features"]
        return {
            name: tuple(feature["names"])
            for name, feature in features.items()
            if isinstance(feature, dict) and feature.get("_type") == "ClassLabel"
        }
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError):
        return {}
