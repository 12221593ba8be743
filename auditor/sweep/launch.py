"""Starting the processes of a run on one machine: one for each GPU, or several on the CPU.

Each process runs the same command and finds the others by the variables that `torchrun` would set. The first
one speaks for all. When one dies the others are stopped: every finished shard is kept, and the same command
goes on from there.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import IO

from auditor.errors import AuditError
from auditor.stopping import heeding, requests
from auditor.sweep.world import world_size

GRACE = 5.0
"""Seconds that the others get to end by themselves when one has failed, and again after being told."""
CHILD = "AUDITOR_CHILD"
"""Variable that the processes of a run know their launcher by."""
PAUSE = 0.05
"""Seconds between two looks at the processes."""


def launched() -> bool:
    """Whether this process is one of several that something has started already."""
    return world_size() > 1


def is_child() -> bool:
    """Whether `launch` started this process, and speaks for it when all are interrupted."""
    return CHILD in os.environ


def launch(command: Sequence[str], processes: int, *, payload: bytes = b"") -> int:
    """Run `command` in so many processes and return its exit code.

    `command` is a whole command line, for instance `own_command(arguments)`; every process reads `payload`
    from its standard input. An interruption is passed on.
    """
    if processes < 1:
        raise AuditError(f"processes is {processes}; at least 1 is needed")
    port = _free_port()
    with ExitStack() as stack, heeding(requests()):
        quiet = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(processes - 1)]
        running = [_start(command, rank, processes, port, quiet) for rank in range(processes)]
        for process in running:
            Thread(target=_feed, args=(process, payload), daemon=True).start()
        try:
            failed = _wait(running)
        except BaseException:
            _stop(running, signal.SIGINT)
            raise
        if failed is None:
            return 0
        _stop(running, signal.SIGTERM, patience=GRACE)
        code = running[failed].returncode
        if failed and running[0].returncode <= 0:  # the first one, which speaks, had nothing to say
            quiet[failed - 1].seek(0)
            sys.stderr.write(quiet[failed - 1].read().decode("utf-8", "replace"))
        if code < 0:
            raise AuditError(
                f"process {failed + 1} of {processes} was killed by signal {-code}",
                "Finished shards are kept: run the same command again to go on.",
            )
        return code


def own_command(arguments: Sequence[str]) -> list[str]:
    """This program with these arguments."""
    return [sys.executable, "-m", "auditor", *arguments]


def _start(
    command: Sequence[str], rank: int, processes: int, port: int, quiet: Sequence[IO[bytes]]
) -> "subprocess.Popen[bytes]":
    place = {
        "RANK": rank,
        "LOCAL_RANK": rank,
        "WORLD_SIZE": processes,
        "LOCAL_WORLD_SIZE": processes,
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": port,
        CHILD: 1,
    }
    variables = {"OMP_NUM_THREADS": "1"} | os.environ | {name: str(value) for name, value in place.items()}
    if processes == 1:
        variables = {name: value for name, value in variables.items() if name not in place}
    return subprocess.Popen(  # noqa: S603 (the command is this program's own)
        list(command),
        env=variables,
        stdin=subprocess.PIPE,
        stdout=None if rank == 0 else subprocess.DEVNULL,
        stderr=None if rank == 0 else quiet[rank - 1],
        process_group=0,  # Ctrl-C reaches this process alone, which passes it on once
    )


def _feed(process: "subprocess.Popen[bytes]", payload: bytes) -> None:
    """Write to a process, as far as it reads."""
    assert process.stdin is not None  # noqa: S101 (`_start` made a pipe)
    with suppress(OSError), process.stdin as pipe:
        pipe.write(payload)


def _wait(running: Sequence["subprocess.Popen[bytes]"]) -> int | None:
    """Wait until all have ended well, or until one has not: its number."""
    while True:
        codes = [process.poll() for process in running]
        bad = [number for number, code in enumerate(codes) if code]
        if bad:
            # One that was killed makes the others fail in turn: it is the one to name.
            return min(bad, key=lambda number: (codes[number] or 0) >= 0)
        if all(code == 0 for code in codes):
            return None
        time.sleep(PAUSE)


def _stop(
    running: Sequence["subprocess.Popen[bytes]"], how: signal.Signals, *, patience: float = 0.0
) -> None:
    """Let processes end within `patience`, then tell them to, then make them."""
    for action, seconds in ((None, patience), (how, 2 * GRACE), (signal.SIGKILL, GRACE)):
        for process in running:
            if action is not None and process.poll() is None:
                process.send_signal(action)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and any(process.poll() is None for process in running):
            time.sleep(PAUSE)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def resume_command(arguments: Sequence[str]) -> str:
    """The command that goes on with an interrupted run, for a person to copy."""
    import shlex

    name = Path(sys.argv[0]).name if Path(sys.argv[0]).name == "audit" else "python -m auditor"
    return f"{name} {shlex.join(argument for argument in arguments if argument != '--fresh')}"
