"""A dataset: labelled texts from the hub, a file, a folder or the built-in corpus.

Loading is one pass: rows become examples or skips, written to a memory-mapped table as they come, so that a
million rows need no more memory than a thousand. What cannot be audited is kept as a skip with its reason.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from auditor.data.columns import Columns, find_columns, label_notice
from auditor.data.examples import Example, Skip, update_fingerprint
from auditor.data.row_reader import Reading
from auditor.data.sampling import sample_places, shares
from auditor.data.sources.file_options import AUTO, FileOptions
from auditor.data.sources.opening import open_source
from auditor.data.sources.source import Source
from auditor.data.table import Table
from auditor.errors import AuditError


@dataclass(frozen=True)
class Dataset:
    """Labelled texts in the order of their source."""

    source: str
    """Where they come from, without the path."""
    columns: Columns
    """The columns that were used."""
    label_names: tuple[str, ...]
    """The classes: as the source numbers them, else numbers by size or names by alphabet."""
    label_counts: Mapping[str, int]
    """Examples of each class."""
    skip_counts: Mapping[str, int]
    """Rows that cannot be audited, by reason."""
    fingerprint: str
    """Hash of the examples' texts and labels in their order; the same in every format and place."""
    total: int
    """Examples before `limit`."""
    notices: tuple[str, ...]
    """What was guessed about the source and the user should know."""
    table: Table = field(repr=False)
    """The rows."""
    kept: frozenset[int] | None = field(default=None, repr=False)
    """Places of the sampled examples in the table; None for all."""
    weights: Mapping[int, float] | None = field(default=None, repr=False)
    """By place in the table, how many texts one of the sample stands for; None where all count alike."""
    plan: Mapping[str, Any] | None = field(default=None, repr=False)
    """What the sample was planned for, if it was."""

    def __len__(self) -> int:
        """The number of examples."""
        return len(self.kept) if self.kept is not None else self.total

    def __iter__(self) -> Iterator[Example | Skip]:
        """Examples and skips in row order; a sample keeps all skips."""
        for place, record in enumerate(self.table):
            if self.kept is None or place in self.kept or isinstance(record, Skip):
                yield record

    def examples(self) -> Iterator[Example]:
        """The examples alone."""
        return (record for record in self if isinstance(record, Example))

    def skips(self) -> Iterator[Skip]:
        """The skips alone."""
        return (record for record in self if isinstance(record, Skip))


def load_dataset(
    spec: str | Path | Source,
    *,
    split: str | None = None,
    text_column: str | None = None,
    text_pair_column: str | None = None,
    label_column: str | None = None,
    group_column: str | None = None,
    label_map: Mapping[str, str] | None = None,
    header: str = AUTO,
    quoting: str = AUTO,
    encoding: str = AUTO,
    limit: int | None = None,
    seed: int = 0,
    stream: bool = True,
    need_label: bool = True,
    need_group: bool = True,
) -> Dataset:
    """Load a hub id, an alias, a local file, a `save_to_disk` folder, `builtin:...`, or an open source.

    Without `need_group`, the group's column may be missing or have one value.
    """
    if limit is not None and limit < 1:
        raise AuditError(f"limit is {limit}; it must be at least 1")
    named = tuple(name for name in (text_column, text_pair_column, label_column, group_column) if name)
    options = FileOptions(header, quoting, encoding, named)
    source = (
        spec if isinstance(spec, Source) else open_source(spec, split=split, stream=stream, options=options)
    )
    columns = find_columns(
        source,
        text=text_column,
        text_pair=text_pair_column,
        label=label_column,
        group=group_column,
        need_label=need_label,
        need_group=need_group,
    )
    guessed = label_notice(source, columns) if label_column is None else ""
    reading = Reading(source, columns, label_map or {})
    table = Table(reading.records())
    reading.check()
    if need_group:
        reading.check_groups()
    kept, counts, mark = _select(table, reading, limit, seed)
    return Dataset(
        source=source.description,
        columns=columns,
        label_names=reading.label_names(),
        label_counts={name: counts[name] for name in reading.label_names() if name in counts},
        skip_counts=dict(sorted(reading.skipped.items())),
        fingerprint=mark,
        total=sum(reading.labels.values()),
        notices=(*source.notices, guessed) if guessed else source.notices,
        table=table,
        kept=kept,
    )


def require_classes(dataset: Dataset) -> None:
    """An error unless at least two classes have examples: with one there is nothing to tell apart."""
    seen = [name for name, count in dataset.label_counts.items() if count]
    if len(seen) < 2:
        only = f"only the class {seen[0]!r}" if seen else "no class"
        raise AuditError(
            f"{dataset.source} has {only} in column {dataset.columns.label!r}",
            "At least two classes are needed; is this the label column?",
        )


def _select(
    table: Table, reading: Reading, limit: int | None, seed: int
) -> tuple[frozenset[int] | None, Mapping[str | None, int], str]:
    """The sampled places (None for all), the examples of each label, and the fingerprint."""
    if limit is None or limit >= sum(reading.labels.values()):
        return None, reading.labels, reading.hash.hexdigest()
    sizes = shares(reading.labels, limit)
    keys = (
        (identity or "", label, place) for place, (identity, label, good) in enumerate(table.keys()) if good
    )
    kept = frozenset(sample_places(keys, sizes, seed))
    return kept, sizes, _fingerprint(table, kept)[0]


def sampled(dataset: Dataset, weights: Mapping[int, float]) -> Dataset:
    """Some examples of a dataset: by place in its table, how many texts each stands for."""
    kept = frozenset(weights)
    mark, counts = _fingerprint(dataset.table, kept)
    return replace(
        dataset,
        label_counts={name: counts[name] for name in dataset.label_names if name in counts},
        fingerprint=mark,
        kept=kept,
        weights=weights,
    )


def _fingerprint(table: Table, kept: frozenset[int]) -> tuple[str, Counter[str | None]]:
    """The fingerprint of the examples at these places, and how many have each label."""
    total, counts = hashlib.sha256(), Counter[str | None]()
    for place, (identity, label, _) in enumerate(table.keys()):
        if place in kept:
            update_fingerprint(total, identity or "", label)
            counts[label] += 1
    return total.hexdigest(), counts
