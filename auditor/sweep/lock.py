"""Keeping runs apart: one at a time writes to a folder.

The lock is a file that is created atomically, which every file system can, and names the run that holds it.
It counts for as long as any process of that run gives signs of life (`auditor.sweep.signs`), and is taken
over from a run whose processes are gone, however they ended.
"""

import os
import secrets
import time
from contextlib import suppress
from errno import EISDIR
from pathlib import Path

from auditor.errors import AuditError
from auditor.files import cannot_write
from auditor.sweep.signs import BEAT, PATIENCE, Pulse, Watch

ALIVE = "alive"
"""Folder of the signs of life, beside the lock."""


class Lock:
    """The lock of a run directory, held by all processes of one run: each is a `member` of it."""

    def __init__(self, path: Path, *, run: str = "", member: int = 0, patience: float = PATIENCE) -> None:
        self.path, self.run = path, run or secrets.token_hex(8)
        self._folder = path.parent / ALIVE
        self.watch = Watch(patience)
        self.pulse = Pulse(self.sign(member))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(self._folder, error) from error

    def sign(self, member: int) -> Path:
        """Where a member of the run gives its sign of life."""
        return self._folder / sign_name(self.run, member)

    def join(self) -> None:
        """Be one of those that the lock counts for."""
        self.pulse.start()

    def take(self) -> None:
        """Hold the lock for the run; refused while another run lives."""
        self.pulse.start()
        while not self._created():
            holder = self._holder()
            if holder == "":  # just created, on a file system without hard links
                time.sleep(BEAT)
                holder = self._holder()
            if holder == self.run:
                return
            if holder is not None and self._run_lives(holder):
                self.pulse.stop()
                raise AuditError(
                    f"another audit is writing to {self.path.parent}",
                    "Wait for it to end, stop it, or choose another folder.",
                )
            self._remove(holder)

    def release(self) -> None:
        """Leave; the last member of the run to do so frees the lock. A second time does nothing."""
        self.pulse.stop()
        others = [sign for sign in self._folder.glob(f"{self.run}-*.json") if self.watch.lives(sign)]
        if not others:
            if self._holder() == self.run:
                self._remove(self.run)
            with suppress(OSError):
                self._folder.rmdir()

    def _created(self) -> bool:
        """Whether the lock was free, and is held now: it appears with its content in one step."""
        draft = self.path.with_name(f".{self.path.name}.{self.run}")
        try:
            draft.write_text(self.run, encoding="ascii")
            try:
                os.link(draft, self.path)
            except FileExistsError:
                return False
            except OSError:  # a file system without hard links
                return self._created_empty()
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            raise cannot_write(self.path, error) from error
        return True

    def _created_empty(self) -> bool:
        try:
            with self.path.open("x", encoding="ascii") as file:
                file.write(self.run)
        except FileExistsError:
            return False
        return True

    def _holder(self) -> str | None:
        """The run that holds it; None where it is free, empty where nobody can know."""
        try:
            return self.path.read_text(encoding="ascii")
        except (OSError, ValueError):
            return None

    def _run_lives(self, run: str) -> bool:
        signs = sorted(self._folder.glob(f"{run}-*.json")) if run else []
        return any(self.watch.certain(sign) for sign in signs)

    def _remove(self, holder: str | None) -> None:
        """Free a lock that its run has left behind; one that was taken anew meanwhile is put back."""
        aside = self.path.with_name(f".{self.path.name}.{self.run}.old")
        try:
            if self.path.is_dir():
                raise IsADirectoryError(EISDIR, "Is a directory")
            self.path.replace(aside)
        except FileNotFoundError:
            return
        except OSError as error:
            raise cannot_write(self.path, error) from error
        if aside.read_text(encoding="ascii") != (holder or ""):
            with suppress(OSError):
                os.link(aside, self.path)
        for sign in self._folder.glob(f"{holder}-*.json") if holder else ():
            sign.unlink(missing_ok=True)
        aside.unlink(missing_ok=True)


def sign_name(run: str, member: int) -> str:
    """The name of a member's sign of life."""
    return f"{run}-{member}.json"
