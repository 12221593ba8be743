"""Options under headings, so that the help of a command with many of them can be read."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import click

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
HEADINGS = (
    "Data",
    "Planting",
    "Repair",
    "Model",
    "Training",
    "Measuring",
    "Evidence",
    "Gate",
    "Tests",
    "Output",
    "Running",
    "Search",
    "Other",
)
"""In the order in which help shows them."""


class Option(click.Option):
    """An option that says under which heading it stands."""

    def __init__(self, *args: Any, heading: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.heading = heading


class Command(click.Command):
    """A command whose help has a section for each heading; what has none stands under the last."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {heading: [] for heading in HEADINGS}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                sections[getattr(parameter, "heading", HEADINGS[-1])].append(record)
        for heading, records in sections.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


def under(heading: str) -> Callable[..., Callable[[Decorated], Decorated]]:
    """`click.option`, for options under a heading."""
    return partial(click.option, cls=Option, heading=heading)


of_data = under("Data")
planting = under("Planting")
repairing = under("Repair")
of_model = under("Model")
training = under("Training")
measuring = under("Measuring")
evidence = under("Evidence")
of_gate = under("Gate")
of_tests = under("Tests")
output = under("Output")
running = under("Running")
search = under("Search")
