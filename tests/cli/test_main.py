"""The edge of the program: what is imported when, how errors leave it, and that help is documented."""

import signal
import subprocess
import sys

import click
import pytest

from auditor.cli.main import COMMANDS, Commands, main
from auditor.errors import AuditError
from auditor.stopping import Stopped

HEAVY = ("torch", "transformers", "datasets", "scipy", "pandas")


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom auditor.cli.main import main\n"
        f"try:\n    main({arguments!r})\nexcept SystemExit:\n    pass\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_runnable_example_in_its_help(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None and command.help is not None
    assert "Example" in command.help and f"audit {name}" in command.help


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (AuditError("it is\nbroken", "Mend it."), 1, "Error: it is broken\nTip: Mend it.\n"),
        (OSError(28, "No space left on device"), 1, "Tip: Free some space"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (Stopped(signal.SIGTERM), 143, "interrupted"),
        (click.Abort(), 130, "Error: interrupted"),
    ],
)
def test_errors_leave_as_one_line(
    error: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    group = Commands("audit")
    group.get_command = lambda *_: click.Command("fail", callback=_raise(error))  # type: ignore[method-assign]
    with pytest.raises(SystemExit) as exit_:
        group(["fail"])
    assert exit_.value.code == code
    assert said in capsys.readouterr().err


def _raise(error: BaseException):  # type: ignore[no-untyped-def]
    def callback() -> None:
        raise error

    return callback
