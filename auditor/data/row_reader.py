"""One pass over a source: each row becomes an example, or a skip with its reason, and is counted."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from auditor.data.columns import Columns
from auditor.data.examples import Example, Skip, make_example, update_fingerprint
from auditor.data.labels import MOST_CLASSES, label_name, sort_labels
from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError

GROUP_SIZE = 10
"""Texts from which a group of the data is large enough to be compared with another."""


@dataclass
class Reading:
    """One pass over a source, and what it counted."""

    source: Source
    """What is read."""
    columns: Columns
    """Which of its columns."""
    label_map: Mapping[str, str]
    """New names for labels."""
    labels: Counter[str | None] = field(default_factory=Counter)
    """Examples of each label."""
    skipped: Counter[str] = field(default_factory=Counter)
    """Skips by reason."""
    kinds: dict[str, tuple[str, int]] = field(default_factory=dict)
    """For each kind of label the first one and its row."""
    groups: Counter[str] = field(default_factory=Counter)
    """Examples of each group of the data."""
    mapped: set[str] = field(default_factory=set)
    """Labels that the map renamed."""
    hash: Any = field(default_factory=hashlib.sha256)
    """The fingerprint so far."""

    def __post_init__(self) -> None:
        self.label_map = {label_name(old, None)[0] or old: new for old, new in self.label_map.items()}

    def records(self) -> Iterator[Example | Skip]:
        """Each row as an example or a skip."""
        for number, row in enumerate(self.source.rows(self.columns.names), start=1):
            record = self._record(number, row)
            if isinstance(record, Example):
                self.labels[record.label] += 1
                self.groups.update([record.group] if record.group is not None else ())
                update_fingerprint(self.hash, record.id, record.label)
                if len(self.labels) > MOST_CLASSES:
                    raise AuditError(
                        f"column {self.columns.label!r} has more than {MOST_CLASSES} different labels",
                        "Is it the label? Choose another with --label-column.",
                    )
            else:
                self.skipped[record.reason] += 1
            yield record

    def _record(self, number: int, row: Row) -> Example | Skip:
        if row.problem:
            return Skip(number, row.problem)
        values = [row.values.get(self.columns.text)]
        if self.columns.text_pair is not None:
            values.append(row.values.get(self.columns.text_pair))
        texts = tuple(value for value in values if isinstance(value, str) and value.strip())
        if len(texts) < len(values):
            other = next((v for v in values if v is not None and not isinstance(v, str)), None)
            kind = type(other).__name__
            return Skip(number, "empty text" if other is None else f"text of the type {kind}")
        try:
            label = self._label(number, row)
            example = make_example(texts, label, number, self._group(row))
        except UnicodeEncodeError:
            return Skip(number, "not valid UTF-8")
        if label is None and self.columns.label is not None:
            return Skip(number, "missing label", example.id)
        return example

    def _group(self, row: Row) -> str | None:
        value = None if self.columns.group is None else row.values.get(self.columns.group)
        name = "" if value is None else str(value).strip()
        name.encode()
        return name or None

    def _label(self, number: int, row: Row) -> str | None:
        if self.columns.label is None:
            return None
        name, kind = label_name(
            row.values.get(self.columns.label), self.source.class_names.get(self.columns.label)
        )
        if name is None:
            return None
        if name in self.label_map:
            self.mapped.add(name)
            name = self.label_map[name]
            _, kind = label_name(name, None)
        name.encode()
        self.kinds.setdefault(kind, (name, number))
        return name

    def check(self) -> None:
        """Errors that only the whole dataset shows."""
        name = self.source.description
        if not self.labels:
            reasons = ", ".join(f"{count} with {reason}" for reason, count in self.skipped.most_common(1))
            seen = f"{name} has no row that can be audited: {reasons}" if reasons else f"{name} has no rows"
            raise AuditError(seen, f"Text was read from column {self.columns.text!r}; is it the right one?")
        if "fraction" in self.kinds:
            label, row = self.kinds["fraction"]
            raise AuditError(
                f"column {self.columns.label!r} holds scores such as {label} (row {row}), not classes",
                "Choose another with --label-column, or turn the scores into classes first.",
            )
        if len(self.kinds) > 1:
            shown = " and ".join(
                f"{label!r} (a {kind}, row {row})" for kind, (label, row) in self.kinds.items()
            )
            raise AuditError(
                f"column {self.columns.label!r} mixes kinds of labels: {shown}",
                "Make them all names or all numbers, or rename them with --label-map.",
            )
        unused = sorted(set(self.label_map) - self.mapped)
        if unused:
            raise AuditError(
                f"the label map names {unused[0]!r}, which {name} does not have",
                f"Its labels are {', '.join(map(repr, sorted(map(str, self.labels))))}.",
            )

    def check_groups(self) -> None:
        """An error unless two groups of the data, if it has any, are large enough to be compared."""
        column = self.columns.group
        if column is None:
            return
        large = sum(count >= GROUP_SIZE for count in self.groups.values())
        if large >= 2:
            return
        examples = sum(self.labels.values())
        if not self.groups:
            seen = "is empty in every row"
        elif len(self.groups) == 1:
            seen = f"has the value {next(iter(self.groups))!r} alone"
        elif max(self.groups.values()) == 1:
            seen = f"has another value in each of its {examples} rows"
        else:
            seen = f"has {large or 'no'} value that {GROUP_SIZE} or more rows share"
        raise AuditError(
            f"column {column!r} of {self.source.description} {seen}",
            f"--group-column needs at least two groups of {GROUP_SIZE} texts: sources, sites, authors.",
        )

    def label_names(self) -> tuple[str, ...]:
        """The classes in order: those the source declares, then others that were seen."""
        known = self.source.class_names.get(self.columns.label or "", ())
        names = [self.label_map.get(name, name) for name in known]
        seen = [name for name in self.labels if name is not None and name not in names]
        return (*dict.fromkeys(names), *sort_labels(seen))
