"""One shard as a Parquet file: a row for each example, with its explanation, its skip or its first copy.

A text that occurred before, in this shard or an earlier one, is not computed again: its row names the place
of the first occurrence, and the reader looks there. Bytes depend on the content alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.records.text import Explanation, Outcome, Pair, Status

FORMAT = "2"
"""Version of the layout below."""
_PLAIN = (
    "label",
    "probability",
    "probability_after",
    "label_after",
    "probability_empty",
    "evidence",
    "evidence_after",
    "status",
    "completeness_error",
    "forwards",
    "gradients",
    "truncated",
)
"""Fields of an explanation that are stored as they are."""
_LISTS = ("texts", "words", "set", "core", "attributions")
"""Fields that are tuples of plain values."""


@dataclass(frozen=True)
class Entry:
    """A row of a shard: an outcome, or the place where the outcome of the same text stands."""

    outcome: Outcome
    """What came of the example; for a repeated text without explanation and reason."""
    same_as: int | None = None
    """Place, among all examples of the run, of the first one with the same text."""


def skipped(example: Example, reason: str) -> Outcome:
    """An example that came to nothing."""
    return Outcome(example.id, example.row, example.label, None, reason)


def to_bytes(entries: Sequence[Entry]) -> bytes:
    """A Parquet file with these rows."""
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.Table.from_pylist([_flatten(entry) for entry in entries], schema=_schema())
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    content: bytes = sink.getvalue().to_pybytes()
    return content


def read_table(content: bytes, columns: Sequence[str] | None = None) -> Any:
    """A Parquet file that `to_bytes` made, or some of its columns, as an Arrow table.

    Read in the calling thread alone: a worker thread of Arrow that drops the last hold on `content` while the
    interpreter ends aborts the process.
    """
    import pyarrow
    from pyarrow import parquet

    try:
        file = parquet.ParquetFile(pyarrow.BufferReader(content))
    except pyarrow.ArrowException as error:
        raise AuditError("a file in shards is not a Parquet file", "Start over with --fresh.") from error
    found = (file.schema_arrow.metadata or {}).get(b"auditor.format", b"none").decode()
    if found != FORMAT:
        raise AuditError(f"the shard has format {found}; this version reads format {FORMAT}")
    return file.read(columns=None if columns is None else list(columns), use_threads=False)


def from_bytes(content: bytes, rows: Sequence[int] | None = None) -> list[Entry]:
    """The rows of a Parquet file that `to_bytes` made, or some of them."""
    import pyarrow

    table = read_table(content)
    if rows is not None:
        table = table.take(pyarrow.array(rows, pyarrow.int64()))  # of no row a list would have no type
    return [_entry(row) for row in table.to_pylist()]


def _schema() -> Any:
    import pyarrow as pa

    span = pa.struct([("field", pa.int32()), ("start", pa.int32()), ("end", pa.int32())])
    pair = pa.struct(
        [
            ("indices", pa.list_(pa.int32())),
            ("words", pa.list_(pa.string())),
            ("score", pa.float64()),
            ("frequency", pa.float64()),
            ("interaction", pa.float64()),
        ]
    )
    kinds = {
        "label": pa.string(),
        "status": pa.string(),
        "label_after": pa.string(),
        "forwards": pa.int64(),
        "gradients": pa.int64(),
        "truncated": pa.int32(),
        "texts": pa.list_(pa.string()),
        "words": pa.list_(pa.string()),
        "set": pa.list_(pa.int32()),
        "core": pa.list_(pa.int32()),
        "attributions": pa.list_(pa.float64()),
    }
    columns = [
        ("id", pa.string()),
        ("row", pa.int64()),
        ("gold", pa.string()),
        ("skipped", pa.string()),
        ("same_as", pa.int64()),
        *((name, kinds.get(name, pa.float64())) for name in (*_PLAIN, *_LISTS)),
        ("spans", pa.list_(span)),
        ("pairs", pa.list_(pair)),
    ]
    return pa.schema(columns, metadata={"auditor.format": FORMAT})


def _flatten(entry: Entry) -> dict[str, Any]:
    outcome, explanation = entry.outcome, entry.outcome.explanation
    row: dict[str, Any] = {
        "id": outcome.id,
        "row": outcome.row,
        "gold": outcome.gold,
        "skipped": outcome.reason or None,
        "same_as": entry.same_as,
    }
    if explanation is None:
        return row
    row |= {name: getattr(explanation, name) for name in _PLAIN}
    row |= {name: list(getattr(explanation, name)) for name in _LISTS}
    row["status"] = explanation.status.value
    row["spans"] = [{"field": f, "start": s, "end": e} for f, s, e in explanation.spans]
    row["pairs"] = [
        {
            "indices": list(pair.indices),
            "words": list(pair.words),
            "score": pair.score,
            "frequency": pair.frequency,
            "interaction": pair.interaction,
        }
        for pair in explanation.pairs
    ]
    return row


def _entry(row: dict[str, Any]) -> Entry:
    explanation = None
    if row["status"] is not None:
        values = {name: row[name] for name in _PLAIN} | {name: tuple(row[name]) for name in _LISTS}
        values["status"] = Status(row["status"])
        values["spans"] = tuple((span["field"], span["start"], span["end"]) for span in row["spans"])
        values["pairs"] = tuple(
            Pair(**pair | {"indices": tuple(pair["indices"]), "words": tuple(pair["words"])})
            for pair in row["pairs"]
        )
        explanation = Explanation(**values)
    outcome = Outcome(row["id"], row["row"], row["gold"], explanation, row["skipped"] or "")
    return Entry(outcome, row["same_as"])
