"""A source: rows of named values, wherever they come from.

Every reader (CSV, JSON lines, Parquet, the hub, the built-in corpus) gives the same thing: the names of its
columns, and the rows one after another, so that no more than a few are in memory at a time. A row that cannot
be read carries its problem instead of values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

SAMPLE = 200
"""Rows that are looked at to guess what a column holds."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a source."""

    values: Mapping[str, Any]
    """Value by column; a column may be missing."""
    problem: str = ""
    """Why the row cannot be read, if it cannot."""


@dataclass(frozen=True)
class Source:
    """Where a dataset comes from, ready to be read as often as needed."""

    description: str
    """For the report: a file's name, a hub id with its split, `builtin:reviews`."""
    columns: tuple[str, ...]
    """Names of the columns, in order; a name that occurs twice cannot be used."""
    rows: Callable[[Sequence[str]], Iterator[Row]]
    """The rows, with at least these columns, from the first one each time."""
    class_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For columns that hold numbers of known classes (ClassLabel): the names of the classes."""
    suggested: Mapping[str, str] = field(default_factory=dict)
    """Roles (`text`, `text_pair`, `label`) of columns, where the source is known."""
    notices: tuple[str, ...] = ()
    """What was guessed about the file and the user should know."""

    def sample(self) -> list[Row]:
        """The first rows."""
        return list(islice(self.rows(self.columns), SAMPLE))
