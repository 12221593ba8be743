"""Talking to a person: errors in one line, progress on a terminal or in a log."""

import sys
import time
from collections.abc import Callable
from typing import Any

import click

from auditor.progress import Progress, Silent
from auditor.report.visible_text import one_line

LONGEST = 1000
"""Characters of an error that are shown."""
AT_ONCE = 0.1
"""Seconds within which nothing is computed: what is done by then was done before."""
LINES_EVERY, SECONDS_BETWEEN = 5, 1.0
"""Per cent and seconds between two lines of progress in a log."""


def fail(message: str, hint: str) -> None:
    """One line with the cause, one with the cure; what they quote cannot command the terminal."""
    click.echo(f"Error: {one_line(message, LONGEST)}", err=True)
    if hint:
        click.echo(f"Tip: {one_line(hint, LONGEST)}", err=True)


def progress(*, quiet: bool = False) -> Progress:
    """A bar on a terminal, plain lines in a log, nothing when quiet."""
    if quiet:
        return Silent()
    return Bar() if sys.stderr.isatty() else Lines()


def notices(*, quiet: bool = False) -> Callable[[str], None]:
    """What tells the user in a line what is going on; nothing when quiet."""
    return lambda message: None if quiet else click.echo(message, err=True)


class Bar:
    """A bar with rate and remaining time."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._task: Any = None

    def start(self, what: str, total: int | None) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as RichProgress

        columns = (
            TextColumn("{task.description:<12}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        self._bar = RichProgress(*columns, console=Console(stderr=True))
        self._task = self._bar.add_task(what, total=total)
        self._bar.start()

    def advance(self, count: int = 1) -> None:
        self._bar.advance(self._task, count)

    def finish(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


class Lines:
    """A line every few per cent, for logs."""

    def __init__(self) -> None:
        self._what, self._total, self._done, self._shown = "", 0, 0, 0
        self._begin, self._last, self._before = 0.0, 0.0, 0

    def start(self, what: str, total: int | None) -> None:
        self._what, self._total, self._done, self._shown = what, total or 0, 0, 0
        self._begin, self._before = time.monotonic(), 0
        self._last = self._begin - SECONDS_BETWEEN

    def advance(self, count: int = 1) -> None:
        self._done += count
        if not self._total:
            return
        now = time.monotonic()
        seconds = now - self._begin
        if seconds < AT_ONCE:
            self._before = self._done
        share = 100 * self._done // self._total
        due = share >= self._shown + LINES_EVERY and now >= self._last + SECONDS_BETWEEN
        if due or (self._done == self._total and self._shown < 100):
            self._shown, self._last = share - share % LINES_EVERY, now
            new = self._done - self._before
            left = seconds * (self._total - self._done) / max(new, 1)
            done = f"{self._what}: {self._done}/{self._total} ({self._shown} %)"
            click.echo(done + (f", {seconds:.0f} s, {left:.0f} s left" if new else ""), err=True)

    def finish(self) -> None:
        return
