"""Which column holds the text and which the label.

A column is taken without asking only where there is one candidate: by a usual name first, then as the only
column with running text, and for the label as the only column that is left. Otherwise the user is asked, with
the columns and a value of each.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError

TEXT_NAMES = ("text", "sentence", "review", "content", "tweet", "comment", "body", "document", "message")
TEXT_NAMES_ALSO = (
    "comment_text",
    "review_text",
    "reviewtext",
    "full_text",
    "utterance",
    "headline",
    "description",
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
    "gold_label",
    "polarity",
    "topic",
)
KNOWN_NAMES = frozenset(
    [*TEXT_NAMES, *TEXT_NAMES_ALSO, *LABEL_NAMES, *(name for pair in PAIR_NAMES for name in pair)]
)


@dataclass(frozen=True)
class Columns:
    """The columns that are used, by role."""

    text: str
    """The text, or the first of two."""
    text_pair: str | None
    """The second text of a two-sentence task."""
    label: str | None
    """The class; None only where labels were not asked for."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns to read."""
        return tuple(name for name in (self.text, self.text_pair, self.label) if name is not None)


def find_columns(
    source: Source,
    *,
    text: str | None = None,
    text_pair: str | None = None,
    label: str | None = None,
    need_label: bool = True,
) -> Columns:
    """The columns the user named, and the others by what they are called and hold."""
    for option, name in (
        ("--text-column", text),
        ("--text-pair-column", text_pair),
        ("--label-column", label),
    ):
        if name is not None and name not in source.columns:
            raise AuditError(
                f"{source.description} has no column {name!r}",
                f"Its columns are {', '.join(map(repr, source.columns))}; choose one with {option}.",
            )
    text = text or (source.suggested.get("text") if text_pair is None else None)
    if text == source.suggested.get("text"):
        text_pair = text_pair or source.suggested.get("text_pair")
    label = label or source.suggested.get("label") or _one(LABEL_NAMES, source, {text, text_pair})
    if text is None and text_pair is None:
        text, text_pair = _pair(source, label)
    if text is None:
        text = _text(source, {text_pair, label})
    if label is None:
        label = _only_other(source, {text, text_pair})
    if label is None and need_label:
        raise _ask(source, "label", "--label-column")
    return Columns(text, text_pair, label)


def _pair(source: Source, label: str | None) -> tuple[str | None, str | None]:
    lower = {name.lower(): name for name in source.columns if name != label}
    found = [(lower[first], lower[second]) for first, second in PAIR_NAMES if {first, second} <= lower.keys()]
    return found[0] if len(found) == 1 else (None, None)


def _text(source: Source, taken: set[str | None]) -> str:
    found = _one(TEXT_NAMES, source, taken) or _one(TEXT_NAMES_ALSO, source, taken)
    if found is None and not _named(TEXT_NAMES, source, taken):
        rows = source.sample()
        running = [name for name in source.columns if name not in taken and _is_running_text(rows, name)]
        found = running[0] if len(running) == 1 else None
    if found is None:
        raise _ask(source, "text", "--text-column")
    return found


def _is_running_text(rows: list[Row], name: str) -> bool:
    """Mostly strings of more than one word."""
    values = [row.values.get(name) for row in rows if not row.problem]
    return sum(isinstance(value, str) and len(value.split()) > 1 for value in values) > len(values) / 2


def _named(names: Sequence[str], source: Source, taken: set[str | None]) -> list[str]:
    return [name for name in source.columns if name.lower() in names and name not in taken]


def _one(names: Sequence[str], source: Source, taken: set[str | None]) -> str | None:
    found = _named(names, source, taken)
    return found[0] if len(found) == 1 else None


def _only_other(source: Source, taken: set[str | None]) -> str | None:
    if _named(LABEL_NAMES, source, taken):
        return None  # several usual names: which one is for the user to say
    left = [name for name in source.columns if name not in taken]
    return left[0] if len(left) == 1 else None


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
