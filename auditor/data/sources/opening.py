"""Files as text: compression, byte order marks, and files that are no text at all.

Bytes that are no UTF-8 do not stop the reading: they are kept as lone surrogates, and the row that holds them
becomes a skip later on.
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from auditor.errors import AuditError

_HEAD = 65_536
_GZIP = b"\x1f\x8b"
SUFFIXES = (".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".parquet")


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
        raise AuditError(f"no such file: {path}", "Check the path.") from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise AuditError(f"{path.name} is not a complete gzip file: {error}", "Compress it again.") from error
    except OSError as error:
        raise AuditError(f"{path} cannot be read: {error.strerror or error}") from error


@contextmanager
def open_text(path: Path) -> Iterator[TextIO]:
    """The file's characters, line ends untouched and without a byte order mark."""
    with open_bytes(path) as raw:
        encoding = _encoding(path, raw.read(_HEAD))
        raw.seek(0)
        errors = "replace" if encoding == "utf-16" else "surrogateescape"
        with io.TextIOWrapper(raw, encoding=encoding, errors=errors, newline="") as text:
            yield text


def _encoding(path: Path, head: bytes) -> str:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    odd = head.decode("utf-8", errors="surrogateescape")[:-4]  # the last character may be cut in two
    undecodable = sum("\udc80" <= character <= "\udcff" for character in odd)
    if b"\0" in head or undecodable > 0.3 * max(len(odd), 1):
        raise AuditError(
            f"{path.name} is a binary file, not {data_suffix(path).lstrip('.') or 'text'}",
            f"Export it as one of {', '.join(SUFFIXES)} (UTF-8, also .gz).",
        )
    return "utf-8-sig"
