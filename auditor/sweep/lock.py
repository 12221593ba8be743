"""Keeping processes apart, and sharing work among those that belong together.

The operating system drops a lock when its holder dies, however it dies, so that no stale lock is left. The
first process of a run takes the lock for itself; when the run is set up, every process of the run shares it.
A second run that wants the lock for itself is refused for as long as any of them lives.
"""

import os
import sys
from pathlib import Path

from auditor.errors import AuditError
from auditor.files import cannot_write

if sys.platform == "win32":  # one process, and no protection against a second run
    SHARED, ALONE, AT_ONCE = 1, 2, 4

    def _flock(handle: int, mode: int) -> None:  # noqa: ARG001
        return
else:
    from fcntl import LOCK_EX as ALONE
    from fcntl import LOCK_NB as AT_ONCE
    from fcntl import LOCK_SH as SHARED
    from fcntl import flock as _flock


class Lock:
    """A lock on a file, for oneself or shared with the other processes of the run."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise cannot_write(path, error) from error
        self._path = path

    def take(self, *, shared: bool) -> None:
        """Take the lock, or change the way it is held; refused at once if another run is in the way."""
        try:
            _flock(self._handle, (SHARED if shared else ALONE) | AT_ONCE)
        except OSError as error:
            raise AuditError(
                f"another audit is writing to {self._path.parent}",
                "Wait for it to end, stop it, or choose another folder.",
            ) from error

    def release(self) -> None:
        """Let go of it; a second time does nothing."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def begin_queue(path: Path) -> None:
    """Start counting at nought."""
    try:
        path.write_text("0", encoding="ascii")
    except OSError as error:
        raise cannot_write(path, error) from error


def take_next(path: Path) -> int:
    """The next number, given to no other process."""
    try:
        with path.open("r+", encoding="ascii") as file:
            _flock(file.fileno(), ALONE)  # until the file is closed
            number = int(file.read() or 0)
            file.seek(0)
            file.write(str(number + 1))
            file.flush()
    except OSError as error:
        raise cannot_write(path, error) from error
    return number
