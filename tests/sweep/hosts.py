"""Two processes as if on two machines: a script for one of them, and what starts it.

    python -m tests.sweep.hosts MODEL DATA OUT PAUSE

Both run here, over gloo on 127.0.0.1. With MACHINE in the environment a process says that it is on that
machine, so that the others know it by its signs alone; with SILENT_AFTER it goes silent when so many shards
are there, as a machine does that loses its power: no sign, no answer, and no closed connection.
"""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def start(
    model: Path, data: Path, out: Path, *, rank: int, port: int, pause: float = 0.0, **variables: Any
) -> "subprocess.Popen[str]":
    """One of two processes, on a machine of its own name."""
    place = {
        "RANK": rank,
        "LOCAL_RANK": 0,
        "WORLD_SIZE": 2,
        "LOCAL_WORLD_SIZE": 1,
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": port,
        "GLOO_SOCKET_IFNAME": "lo",
        "MACHINE": f"host-{rank}",
        "OMP_NUM_THREADS": 1,
        "PYTHONPATH": ROOT,
    }
    return subprocess.Popen(
        [sys.executable, "-m", "tests.sweep.hosts", str(model), str(data), str(out), str(pause)],
        env=os.environ | {name: str(value) for name, value in (place | variables).items()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _go_silent(out: Path, shards: int) -> None:
    """Stop like a machine without power: the connections stay open and say nothing."""
    while len(list(out.glob("shards/*.json"))) < shards:
        time.sleep(0.01)
    os.kill(os.getpid(), 19)  # SIGSTOP


def main() -> None:
    from auditor.config import SweepConfig, layered
    from auditor.data.loading import load_dataset
    from auditor.errors import AuditError
    from auditor.sweep import signs
    from auditor.sweep.sweeping import sweep
    from tests.sweep.support import CONFIG, loader, slowed

    model, data, out = map(Path, sys.argv[1:4])
    pause = float(sys.argv[4])
    machine = os.environ["MACHINE"]
    signs.machine = lambda: machine
    signs.BEAT = 0.2
    if "SILENT_AFTER" in os.environ:
        Thread(target=_go_silent, args=(out, int(os.environ["SILENT_AFTER"])), daemon=True).start()
    settings = layered(SweepConfig, "sweep", flags={"shard_size": 2})
    try:
        sweep(
            slowed(loader(model), pause), load_dataset(data), CONFIG, out=out, settings=settings, device="cpu"
        )
    except AuditError as error:
        sys.exit(f"Error: {error.message}\nTip: {error.hint}")


if __name__ == "__main__":
    main()
