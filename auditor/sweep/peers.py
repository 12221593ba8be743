"""The other processes of a run, known by their signs of life."""

import time
from collections.abc import Callable
from threading import Event, Thread

from auditor.sweep.joining import give_up
from auditor.sweep.lock import Lock
from auditor.sweep.signs import BEAT, read_sign

WHOLE, ALONE, HEARD = "whole", "alone", "heard"
"""What the main process says once all shards are there, on with the others or not, and their answer."""
GRACE = 5.0
"""Seconds in which the talk between processes may find out by itself that one is lost."""


class Peers:
    """The members of a run beside this one; nobody waits for one that is lost."""

    def __init__(self, lock: Lock, rank: int, size: int) -> None:
        self._lock, self._rank, self._size = lock, rank, size
        self._signs = [lock.sign(number) for number in range(size)]
        self._over, self._guarding = Event(), Event()
        self._met: set[int] = set()
        self._began = time.monotonic()
        lock.join()
        Thread(target=self._guard, daemon=True).start()

    def lost(self) -> list[int]:
        """The processes that have left, are dead, or have given no sign for too long."""
        return [rank for rank in range(self._size) if not self.lives(rank)]

    def lives(self, rank: int) -> bool:
        """Whether a process is still there; this one is, and one that was never seen may yet come."""
        if rank == self._rank or self._lock.watch.lives(self._signs[rank]):
            self._met.add(rank)
            return True
        return rank not in self._met and time.monotonic() - self._began < self._lock.watch.patience

    def say(self, state: str) -> None:
        """Tell the others something."""
        self._lock.pulse.say(state)

    def said(self, rank: int) -> str:
        """What another process has said, if it did."""
        return str((read_sign(self._signs[rank]) or {}).get("state", ""))

    def wait(self, done: Callable[[], bool]) -> bool:
        """Wait until something is so; False where it is not and the main process is lost."""
        while not done():
            if not self.lives(0):
                return done()
            time.sleep(BEAT / 4)
        return True

    def guard(self, *, on: bool) -> None:
        """From now on the loss of a process ends this one, which is waiting for it; or no longer."""
        if on:
            self._guarding.set()
        else:
            self._guarding.clear()

    def leave(self) -> None:
        """This process goes; a second time does nothing."""
        self._guarding.clear()
        self._over.set()
        self._lock.release()

    def _guard(self) -> None:
        while not self._over.wait(BEAT):
            silent = self._silent()
            if not silent or self._over.wait(GRACE) or not self._guarding.is_set():
                continue
            host = (read_sign(self._signs[silent[0]]) or {}).get("host", "another machine")
            give_up(
                f"process {silent[0]} of this run, on {host}, is lost",
                "Finished shards are kept: run the same command again to go on.",
            )

    def _silent(self) -> list[int]:
        """While somebody is waited for: those that are lost and have not left by themselves."""
        if not self._guarding.is_set():
            return []
        return [rank for rank in self.lost() if self._signs[rank].exists()]
