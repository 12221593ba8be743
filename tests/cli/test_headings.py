"""Help that can be read: many options stand under headings, and every one of them says what it is for."""

import click
import pytest
from click.testing import CliRunner

from auditor.cli.headings import HEADINGS, Command, under
from auditor.cli.main import COMMANDS, main
from tests.documented import command, with_subcommands

MANY = 10
"""Options that one list may have."""


def help_of(name: str) -> str:
    result = CliRunner().invoke(main, [*name.split(), "--help"], terminal_width=80)
    assert result.exit_code == 0
    return result.output


def sections(text: str) -> dict[str, str]:
    """The text under each heading."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            heading = line.removesuffix(":")
            found[heading] = ""
        elif found:
            found[heading] += f"{line}\n"
    return found


PATHS = [
    f"{name} {one.name}" if one is not command(name) else name
    for name in COMMANDS
    for one in with_subcommands(command(name))
]
"""Every command, and every command of a group, as it is typed."""


def at(path: str) -> click.Command:
    name, *below = path.split()
    found = command(name)
    return found.commands[below[0]] if below and isinstance(found, click.Group) else found


@pytest.mark.parametrize("path", PATHS)
def test_many_options_stand_under_headings_and_none_is_lost(path: str) -> None:
    found = sections(help_of(path))
    if len(at(path).params) > MANY:
        assert list(found) == [heading for heading in HEADINGS if heading in found] and len(found) > 3
    shown = "\n".join(found.values())
    ways = [way for param in at(path).params for way in (*param.opts, *param.secondary_opts)]
    assert [way for way in ways if way.startswith("--") and way not in shown] == []


@pytest.mark.parametrize("path", PATHS)
def test_every_option_says_what_it_is_for(path: str) -> None:
    given = [param for param in at(path).params if isinstance(param, click.Option)]
    assert [one.name for one in given if not one.help or one.help.startswith("[")] == []


def test_the_main_job_is_sorted_by_what_a_reader_wants_to_change() -> None:
    found = sections(help_of("run"))
    wanted = {"Data": "--limit", "Model": "--device", "Evidence": "--lexicon", "Output": "--redact"}
    wanted |= {"Running": "--processes", "Search": "--beta", "Other": "--config"}
    assert {heading: option for heading, option in wanted.items() if option in found[heading]} == wanted
    assert "MODEL" not in found["Other"]


def test_an_option_without_a_heading_stands_last() -> None:
    @click.command(cls=Command)
    @click.option("--plain", help="Plain.")
    @under("Data")("--split", help="Split.")
    def made() -> None:
        return

    output = CliRunner().invoke(made, ["--help"]).output
    assert output.index("Data:") < output.index("--split") < output.index("Other:") < output.index("--plain")


def test_a_line_of_help_fits_a_terminal() -> None:
    for path in PATHS:
        long = [line for line in help_of(path).splitlines() if len(line) > 80 and "audit " not in line]
        assert long == [], path
