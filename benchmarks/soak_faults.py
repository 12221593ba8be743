"""The faults of the soak, each with the way in which a session must end."""

import datetime
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from subprocess import run as command
from typing import Any

import torch

from auditor.cli.main import main as program
from auditor.model import classifier as network
from auditor.model.journal import _key
from auditor.sweep import manifest

PAUSE = 5.0
"""Seconds of a stopped process."""
PATIENCE = 900.0
"""Seconds after which a session hangs."""


@dataclass
class Session:
    """One session in a process of its own."""

    pid: int
    log: Path
    begin: int
    """Where its own part of the log begins."""
    code: int | None = None

    @classmethod
    def start(
        cls,
        line: Sequence[str],
        log: Path,
        *,
        asked: Path | None = None,
        before: Callable[[], None] = lambda: None,
    ) -> "Session":
        """Fork, and run `audit` there; keys of the batches that the model is asked go to `asked`."""
        sys.stdout.flush()
        begin = log.stat().st_size if log.exists() else 0
        pid = os.fork()
        if pid:
            return cls(pid, log, begin)
        code = 99
        try:
            handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            os.dup2(handle, 1)
            os.dup2(handle, 2)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            sys.argv = ["audit", *line]
            if asked is not None:
                _count(asked)
            before()
            program(list(line))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def poll(self) -> int | None:
        """The exit code, negative for a signal, once it has ended."""
        if self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        return self.code

    def wait(self, seconds: float = PATIENCE) -> int:
        """The exit code, at the latest after so long."""
        deadline = time.monotonic() + seconds
        while self.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            self.wait()
            return 98
        return self.code

    def said(self) -> str:
        """What it printed."""
        return self.log.read_bytes()[self.begin :].decode("utf-8", "replace")[-2000:]


def _count(asked: Path) -> None:
    """Write down every batch that the model computes."""
    handle = os.open(asked, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for name in ("_logits", "_gradients"):
        plain = getattr(network.Classifier, name)

        def counted(self: Any, rows: Any, *rest: Any, plain: Any = plain) -> Any:
            found = plain(self, rows, *rest)
            if getattr(self, "journal", None) is not None:  # not the probes of a model that is loaded
                os.write(handle, _key(rows, *rest))
            return found

        setattr(network.Classifier, name, counted)


@dataclass
class Trouble:
    """What a fault works with."""

    begin: Callable[..., Session]
    """Starts a session of the run."""
    out: Path
    """The run's folder."""
    mount: Path | None
    """The small file system that it is on, if it could be made."""
    random: Random
    seconds: float = 0.0
    """How long the session may work before the fault."""

    def working(self, **options: Any) -> Session | None:
        """A session after so long; None where it has ended by itself."""
        session = self.begin(**options)
        deadline = time.monotonic() + self.seconds
        while time.monotonic() < deadline:
            if session.poll() is not None:
                return None
            time.sleep(0.01)
        return session


Outcome = str | None
"""Empty: it ended as it should; else what is wrong; None: the run was over before the fault."""


def _signalled(number: int, code: int) -> Callable[[Trouble], Outcome]:
    def fault(trouble: Trouble) -> Outcome:
        session = trouble.working()
        if session is None:
            return None
        os.kill(session.pid, number)
        ended = session.wait()
        if ended == 0:
            return None
        said = number == signal.SIGKILL or "Go on with:" in session.said()
        return "" if ended == code and said else f"exit code {ended}: {session.said()[-300:]}"

    return fault


def _stopped(trouble: Trouble) -> Outcome:
    """A process that does not run for a while, and goes on; it is then killed, so that it is resumed."""
    session = trouble.working()
    if session is None:
        return None
    os.kill(session.pid, signal.SIGSTOP)
    time.sleep(PAUSE)
    os.kill(session.pid, signal.SIGCONT)
    time.sleep(1.0)
    if session.poll() not in (None, 0):
        return f"exit code {session.code} after it went on"
    if session.code is None:
        os.kill(session.pid, signal.SIGKILL)
        session.wait()
    return ""


def _full(trouble: Trouble) -> Outcome:
    """No room on the disk but for a few kilobytes."""
    session = trouble.working()
    if session is None or trouble.mount is None:
        return None
    ballast, room = trouble.mount / "ballast", trouble.random.randrange(0, 40) * 1024
    free = os.statvfs(trouble.mount)
    size = max(0, free.f_bavail * free.f_frsize - room)
    with ballast.open("wb") as file, suppress(OSError):
        os.posix_fallocate(file.fileno(), 0, max(1, size))
    ended = session.wait()
    ballast.unlink()
    if ended == 0:
        return None
    good = ended == 1 and "No space left on device" in session.said() and "Tip: " in session.said()
    return "" if good else f"exit code {ended}: {session.said()[-300:]}"


def _read_only(trouble: Trouble) -> Outcome:
    """A session on a folder that nobody may write to."""
    if trouble.mount is None or not trouble.out.exists():
        return _signalled(signal.SIGKILL, -9)(trouble)
    command(["mount", "-o", "remount,ro", str(trouble.mount)], check=True)
    session = trouble.begin()
    ended = session.wait()
    command(["mount", "-o", "remount,rw", str(trouble.mount)], check=True)
    good = ended == 1 and "Read-only file system" in session.said() and "Tip: " in session.said()
    return "" if good else f"exit code {ended}: {session.said()[-300:]}"


def _damaged(pattern: str, harm: Callable[[bytes, Random], bytes]) -> Callable[[Trouble], Outcome]:
    """A file that is damaged while nobody looks, after a session that was killed."""

    def fault(trouble: Trouble) -> Outcome:
        session = trouble.working()
        if session is None:
            return None
        os.kill(session.pid, signal.SIGKILL)
        if session.wait() == 0:
            return None
        files = sorted(trouble.out.glob(pattern))
        for file in trouble.random.sample(files, min(2, len(files))):
            file.write_bytes(harm(file.read_bytes(), trouble.random))
        return ""

    return fault


def _cut(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(len(content) + 1)]


def _flipped(content: bytes, random: Random) -> bytes:
    if not content:
        return content
    place = random.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << random.randrange(8)]) + content[place + 1 :]


