"""Command lines as the documentation and the examples show them, and whether Click takes them.

In Markdown: what stands in code blocks is a whole command line, what stands in the running text may be a part
of one. Shell scripts and YAML are read line by line, Python files by their calls of `audit(...)`.
"""

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from auditor.cli.main import COMMANDS, main

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md")
EXAMPLES = ROOT / "examples"
_START = re.compile(rf"(?:\baudit|-m auditor) ({'|'.join(COMMANDS)})\b")
_END = re.compile(r"(?: [|&;<>]|\|\||;|\)|\s#|\s2?>)")
_CODE = re.compile(r"```[a-z]*\n(.*?)```|^((?:    [^\n]*\n)+)", re.MULTILINE | re.DOTALL)


def command(name: str) -> click.Command:
    """A command of the program."""
    found = main.get_command(click.Context(main), name)
    assert found is not None, f"no command {name}"
    return found


def options(name: str) -> set[str]:
    """Every way of writing an option of a command."""
    parameters = (param for one in with_subcommands(command(name)) for param in one.params)
    ways = (param for param in parameters if isinstance(param, click.Option))
    return {way for param in ways for way in (*param.opts, *param.secondary_opts)} | {"--help"}


def with_subcommands(one: click.Command) -> list[click.Command]:
    """A command, and those of a group."""
    return [one, *(one.commands.values() if isinstance(one, click.Group) else ())]


def command_lines(text: str) -> Iterator[list[str]]:
    """The arguments of every `audit ...` in shell text, the command's name first."""
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        bare = line.strip().removeprefix("#").strip()
        for start in _START.finditer(bare):
            rest = bare[start.start(1) :]
            try:
                arguments = shlex.split(_until_end(rest), comments=True)
            except ValueError as error:
                raise AssertionError(f"cannot be split: {bare}") from error
            if arguments:
                yield arguments


def _until_end(text: str) -> str:
    """A command line up to a pipe, a redirection, the end of a substitution or a comment, outside quotes."""
    quote = ""
    for place, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif _END.match(text, place):
            return text[:place]
    return text


def in_blocks(page: str) -> Iterator[list[str]]:
    """Command lines in the code blocks of a Markdown page."""
    for match in _CODE.finditer(page):
        yield from command_lines(match[1] or match[2])


def in_prose(page: str) -> Iterator[tuple[str, list[str]]]:
    """A command and the options named with it, for every `audit ...` in the running text."""
    for span in re.findall(r"`([^`]+)`", _CODE.sub("", page)):
        found = _START.search(span)
        if found:
            yield found[1], re.findall(r"(?<!\S)--[a-z][a-z-]*", span[found.end() :])


def in_python(source: str) -> Iterator[list[str]]:
    """The arguments of every call of `audit(...)`; what is no plain text stands as X."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "audit":
            yield [str(arg.value) if isinstance(arg, ast.Constant) else "X" for arg in node.args]


def parse(arguments: list[str]) -> None:
    """Let Click parse a command line without running it; what it does not take is an error."""
    name, *rest = arguments
    found = command(name)
    if isinstance(found, click.Group) and rest and rest[0] in found.commands:
        name, *rest = rest
        found = found.commands[name]
    if "--help" not in rest:
        found.make_context(name, list(rest))
