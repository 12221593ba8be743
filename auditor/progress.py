"""Progress as an injected observer: library code reports, and never knows about a terminal."""

from typing import Protocol


class Progress(Protocol):
    """Someone who wants to know how far the work is."""

    def start(self, what: str, total: int | None) -> None:
        """A piece of work begins."""

    def advance(self, count: int = 1) -> None:
        """Some of it is done."""

    def finish(self) -> None:
        """It is over, complete or not."""


class Silent:
    """An observer that does not care."""

    def start(self, what: str, total: int | None) -> None:  # noqa: ARG002
        return

    def advance(self, count: int = 1) -> None:  # noqa: ARG002
        return

    def finish(self) -> None:
        return
