"""Requests to stop from outside: what a scheduler, a container or a closed terminal sends.

They end the work as Ctrl-C does, with another exit code. Who ignores such a request before the start, as
`nohup` does, is not asked again.
"""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


class Stopped(KeyboardInterrupt):
    """A signal that asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(f"signal {number}")
        self.number = number


def exit_code(stop: KeyboardInterrupt) -> int:
    """130 after Ctrl-C, 128 and the signal's number after another: 143 for SIGTERM."""
    return 128 + stop.number if isinstance(stop, Stopped) else INTERRUPTED


def requests() -> tuple[int, ...]:
    """The signals that ask for an end and are not ignored: SIGTERM, and SIGHUP where there is one."""
    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    return tuple(number for number in known if signal.getsignal(number) is not signal.SIG_IGN)


def stop(number: int) -> None:
    """End what is going on."""
    raise Stopped(number)


@contextmanager
def heeding(numbers: Sequence[int], heed: Callable[[int], None] = stop) -> Iterator[None]:
    """Within, these signals are heeded; only the main thread can hear them."""
    if current_thread() is not main_thread():
        yield
        return

    def hear(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        heed(number)

    before = {number: signal.signal(number, hear) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
