"""What a model answered in work that is not finished, so that the work can be taken up where it stopped.

A journal belongs to one piece of work: a shard, the interventions, the canaries. Every batch that the model
answers is appended at once, under a hash of all that was asked. Work that is begun again asks the same
batches in the same order, takes the answers that are there, and computes from where they end: its result is
the same, to the last bit, as if nothing had happened.

Each process writes a file of its own and reads those of earlier sessions. A record is its length, a checksum,
and the key with the answer; whatever follows a damaged one is as if it had not been asked. A journal holds
hashes and numbers, no text.
"""

import errno
import hashlib
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from auditor.errors import HaltError
from auditor.files import cannot_write

FloatArray = NDArray[np.float64]
Slopes = tuple[FloatArray, list[FloatArray]]
"""Values (rows,), and for each row the gradient (pieces,)."""
KEPT = "What was finished is kept: free some space and run the same command again."
FOLDER = "journal"
"""Where the journals of a run are."""
SUFFIX = ".journal"
_HASH, _LENGTH, _LONGEST = 16, 4, 1 << 30


class Journal:
    """The journal of one piece of work; `mark` names the run, and what another run wrote is not read."""

    def __init__(self, folder: Path, name: str, mark: str) -> None:
        self._folder, self._name = folder, name
        self._head = _digest(mark.encode("utf-8", "surrogatepass"))
        self._written: BinaryIO | None = None
        self._places: dict[bytes, tuple[Path, int, int]] = {}
        for path in self._files():
            self._places |= {key: (path, *place) for key, place in _records(path, self._head)}

    def logits(self, rows: Sequence[Any], compute: Callable[[], FloatArray]) -> FloatArray:
        """(rows, classes) as they were answered before, or else as they are computed now."""
        key = _key(rows)
        known = self._known(key)
        if known is not None and len(known) and len(known) % len(rows) == 0:
            return known.reshape(len(rows), -1)
        table = compute()
        self._append(key, table.ravel())
        return table

    def gradients(
        self,
        rows: Sequence[Any],
        targets: NDArray[np.int64],
        added: FloatArray | None,
        compute: Callable[[], Slopes],
    ) -> Slopes:
        """Values and gradients as they were answered before, or else as they are computed now."""
        key = _key(rows, targets, added)
        known = self._known(key)
        ends = np.cumsum([len(rows), *map(len, rows)])
        if known is not None and len(known) == ends[-1]:
            values, *slopes = np.split(known, ends[:-1])
            return values, slopes
        values, slopes = compute()
        self._append(key, np.concatenate([values, *slopes]))
        return values, slopes

    def recall(self, question: bytes) -> FloatArray | None:
        """The numbers that were kept for a question."""
        return self._known(_digest(question))

    def keep(self, question: bytes, numbers: FloatArray) -> None:
        """Write down what somebody else has answered."""
        self._append(_digest(question), numbers)

    def close(self) -> None:
        """Write no more."""
        if self._written is not None:
            self._written.close()
            self._written = None

    def remove(self) -> None:
        """The work is done and stored: nobody will ask for its answers again."""
        self.close()
        self._places = {}
        for path in self._files():
            path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob(f"{self._name}-*{SUFFIX}"))

    def _known(self, key: bytes) -> FloatArray | None:
        if key not in self._places:
            return None
        path, begin, size = self._places[key]
        try:
            with path.open("rb") as file:
                file.seek(begin)
                content = file.read(size)
        except OSError:
            return None
        whole = len(content) == size and size % 8 == 0
        return np.frombuffer(content, dtype=np.float64).copy() if whole else None

    def _append(self, key: bytes, numbers: FloatArray) -> None:
        """Write a record in one go; a disk that takes only a part of it ends the audit."""
        content = key + np.ascontiguousarray(numbers, dtype=np.float64).tobytes()
        record = _framed(content)
        path = self._folder / f"{self._name}-{secrets.token_hex(8)}{SUFFIX}"
        try:
            if self._written is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._written = path.open("xb", buffering=0)
                record = _framed(self._head) + record
            if self._written.write(record) != len(record):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            raise HaltError(cannot_write(self._folder, error).message, KEPT) from error


def _key(rows: Sequence[Any], targets: Any = None, added: Any = None) -> bytes:
    """A hash of all that a batch asks."""
    total = hashlib.blake2b(digest_size=_HASH)
    for table in (targets, added, *(part for row in rows for part in (row.ids, row.presence, row.types))):
        total.update(b"-" if table is None else f"{table.dtype}{table.shape}".encode())
        total.update(b"" if table is None else np.ascontiguousarray(table).tobytes())
    return total.digest()


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_HASH).digest()


def _framed(content: bytes) -> bytes:
    return len(content).to_bytes(_LENGTH, "little") + _digest(content) + content


def _records(path: Path, head: bytes) -> Iterator[tuple[bytes, tuple[int, int]]]:
    """Keys and where their numbers stand, up to the first damaged record; nothing of another run's file."""
    try:
        with path.open("rb") as file:
            if _record(file) != head:
                return
            while content := _record(file):
                size = len(content) - _HASH
                yield content[:_HASH], (file.tell() - size, size)
    except OSError:
        return


def _record(file: BinaryIO) -> bytes | None:
    """The next record, or None where there is none that is whole."""
    start = file.read(_LENGTH + _HASH)
    size = int.from_bytes(start[:_LENGTH], "little")
    if len(start) < _LENGTH + _HASH or not _HASH <= size <= _LONGEST:
        return None
    content = file.read(size)
    return content if len(content) == size and _digest(content) == start[_LENGTH:] else None
