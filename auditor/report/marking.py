"""A text with its minimal set and a finding's own words marked, for every output.

Texts can be long and a page holds many, so a long one is cut to what stands around its marked words; the
words themselves are never changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from auditor.findings.finding import Finding
from auditor.normal import normal
from auditor.report.visible_text import Segment, visible

AROUND = 70
"""Characters shown on either side of a marked word where a text is cut."""
LONGEST_WORD = 120
"""Characters of one marked word."""
IMPORTANCE = ("put", "own", "held", "core", "partner")
"""Roles, the most important first: `put` is a word that was put in or taken out; `own` is the finding's word
where the set needs it, `held` where the text only holds it; `core` and `partner` are the other words of the
set."""
BRACKETS = {"put": ("«", "»"), "own": ("«", "»"), "core": ("«", "»"), "partner": ("‹", "›")}
"""Marks where there is neither colour nor markup: «needed» words, and ‹words› that only complete a pair."""


class Marked(Protocol):
    """A text with a minimal set: an explanation, or a text that a report shows."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The fields of the text."""

    @property
    def spans(self) -> tuple[tuple[int, int, int], ...]:
        """Field, first and last-plus-one character of every word."""

    @property
    def set(self) -> tuple[int, ...]:
        """Words of the minimal set, as places in `spans`."""

    @property
    def core(self) -> tuple[int, ...]:
        """Those needed one by one."""


@dataclass(frozen=True)
class Mark:
    """A marked word of one field."""

    start: int
    end: int
    role: str


def segments(
    text: Marked, field: int = 0, *, finding: Finding | None = None, limit: int | None = None
) -> list[Segment]:
    """One field of the text, cut where the marking changes; in about `limit` characters if one is given."""
    return cut_up(text.texts[field], marks(text, field, finding), limit)


def cut_up(content: str, found: Sequence[Mark], limit: int | None = None) -> list[Segment]:
    """A text cut where its marking changes; in about `limit` characters if one is given."""
    cut: list[Segment] = []
    for start, end in _windows(content, found, len(content) if limit is None else limit):
        if start > 0:
            cut.append(Segment("… ", "gap"))
        cut += _cut(content, start, end, [mark for mark in found if start <= mark.start and mark.end <= end])
        if end < len(content):
            cut.append(Segment(" …", "gap"))
    return cut


def bracketed(parts: Sequence[Segment]) -> str:
    """Segments as characters: marks are brackets."""
    return "".join(
        f"{opening}{part.text}{closing}" for part in parts for opening, closing in [brackets(part)]
    )


def brackets(part: Segment) -> tuple[str, str]:
    """What stands around a segment where there is neither colour nor markup."""
    return BRACKETS.get(part.role, ("", ""))


def marks(text: Marked, field: int, finding: Finding | None = None) -> list[Mark]:
    """The marked words of a field in reading order."""
    own = _own_words(finding, field)
    found: list[Mark] = []
    position = 0
    for index, (where, start, end) in enumerate(text.spans):
        if where != field or start < position or not start < end <= len(text.texts[field]):
            continue
        role = role_of(text, index)
        mine = bool(own) and normal(text.texts[field][start:end]) in own
        if mine and role != "partner":
            role = "own" if role == "core" else "held"
        if role != "plain":
            found.append(Mark(start, end, role))
            position = end
    return found


def role_of(text: Marked, index: int) -> str:
    """How a word takes part in the minimal set."""
    return "core" if index in text.core else "partner" if index in text.set else "plain"


def _own_words(finding: Finding | None, field: int) -> set[str]:
    if finding is None:
        return set()
    named = {word for word, where in zip(finding.tokens, finding.fields, strict=True) if where == field}
    return {normal(word) for word in (*named, *finding.members)} if named else named


def _windows(text: str, found: Sequence[Mark], limit: int) -> list[tuple[int, int]]:
    """Stretches of the text to show, in order and apart from each other."""
    if len(text) <= limit:
        return [(0, len(text))]
    chosen: list[tuple[int, int]] = []
    for mark in sorted(found, key=lambda mark: (IMPORTANCE.index(mark.role), mark.start)):
        more = _merged([*chosen, _around(text, mark)])
        if chosen and sum(end - start for start, end in more) > limit:
            break
        chosen = more
    return chosen or [(0, limit)]


def _around(text: str, mark: Mark) -> tuple[int, int]:
    """A marked word with its surroundings, beginning and ending at a blank where one is near."""
    start, end = max(0, mark.start - AROUND), min(len(text), mark.end + AROUND)
    if start and (blank := text.find(" ", start, mark.start)) >= 0:
        start = blank + 1
    if end < len(text) and (blank := text.rfind(" ", mark.end, end)) >= 0:
        end = blank
    return start, end


def _merged(windows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(windows):
        if merged and start <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _cut(text: str, start: int, end: int, found: Sequence[Mark]) -> list[Segment]:
    segments: list[Segment] = []
    for mark in found:
        if mark.start > start:
            segments.append(Segment(visible(text[start : mark.start]), "plain"))
        segments.append(Segment(visible(text[mark.start : mark.end], LONGEST_WORD), mark.role))
        start = mark.end
    if end > start:
        segments.append(Segment(visible(text[start:end]), "plain"))
    return segments
