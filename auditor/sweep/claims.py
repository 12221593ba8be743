"""Sharing shards among processes: who creates a shard's claim first computes it.

A claim is a file that is created atomically and names its owner. Where an owner gives no more signs of life
and its shard is not there, the shard is claimed a second time.
"""

import re
import shutil
from pathlib import Path

from auditor.files import cannot_write

CLAIMS = "claims"
"""Folder of the claims, in the run directory."""
_NAME = re.compile(r"(\d{5,})\.(\d+)")


class Claims:
    """The claims of one process."""

    def __init__(self, folder: Path, member: int) -> None:
        self._folder, self._member = folder, member

    def begin(self) -> None:
        """In the main process, before any other claims: there are none yet."""
        self.end()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(self._folder, error) from error

    def end(self) -> None:
        """Remove them all."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def take(self, index: int, attempt: int = 0) -> bool:
        """Whether a shard is this process's from now on: nobody has claimed it, or not so often."""
        path = self._folder / f"{index:05d}.{attempt}"
        try:
            with path.open("x", encoding="ascii") as file:
                file.write(str(self._member))
        except FileExistsError:
            return False
        except OSError as error:
            raise cannot_write(path, error) from error
        return True

    def owners(self) -> dict[int, tuple[int, int]]:
        """By shard, how often it was claimed before the last time, and by whom then; -1 for nobody knows."""
        found: dict[int, tuple[int, int]] = {}
        for path in self._folder.iterdir() if self._folder.is_dir() else ():
            match = _NAME.fullmatch(path.name)
            if match is None:
                continue
            index, attempt = int(match[1]), int(match[2])
            if attempt >= found.get(index, (-1, -1))[0]:
                found[index] = attempt, _owner(path)
        return found


def _owner(path: Path) -> int:
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return -1
