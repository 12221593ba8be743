"""A source: rows of named values, wherever they come from.

Every reader (CSV, JSON lines, Parquet, the hub, the built-in corpus) gives the same thing: the names of its
columns, and the rows one after another, so that no more than a few are in memory at a time. A row that cannot
be read carries its problem instead of values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from auditor.data.corpus import reviews as builtin
from auditor.errors import AuditError

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
    """Names of the columns, in order."""
    rows: Callable[[Sequence[str]], Iterator[Row]]
    """The rows, with at least these columns, from the first one each time."""
    class_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For columns that hold numbers of known classes (ClassLabel): the names of the classes."""
    suggested: Mapping[str, str] = field(default_factory=dict)
    """Roles (`text`, `text_pair`, `label`) of columns, where the source is known."""

    def sample(self) -> list[Row]:
        """The first rows."""
        return list(islice(self.rows(self.columns), SAMPLE))


def builtin_source(name: str, split: str | None) -> Source:
    """`builtin:reviews` or `builtin:reviews-reference`, whole or one split."""
    if name not in builtin.NAMES:
        known = ", ".join(f"builtin:{some}" for some in builtin.NAMES)
        raise AuditError(f"there is no built-in dataset builtin:{name}", f"Built-in datasets: {known}.")
    whole = builtin.reviews if name == "reviews" else builtin.reviews_reference
    examples = builtin.reviews_split(split, name=name) if split else whole()
    return Source(
        description=f"builtin:{name}" + (f" ({split})" if split else ""),
        columns=("text", "label"),
        rows=lambda _: (Row({"text": example.texts[0], "label": example.label}) for example in examples),
    )
