"""Which column holds the text and which the label.

A column is chosen without asking only where there is one candidate: by a usual name first, then as the only
column with running text, and for the label as the only other column, or the only one with a few values that
recur. A label found by its values is said in a notice. Otherwise the user is asked, with the columns and a
value of each. Columns that are not used do not matter: they may be blank, or share a name.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError

TEXT_NAMES = ("text", "sentence", "review", "content", "tweet", "comment", "body", "document", "message")
TEXT_NAMES_ALSO = (
    "comment_text",
    "review_text",
    "reviewtext",
    "tweet_text",
    "tweet_content",
    "full_text",
    "clean_text",
    "cleaned_text",
    "utterance",
    "headline",
    "description",
    "phrase",
    "statement",
    "post",
    "sms",
    "texts",
    "tweets",
    "sentences",
    "reviews",
    "comments",
)
PAIR_NAMES = (
    ("text", "text_pair"),
    ("premise", "hypothesis"),
    ("sentence1", "sentence2"),
    ("question1", "question2"),
    ("text1", "text2"),
    ("question", "sentence"),
)
LABEL_NAMES = (
    "label",
    "labels",
    "sentiment",
    "class",
    "target",
    "category",
    "emotion",
    "gold_label",
    "class_label",
    "polarity",
    "topic",
    "intent",
)
NOT_LABELS = (
    *("id", "ids", "idx", "index", "unnamed:_0", "date", "time", "timestamp", "year", "user", "username"),
    *("author", "name", "lang", "language", "country", "location", "split", "fold", "source", "url", "count"),
)
"""Columns that are never labels unless the user says so."""
KNOWN_NAMES = frozenset(
    [*TEXT_NAMES, *TEXT_NAMES_ALSO, *LABEL_NAMES, *(name for pair in PAIR_NAMES for name in pair)]
)
"""Names that tell a header; none of them is likely to be a label itself."""
MOST_VALUES = 50
"""Different values, in the sample, of a column that can be the label by its values."""


@dataclass(frozen=True)
class Columns:
    """The columns that are used, by role."""

    text: str
    """The text, or the first of two."""
    text_pair: str | None
    """The second text of a two-sentence task."""
    label: str | None
    """The class; None only where labels were not asked for."""
    group: str | None = None
    """What the data is grouped by, where the user names it: a source, a site, an author, a time."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns to read."""
        every = (self.text, self.text_pair, self.label, self.group)
        return tuple(name for name in every if name is not None)


def find_columns(
    source: Source,
    *,
    text: str | None = None,
    text_pair: str | None = None,
    label: str | None = None,
    group: str | None = None,
    need_label: bool = True,
    need_group: bool = True,
) -> Columns:
    """The columns the user named, and the others by what they are called and hold; no group is guessed."""
    if not need_group and group not in source.columns:
        group = None
    for option, name in (
        ("--text-column", text),
        ("--text-pair-column", text_pair),
        ("--label-column", label),
        ("--group-column", group),
    ):
        if name is not None and name not in source.columns:
            raise AuditError(
                f"{source.description} has no column {name!r}",
                f"Its columns are {', '.join(map(repr, source.columns))}; choose one with {option}.",
            )
    text = text or (source.suggested.get("text") if text_pair is None else None)
    if text == source.suggested.get("text"):
        text_pair = text_pair or source.suggested.get("text_pair")
    label = label or source.suggested.get("label") or _one(LABEL_NAMES, source, {text, text_pair, group})
    if text is None and text_pair is None:
        text, text_pair = _pair(source, label)
    if text is None:
        text = _text(source, {text_pair, label, group})
    if label is None:
        label = _label(source, {text, text_pair, group})
    if label is None and need_label:
        raise _ask(source, "label", "--label-column")
    columns = Columns(text, text_pair, label, group)
    if group is not None and columns.names.count(group) > 1:
        raise AuditError(
            f"--group-column names {group!r}, which is the column of the text or the label",
            "Name the column that says where a text is from.",
        )
    for name in columns.names:
        if source.columns.count(name) > 1:
            raise _repeated(source, name)
    return columns


def label_notice(source: Source, columns: Columns) -> str:
    """A sentence for the user where the label's column was chosen from several by its values; else empty."""
    name = columns.label
    if name is None or plain(name) in LABEL_NAMES or name == source.suggested.get("label"):
        return ""
    if not set(source.columns) - set(columns.names):
        return ""
    return f"labels were read from column {name!r} of {source.description}; --label-column names another"


def plain(name: str) -> str:
    """A column's name in lower case, with underscores for blanks and hyphens."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def _pair(source: Source, label: str | None) -> tuple[str | None, str | None]:
    lower = {plain(name): name for name in source.columns if name != label}
    found = [(lower[first], lower[second]) for first, second in PAIR_NAMES if {first, second} <= lower.keys()]
    return found[0] if len(found) == 1 else (None, None)


def _text(source: Source, others: set[str | None]) -> str:
    found = _one(TEXT_NAMES, source, others) or _one(TEXT_NAMES_ALSO, source, others)
    if found is None and not _named(TEXT_NAMES, source, others):
        rows = source.sample()
        running = [name for name in source.columns if name not in others and _is_running_text(rows, name)]
        found = running[0] if len(running) == 1 else None
    if found is None:
        named = set(_named(TEXT_NAMES, source, others))
        raise _repeated(source, *named) if len(named) == 1 else _ask(source, "text", "--text-column")
    return found


def _is_running_text(rows: list[Row], name: str) -> bool:
    """Mostly strings of more than one word."""
    values = [row.values.get(name) for row in rows if not row.problem]
    return sum(isinstance(value, str) and len(value.split()) > 1 for value in values) > len(values) / 2


def _named(names: Sequence[str], source: Source, others: set[str | None]) -> list[str]:
    return [name for name in source.columns if plain(name) in names and name not in others]


def _one(names: Sequence[str], source: Source, others: set[str | None]) -> str | None:
    found = _named(names, source, others)
    return found[0] if len(found) == 1 else None


def _label(source: Source, others: set[str | None]) -> str | None:
    """The only other column, or the only one whose values look like classes."""
    if _named(LABEL_NAMES, source, others):
        return None  # several usual names: which one is for the user to say
    left = [name for name in source.columns if name not in others]
    if len(left) > 1:
        rows = source.sample()
        left = [name for name in left if plain(name) not in NOT_LABELS and _are_classes(rows, name)]
    return left[0] if len(left) == 1 else None


def _are_classes(rows: list[Row], name: str) -> bool:
    """At least two different values, few of them, and each of them about twice or more."""
    values = (row.values.get(name) for row in rows if not row.problem)
    counts = Counter(str(value).strip() for value in values if value not in (None, ""))
    return 2 <= len(counts) <= min(MOST_VALUES, counts.total() // 2)


def _repeated(source: Source, name: str) -> AuditError:
    return AuditError(
        f"{source.description} has several columns named {name!r}", "Rename them, or set --header no."
    )


def _ask(source: Source, role: str, option: str) -> AuditError:
    rows = [row for row in source.sample() if not row.problem]
    shown = ", ".join(f"{name!r} (e.g. {_short(rows, name)})" for name in source.columns)
    return AuditError(
        f"which column of {source.description} holds the {role}? There are {shown}",
        f"Choose one with {option}.",
    )


def _short(rows: list[Row], name: str) -> str:
    value = repr(rows[0].values.get(name)) if rows else "nothing"
    return value if len(value) <= 30 else f"{value[:27]}..."
