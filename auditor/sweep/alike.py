"""Whether all processes of a run would compute the same: the same model, data, settings and versions.

Each process sees its own machine's files. A model that differs on one of them would be mixed into the shards
without a word, so every process makes the fingerprint by itself, and all of them are compared. A run
directory that is not the same folder everywhere is found at the same time.
"""

import socket
import time
from pathlib import Path

from auditor.errors import AuditError
from auditor.sweep.lock import ALIVE, sign_name
from auditor.sweep.store import RunStore
from auditor.sweep.workload import Fingerprint, differences, versions
from auditor.sweep.world import World, gather

SEEN_WITHIN = 10.0
"""Seconds that a shared file system may take to show a new file everywhere."""


def check_alike(world: World, store: RunStore, mark: Fingerprint) -> None:
    """Refuse processes that would compute something else, or write somewhere else, than the first one."""
    sees = _appears(store.path / ALIVE / sign_name(world.run, 0))
    own = {"host": socket.gethostname(), "sees": sees, "mark": mark, "versions": versions()}
    first, *others = gather(world, [own])
    for rank, other in enumerate(others, start=1):
        who = f"process {rank} of this run, on {other['host']},"
        if not other["sees"]:
            raise AuditError(
                f"{who} does not see {store.path} of process 0, on {first['host']}",
                "Give a folder that all machines share with --out.",
            )
        found = differences(first["mark"], other["mark"])
        if found:
            raise AuditError(
                f"{who} has another {' and '.join(_parts(found))} than process 0, on {first['host']}: "
                f"{'; '.join(found)}",
                "Give all machines the same model, data and settings.",
            )
        there, here = other["versions"], first["versions"]
        if there != here:
            names = [name for name in here if there.get(name) != here[name]]
            shown = ", ".join(f"{name} {there.get(name)} and {here[name]}" for name in names)
            raise AuditError(
                f"{who} has other versions of libraries than process 0, on {first['host']}: {shown}",
                "Install the same versions on all machines.",
            )


def _parts(found: list[str]) -> list[str]:
    """What differs, in words: the model, the data, the version, or settings by name."""
    return sorted({line.partition(" ")[0] for line in found})


def _appears(path: Path) -> bool:
    """Whether the sign of life of the main process is there, or comes soon."""
    end = time.monotonic() + SEEN_WITHIN
    while not path.exists():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True
