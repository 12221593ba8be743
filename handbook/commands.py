"""The command reference, from Click: what `--help` says, as a page."""

from collections.abc import Iterator
from inspect import cleandoc

import click

from auditor.cli.headings import HEADINGS
from auditor.cli.main import COMMANDS, main

INTRODUCTION = """\
# Commands

What `audit COMMAND --help` says. Settings come from `audit.toml`, then `AUDIT_*` variables, then flags.
"""


def commands_page() -> str:
    """Every command with its arguments, its examples and its options by heading."""
    group = click.Context(main, info_name="audit")
    parts = [INTRODUCTION]
    for name in COMMANDS:
        if found := main.get_command(group, name):
            parts.extend(_command(found, click.Context(found, info_name=name, parent=group)))
    return "\n".join(parts)


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    yield f"## {context.command_path}\n"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"    {context.command_path} {usage}\n"
    yield prose(command.help or "")
    yield from _options(command, context)
    if isinstance(command, click.Group):
        for name, one in command.commands.items():
            inner = click.Context(one, info_name=name, parent=context)
            yield from _command(one, inner)


def prose(text: str) -> str:
    """A help text as Markdown: paragraphs, and as code what Click is told not to wrap."""
    paragraphs = []
    for paragraph in cleandoc(text).split("\n\n"):
        if not paragraph.startswith("\b"):
            paragraphs.append(" ".join(paragraph.split()))
            continue
        lines = paragraph.removeprefix("\b").strip("\n").splitlines()
        if lines[0].startswith("Examples"):
            paragraphs.append(lines.pop(0))
        paragraphs.append("\n".join(f"    {line.strip()}" for line in lines))
    return "\n\n".join(paragraphs) + "\n"


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """A table for each heading, in the order in which help has them."""
    sections: dict[str, list[str]] = {heading: [] for heading in HEADINGS}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record is not None:
            heading = getattr(parameter, "heading", HEADINGS[-1])
            sections[heading].append(f"| `{record[0].replace('|', '/')}` | {_cell(record[1])} |")
    filled = {heading: rows for heading, rows in sections.items() if rows}
    for heading, rows in filled.items():
        name = "Options" if len(filled) == 1 else heading
        yield "\n".join([f"**{name}**", "", "| option | meaning |", "|---|---|", *rows, ""])


def _cell(text: str) -> str:
    """Help in a cell of a table: no sign of it is markup."""
    for sign in ("\\", "|", "<", "*", "_"):
        text = text.replace(sign, {"<": "&lt;"}.get(sign, "\\" + sign))
    return " ".join(text.split())
