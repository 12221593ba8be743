"""Signs of life: how processes on one or several machines know of each other that they still run.

Every process keeps a small file in the run directory and writes a higher number into it every second. On the
same machine the operating system says whether a process lives; of another machine the number must go on
rising, by the clock of who looks. Nothing here depends on locks of the file system or on synchronised clocks.
"""

import json
import os
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

from auditor.errors import AuditError
from auditor.files import write_text

BEAT = 1.0
"""Seconds between two signs."""
PATIENCE = 60.0
"""Seconds without a sign after which a process of another machine is taken for lost."""


class Pulse:
    """This process's sign of life, from `start` to `stop`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._over = Event()
        self._thread: Thread | None = None
        self._state = ""

    def start(self) -> None:
        """Give the first sign now and others in the background; a second time does nothing."""
        if self._thread is None:
            self._beat(0)
            self._thread = Thread(target=self._go_on, daemon=True)
            self._thread.start()

    def say(self, state: str) -> None:
        """A word for the other processes, with the next sign."""
        self._state = state
        self._beat(-1)

    def stop(self) -> None:
        """The process has left; a second time does nothing."""
        if self._thread is not None:
            self._over.set()
            self._thread.join()
            self._thread = None
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    def _go_on(self) -> None:
        number = 0
        while not self._over.wait(BEAT):
            number += 1
            with suppress(AuditError):  # a full disk is found where results are written
                self._beat(number)

    def _beat(self, number: int) -> None:
        facts = {
            "machine": machine(),
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "born": born(os.getpid()),
        }
        write_text(self.path, json.dumps(facts | {"number": number, "state": self._state, "at": time.time()}))


@dataclass
class Watch:
    """What one process has seen of others: when each last changed its sign."""

    patience: float = PATIENCE
    _seen: dict[Path, tuple[str, float]] = field(default_factory=dict)

    def lives(self, path: Path) -> bool:
        """Whether the process behind a sign lives, as far as one can know by now."""
        sign = read_sign(path)
        if sign is None:
            return False
        if sign.get("machine") == machine():
            now = born(int(sign.get("pid", 0)))
            return bool(now) and now == sign.get("born")
        text = json.dumps(sign, sort_keys=True)
        before, since = self._seen.get(path, ("", 0.0))
        if text != before:
            self._seen[path] = text, time.monotonic()
            return True
        return time.monotonic() - since < self.patience

    def certain(self, path: Path) -> bool:
        """Whether it lives, waiting for a sign if that is what it takes to know."""
        sign = read_sign(path)
        while self.lives(path):
            if sign is not None and (sign.get("machine") == machine() or read_sign(path) != sign):
                return True
            time.sleep(BEAT / 4)
        return False


def read_sign(path: Path) -> dict[str, Any] | None:
    """What a sign says; None where there is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def machine() -> str:
    """What only processes share that can see each other: the boot, and the space of process numbers."""
    if sys.platform != "linux":
        return socket.gethostname()
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return socket.gethostname()


def born(pid: int) -> str:
    """When a process of this machine was started, as its number may be another's later; "" if it is gone."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        if not Path("/proc/self/stat").exists():  # not Linux
            os.kill(pid, 0)
            return "there"
        state, *rest = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
    except PermissionError:
        return "there"
    except OSError:
        return ""
    return "" if state in "ZX" else rest[18]
