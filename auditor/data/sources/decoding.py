"""Files as text: compression, byte order marks, encodings, and files that are no text at all.

Text is UTF-8 unless a mark at its start or the user says otherwise, or it is Windows-1252 beyond doubt. A few
damaged lines do not stop the reading: bytes that cannot be decoded are kept as lone surrogates, and the row
that holds them becomes a skip later on.
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from auditor.data.sources.encodings import is_western
from auditor.data.sources.file_options import AUTO
from auditor.errors import AuditError

_HEAD = 65_536
_GZIP = b"\x1f\x8b"
_DAMAGED_LINES, _DAMAGED_SHARE = 3, 0.01
"""Lines that are not UTF-8 count as damage up to this number or this share; more are another encoding."""
_KEPT = 10_000
"""Lines that are not UTF-8 kept to tell their encoding."""
_OTHERS = "Name the encoding with --encoding: cp1252, cp1250, cp1251, mac-roman, shift_jis, gb18030, ..."


def data_suffix(path: Path) -> str:
    """The suffix that tells the format; `.gz` is looked through."""
    return Path(path.name.removesuffix(".gz")).suffix.lower()


@contextmanager
def open_bytes(path: Path) -> Iterator[BinaryIO]:
    """The file's bytes, decompressed; anything wrong with the file is an `AuditError`."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == _GZIP
            raw.seek(0)
            if packed:
                with gzip.open(raw) as unpacked:
                    yield cast(BinaryIO, unpacked)
            else:
                yield raw
    except FileNotFoundError as error:
        raise AuditError(f"{path} does not exist", "Check the path.") from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise AuditError(f"{path.name} is not a complete gzip file: {error}", "Compress it again.") from error
    except OSError as error:
        raise AuditError(f"{path} cannot be read: {error.strerror or error}") from error


@contextmanager
def open_text(path: Path, encoding: str) -> Iterator[TextIO]:
    """The file's characters, line ends untouched and without a byte order mark."""
    with open_bytes(path) as raw:
        try:
            with io.TextIOWrapper(raw, encoding, errors="surrogateescape", newline="") as text:
                yield text
        except UnicodeError as error:
            raise AuditError(f"{path.name} is not {encoding} text", _OTHERS) from error


@dataclass
class _Seen:
    """What the lines of a file are made of."""

    lines: int = 0
    """All of them."""
    encoded: int = 0
    """Those with characters beyond ASCII in UTF-8, damaged ones included."""
    broken: int = 0
    """Those that are not UTF-8."""
    kept: list[bytes] = field(default_factory=list)
    """The first of those."""


def find_encoding(path: Path, asked: str) -> tuple[str, tuple[str, ...]]:
    """The encoding to read a text file with, and what the user should know about that choice."""
    if asked != AUTO:
        return ("utf-8-sig" if asked.lower().replace("_", "-") in ("utf-8", "utf8") else asked), ()
    with open_bytes(path) as raw:
        head = raw.read(_HEAD)
        if head.startswith((b"\xff\xfe", b"\xfe\xff")):
            return "utf-16", ()
        if b"\0" in head:
            raise AuditError(
                f"{path.name} is a binary file, not {data_suffix(path).lstrip('.') or 'text'}",
                "Export it as CSV, JSON lines or Parquet; if it is text, name its encoding with --encoding.",
            )
        raw.seek(0)
        seen = _look(raw)
    if not seen.broken:
        return "utf-8-sig", ()
    if not seen.encoded and is_western(seen.kept):
        words = seen.kept[0].decode("cp1252").split()
        word = next((f", for instance {word[:40]!r}" for word in words if not word.isascii()), "")
        said = f"{path.name} is not UTF-8 and was read as Windows-1252{word}"
        return "cp1252", (f"{said}; --encoding names another encoding",)
    damaged = seen.broken <= max(_DAMAGED_LINES, _DAMAGED_SHARE * seen.lines) and seen.broken < seen.lines
    if damaged or seen.encoded > seen.broken:
        return "utf-8-sig", ()
    raise AuditError(f"{seen.broken} of {seen.lines} lines of {path.name} are not UTF-8 text", _OTHERS)


def _look(raw: BinaryIO) -> _Seen:
    seen = _Seen()
    for line in raw:
        seen.lines += 1
        if line.isascii():
            continue
        try:
            line.decode("utf-8")
            seen.encoded += 1
        except UnicodeDecodeError:
            seen.broken += 1
            read = line.decode("utf-8", errors="surrogateescape")
            seen.encoded += any("\x7f" < c < "\ud800" or c > "\udfff" for c in read)
            if len(seen.kept) < _KEPT:
                seen.kept.append(line)
    return seen
