"""Examples on disk: an Arrow file that is memory-mapped, so that memory does not grow with the rows.

The file lies in the system's folder for temporary files and goes with the last use of the table. Where the
system allows it, the file has no name from the moment that it can be read.
"""

import os
import shutil
import tempfile
import time
import weakref
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.data.examples import Example, Skip
from auditor.errors import AuditError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BATCH = 4_096
_PREFIX, _OLD = "audit-data-", 3600.0
_COLUMNS = ("row", "id", "text", "pair", "label", "reason", "group")


class Table:
    """Examples and skips in their order, written once and read as often as needed."""

    def __init__(self, records: Iterable[Example | Skip]) -> None:
        import pyarrow

        folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        self._clean = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._schema = pyarrow.schema(
            [(name, pyarrow.int64() if name == "row" else pyarrow.string()) for name in _COLUMNS]
        )
        self._length = 0
        try:
            with (
                pyarrow.OSFile(str(folder / "examples.arrow"), "wb") as sink,
                pyarrow.ipc.new_file(sink, self._schema) as writer,
            ):
                everything = iter(records)
                while some := list(islice(everything, _BATCH)):
                    columns = zip(*map(_flatten, some), strict=True)
                    writer.write_batch(pyarrow.record_batch([*map(list, columns)], schema=self._schema))
                    self._length += len(some)
        except OSError as error:
            self._clean()
            raise AuditError(
                f"cannot write to {tempfile.gettempdir()}: {error.strerror or error}",
                "Free some space, or name another folder in the variable TMPDIR.",
            ) from error
        except BaseException:
            self._clean()
            raise
        self._reader = pyarrow.ipc.open_file(pyarrow.memory_map(str(folder / "examples.arrow")))
        if os.name == "posix":  # the file goes with its last reader, and a killed process leaves no text
            self._clean()
            _remove_left_over()

    def __reduce__(self) -> tuple[type["Table"], tuple[list[Example | Skip]]]:
        """Another process gets the records, and writes them into a file of its own."""
        return Table, (list(self),)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Example | Skip]:
        for batch in self._batches():
            yield from map(_record, *batch.to_pydict().values())

    def keys(self) -> Iterator[tuple[str | None, str | None, bool]]:
        """For each record its id, its label and whether it is an example, without the texts."""
        for batch in self._batches():
            ids, labels, reasons = (batch.column(name).to_pylist() for name in ("id", "label", "reason"))
            yield from zip(ids, labels, (reason is None for reason in reasons), strict=True)

    def __getitem__(self, place: int) -> Example | Skip:
        batch = self._reader.get_batch(place // _BATCH)
        return _record(*(values[0] for values in batch.slice(place % _BATCH, 1).to_pydict().values()))

    def at(self, places: "NDArray[np.int64]") -> Iterator[Example | Skip]:
        """The records at some places, which ascend."""
        import numpy as np

        for number, batch in enumerate(self._batches()):
            first, last = np.searchsorted(places, (number * _BATCH, (number + 1) * _BATCH))
            if first < last:
                yield from map(
                    _record, *batch.take(places[first:last] - number * _BATCH).to_pydict().values()
                )

    def _batches(self) -> Iterator[Any]:
        return (self._reader.get_batch(number) for number in range(self._reader.num_record_batches))


def _remove_left_over() -> None:
    """Remove what processes left that were killed while they wrote: theirs are gone, and nothing is new."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError, ValueError):
            pid = int(folder.name.removeprefix(_PREFIX).partition("-")[0])
            if time.time() - folder.stat().st_mtime > _OLD and not Path(f"/proc/{pid}").exists():
                shutil.rmtree(folder, ignore_errors=True)


def _flatten(record: Example | Skip) -> tuple[int | str | None, ...]:
    """A record's values, in the order of the columns."""
    if isinstance(record, Skip):
        return record.row, record.id, None, None, None, record.reason, None
    pair = record.texts[1] if len(record.texts) > 1 else None
    return record.row, record.id, record.texts[0], pair, record.label, None, record.group


def _record(
    row: int,
    identity: str | None,
    text: str,
    pair: str | None,
    label: str | None,
    reason: str | None,
    group: str | None,
) -> Example | Skip:
    if reason is not None:
        return Skip(row, reason, identity)
    return Example(identity or "", (text,) if pair is None else (text, pair), label, row, group)
