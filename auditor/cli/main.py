"""The group of commands, and the edge where errors become one line."""

import difflib
import errno
from importlib import import_module, metadata
from typing import Any

import click

from auditor.cli.console import fail
from auditor.errors import AuditError
from auditor.stopping import INTERRUPTED, exit_code, heeding, requests

COMMANDS = (
    *("run", "report", "review", "show", "check", "diff", "repair", "compare", "export"),
    *("explain", "inject", "train", "evaluate", "reproduce", "doctor", "demo"),
)
"""Each is a module of this package with a command of the same name, imported when it is needed."""


class Commands(click.Group):
    """Subcommands that are imported on use; `AuditError` becomes `Error:` and `Tip:` with exit code 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"auditor.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            if not near:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with heeding(requests()):
                return super().invoke(ctx)
        except AuditError as error:
            fail(error.message, error.hint)
            ctx.exit(1)
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            fail(*_explained(error))
            ctx.exit(1)
        except KeyboardInterrupt as stop:
            fail("interrupted", "")
            ctx.exit(exit_code(stop))
        except click.Abort:  # Ctrl-C or the end of the input, at a prompt
            fail("interrupted", "")
            ctx.exit(INTERRUPTED)


def _explained(error: OSError) -> tuple[str, str]:
    """What the operating system refused, and a cure."""
    named = f"{error.filename}: " if error.filename else ""
    if error.errno == errno.ENOSPC:
        return f"{named}{error.strerror}", "Free some space and run the same command again."
    return f"{named}{error.strerror or error}", "Check the path and its permissions." if named else ""


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(metadata.version("cidr-audit"), prog_name="audit")
def main() -> None:
    """Find out what a text classifier really learned from its dataset.

    \b
    Examples:
      audit demo
      audit run path/to/model reviews.csv
      audit show reports/NAME "[pos]"
      audit explain path/to/model "a moving and often funny film"
      audit explain path/to/model - --json < sentences.txt

    Exit codes: 0 done, 1 error, 2 wrong usage, 3 the check failed, 130 interrupted (143 by SIGTERM).
    """
