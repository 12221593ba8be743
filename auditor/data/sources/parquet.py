"""Parquet: columns with types, and with the names of classes in its metadata."""

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from auditor.data.sources.decoding import open_bytes
from auditor.data.sources.file_options import FileOptions
from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError, first_line

_BATCH = 2_000


def parquet_source(path: Path, _: FileOptions) -> Source:
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
        reason = "its text is not UTF-8" if isinstance(error, UnicodeDecodeError) else first_line(error)
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
