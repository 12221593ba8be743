"""Writing files so that a reader never meets half of one, and reading those that people write."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from auditor.errors import AuditError


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` that takes its place when the block ends well, and vanishes if not."""
    if path.exists() and not path.is_file():  # a folder, or a device that a rename would remove
        raise AuditError(f"cannot write {path}: it is not a file", "Choose another name.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=path.suffix, dir=path.parent)
    except OSError as error:
        raise cannot_write(path, error) from error
    os.close(handle)
    temporary = Path(name)
    temporary.chmod(0o644)
    try:
        yield temporary
        temporary.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", errors="surrogatepass")


def read_text(path: Path, hint: str = "") -> str:
    """A UTF-8 text file, with or without a byte order mark."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AuditError(f"{path} cannot be read: it is not UTF-8 text", hint) from error
    except OSError as error:
        raise AuditError(f"{path} cannot be read: {error.strerror or error}", hint) from error


def cannot_write(path: Path, error: OSError) -> AuditError:
    """What went wrong with an output, in one line."""
    full = error.errno == errno.ENOSPC
    cure = "Free some space and run it again." if full else "Check the folder and its permissions."
    return AuditError(f"cannot write {path}: {error.strerror or error}", cure)
