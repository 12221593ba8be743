"""What a model has answered, kept by content: no text is asked for twice, in this session or in a later one.

On disk each process appends to a file of its own, a line for each answer, so that a killed one loses at most
the line that it was writing. Lines hold a hash of the text, its scores and a checksum, never the text.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from auditor.errors import HaltError
from auditor.files import cannot_write
from auditor.model.asked.scores import FloatArray


class Answers:
    """Scores by the content of the text they were given for."""

    def __init__(self, folder: Path | None = None) -> None:
        """Begin with what a folder holds; nothing is written before `keep_in`."""
        self._scores: dict[bytes, bytes] = {}
        self._unwritten: list[bytes] = []
        self._folder = folder
        self._read: dict[Path, int] = {}
        self._path: Path | None = None
        self._catch_up()

    def __len__(self) -> int:
        return len(self._scores)

    def get(self, keys: Sequence[bytes]) -> list[FloatArray | None]:
        """The scores for each key, None where they are not known, not even to another process."""
        if any(key not in self._scores for key in keys):
            self._catch_up()
        found = (self._scores.get(key) for key in keys)
        return [None if one is None else np.frombuffer(one, dtype=np.float64) for one in found]

    def add(self, keys: Iterable[bytes], table: FloatArray) -> None:
        """Remember scores, a row for each key; those that are numbers are written down."""
        for key, row in zip(keys, table, strict=True):
            self._scores[key] = np.ascontiguousarray(row, dtype=np.float64).tobytes()
            if np.isfinite(row).all():
                self._unwritten.append(key)
        self._write()

    def keep_in(self, folder: Path) -> None:
        """Write down what was answered and is not there yet, and from now on every answer."""
        self._folder = folder
        self._path = folder / f"{secrets.token_hex(8)}.jsonl"
        self._catch_up()
        self._write()

    def _write(self) -> None:
        if self._path is None or not self._unwritten:
            return
        self._read[self._path] = -1
        lines = [
            json.dumps(
                {
                    "key": key.hex(),
                    "scores": np.frombuffer(self._scores[key]).tolist(),
                    "check": _check(key, self._scores[key]),
                }
            )
            + "\n"
            for key in self._unwritten
        ]
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="ascii") as file:
                file.writelines(lines)
        except OSError as error:
            stopped = cannot_write(self._path, error)
            raise HaltError(stopped.message, stopped.hint) from error  # not the fault of the text
        self._unwritten = []

    def _catch_up(self) -> None:
        """Read what the files have beyond what was read before; this process knows its own."""
        for path in sorted(self._folder.glob("*.jsonl")) if self._folder is not None else ():
            begin = self._read.get(path, 0)
            if begin < 0 or path.stat().st_size <= begin:
                continue
            with path.open("rb") as file:
                file.seek(begin)
                content = file.read()
            whole = content.rfind(b"\n") + 1
            for line in content[:whole].splitlines():
                self._take(line)
            self._read[path] = begin + whole

    def _take(self, line: bytes) -> None:
        """Take one line; what is damaged is as if it had never been answered."""
        try:
            entry = json.loads(line)
            key, scores = bytes.fromhex(entry["key"]), np.array(entry["scores"], dtype=np.float64)
        except (ValueError, KeyError, TypeError):
            return
        if scores.ndim == 1 and entry.get("check") == _check(key, scores.tobytes()):
            self._scores.setdefault(key, scores.tobytes())


def _check(key: bytes, scores: bytes) -> str:
    """What tells a line that was damaged and is still JSON."""
    return hashlib.sha256(key + scores).hexdigest()[:16]


def key_of(identity: str, texts: Sequence[str]) -> bytes:
    """The key of a text, or of two, for one model."""
    content = "".join([f"{len(text)}:{text}" for text in (identity, *texts)])
    return hashlib.sha256(content.encode("utf-8")).digest()[:16]
