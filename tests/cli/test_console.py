"""Progress in a log, and what a person hears when a run is interrupted."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from auditor.cli import console
from auditor.cli.console import Lines
from auditor.sweep import launch


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the time."""
    now = [0.0]
    monkeypatch.setattr(console.time, "monotonic", lambda: now[0])
    return lambda seconds: now.__setitem__(0, seconds)


def test_the_time_left_goes_by_what_was_computed_now(
    clock: Callable[[float], None], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = Lines()
    lines.start("examples", 100)
    lines.advance(40)  # what an interrupted run had finished
    clock(30.0)
    lines.advance(30)
    assert capsys.readouterr().err.splitlines() == [
        "examples: 40/100 (40 %)",
        "examples: 70/100 (70 %), 30 s, 30 s left",
    ]


def test_what_is_quickly_done_takes_two_lines(
    clock: Callable[[float], None], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = Lines()
    lines.start("single words", 50)
    for word in range(50):
        clock(0.01 * word)
        lines.advance()
    assert [line.split(",")[0] for line in capsys.readouterr().err.splitlines()] == [
        "single words: 3/50 (5 %)",
        "single words: 50/50 (100 %)",
    ]


@pytest.mark.parametrize("child", [False, True])
def test_only_the_process_that_was_started_by_hand_speaks_of_an_interruption(
    audit: Callable[..., Result], model_path: Path, monkeypatch: pytest.MonkeyPatch, child: bool
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("auditor.cli.run.load", interrupted)
    if child:
        monkeypatch.setenv(launch.CHILD, "1")
    result = audit("run", model_path, "builtin:reviews")
    assert result.exit_code == 130
    assert result.stderr.count("interrupted") == result.stderr.count("Go on with") == (0 if child else 1)


def test_a_command_that_is_misspelt(audit: Callable[..., Result]) -> None:
    result = audit("rnu")
    assert result.exit_code == 2 and "No such command 'rnu'. Did you mean 'run'?" in result.stderr
    assert "Did you mean" not in audit("zzzzz").stderr