def _clock(trouble: Trouble) -> Outcome:
    """A session by a clock that jumps by years, on files that were touched long ago or in times to come."""
    for file in trouble.out.rglob("*"):
        moment = time.time() + trouble.random.uniform(-3e8, 3e8)
        os.utime(file, (moment, moment))
    plain = time.time

    def jumping() -> None:
        random = Random(trouble.random.random())  # noqa: S311 (a clock, not secrets)

        class Jumping(datetime.datetime):
            @classmethod
            def now(cls, tz: Any = None) -> Any:
                return datetime.datetime.fromtimestamp(plain() + random.uniform(-3e8, 3e8), tz)

        time.time = lambda: plain() + random.uniform(-3e8, 3e8)
        manifest.datetime = Jumping  # type: ignore[misc]

    session = trouble.working(before=jumping)
    if session is None:
        return None
    os.kill(session.pid, signal.SIGKILL)
    ended = session.wait()
    return None if ended == 0 else "" if ended == -signal.SIGKILL else f"exit code {ended}"


def _two(trouble: Trouble) -> Outcome:
    """A second run on the same folder is refused, and the first goes on."""
    first = trouble.working()
    if first is None:
        return None
    second = trouble.begin(asked=None)
    ended, over = second.wait(), first.poll()
    if over is not None:
        return None
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    good = ended == 1 and "another audit is writing to" in second.said()
    return "" if good else f"exit code {ended}: {second.said()[-300:]}"


def _memory(trouble: Trouble) -> Outcome:
    """Batches that do not fit, some time into the session, as a device says it."""
    wait = trouble.random.randrange(1, 400)

    def small() -> None:
        count = [0]
        for name in ("_logits", "_gradients"):
            plain = getattr(network.Classifier, name)

            def fails(self: Any, rows: Any, *rest: Any, plain: Any = plain) -> Any:
                count[0] += 1
                if count[0] == wait and len(rows) > 1:
                    raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
                return plain(self, rows, *rest)

            setattr(network.Classifier, name, fails)

    session = trouble.working(before=small)
    if session is None:
        return None
    os.kill(session.pid, signal.SIGKILL)
    ended = session.wait()
    return None if ended == 0 else "" if ended == -signal.SIGKILL else f"exit code {ended}"


FAULTS: dict[str, Callable[[Trouble], Outcome]] = {
    "SIGKILL": _signalled(signal.SIGKILL, -signal.SIGKILL),
    "SIGTERM": _signalled(signal.SIGTERM, 143),
    "Ctrl-C": _signalled(signal.SIGINT, 130),
    "SIGSTOP for a while, then killed": _stopped,
    "full disk": _full,
    "read-only folder": _read_only,
    "truncated shard": _damaged("shards/*.parquet", _cut),
    "bit-flipped shard": _damaged("shards/*.*", _flipped),
    "truncated journal": _damaged("journal/*", _cut),
    "bit-flipped journal": _damaged("journal/*", _flipped),
    "clock that jumps": _clock,
    "second run on the folder": _two,
    "batch out of memory": _memory,
}
"""By name, what does it: empty where the session ended as is documented."""
