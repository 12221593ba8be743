"""How the processes of a run find each other, and what can be said at once where they cannot.

What torch and gloo say about a wrong network interface, a launcher that started lone processes, or a first
process that never came, is a riddle on one side and silence on the other. So it is looked for beforehand, and
joining has an end.
"""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from auditor.errors import AuditError

JOINING = 300.0
"""Seconds within which the processes of a run must have found each other."""
SOON = 15.0
"""Seconds after which a process says that it is still waiting."""
ENDED = 1
"""Exit code of a process that cannot go on."""
START = "Start them with --processes, torchrun, or accelerate launch --multi_gpu (docs/scale.md)."


def check_launch() -> None:
    """Refuse a launcher that meant several processes and started each without telling it of the others."""
    variables = os.environ
    meant = "MASTER_ADDR" in variables and "ACCELERATE_MIXED_PRECISION" in variables
    told = {"WORLD_SIZE", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE"} & variables.keys()
    if meant and not told:
        raise AuditError(
            "accelerate launch started this process alone: with --cpu it starts one on each machine, and "
            "each would audit everything",
            "Set ACCELERATE_USE_CPU=true and use --multi_gpu in place of --cpu, or use torchrun.",
        )


def check_interface() -> None:
    """Refuse an address of this machine that the other machines cannot reach."""
    first = os.environ.get("MASTER_ADDR", "")
    if not first or not _several_machines() or "GLOO_SOCKET_IFNAME" in os.environ:
        return
    try:
        own, there = socket.gethostbyname(socket.gethostname()), socket.gethostbyname(first)
    except OSError:
        return  # gloo chooses by another way
    if own.startswith("127.") and not there.startswith("127."):
        raise AuditError(
            f"the name of this machine, {socket.gethostname()}, stands for {own}, "
            "which other machines cannot reach",
            f"Name the network interface: export GLOO_SOCKET_IFNAME={interface_to(there) or 'eth0'}",
        )


def _several_machines() -> bool:
    here, all_of_them = (os.environ.get(name, "1") for name in ("LOCAL_WORLD_SIZE", "WORLD_SIZE"))
    return here.isdecimal() and all_of_them.isdecimal() and int(here) < int(all_of_them)


def interface_to(address: str) -> str:
    """The name of the network interface that leads to an address; "" where it cannot be told."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))  # sends nothing
            own = probe.getsockname()[0]
            if sys.platform != "linux":
                return ""
            import fcntl
            import struct

            for _, name in socket.if_nameindex():
                try:
                    asked = struct.pack("256s", name.encode()[:15])
                    found = fcntl.ioctl(probe.fileno(), 0x8915, asked)  # SIOCGIFADDR
                except OSError:
                    continue
                if socket.inet_ntoa(found[20:24]) == own:
                    return name
    except OSError:
        return ""
    return ""


@contextmanager
def deadline(seconds: float, *, size: int) -> Iterator[None]:
    """End this process, saying why, unless the block ends in time: nothing else interrupts what it does."""
    where = f"{os.environ.get('MASTER_ADDR', '?')}:{os.environ.get('MASTER_PORT', '?')}"

    def wait() -> None:
        rank = os.environ.get("RANK", "0")
        print(f"process {rank} waits for the others of {size}, at {where}", file=sys.stderr, flush=True)  # noqa: T201

    def end() -> None:
        give_up(
            f"the {size} processes of this run have not found each other in {seconds:.0f} s, at {where}",
            "Are all of them started, with the same address, and can the machines reach each other? "
            "More time: `joining` under [sweep], or AUDIT_JOINING.",
        )

    timers = [Timer(SOON, wait), Timer(seconds, end)]
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        yield
    finally:
        for timer in timers:
            timer.cancel()


def give_up(message: str, hint: str) -> None:
    """Say what is wrong and end the process, from any thread."""
    print(f"Error: {message}\nTip: {hint}", file=sys.stderr, flush=True)  # noqa: T201
    os._exit(ENDED)
