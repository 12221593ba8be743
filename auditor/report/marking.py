"""A text that the report shows, with its minimal set and the finding's own words marked.

Texts can be long and the page holds many, so a long one is cut to what stands around its marked words; the
words themselves are never changed.
"""

from dataclasses import dataclass

from auditor.findings import Finding, Shown
from auditor.normal import normal
from auditor.report.text import Segment, visible

AROUND = 70
"""Characters shown on either side of a marked word where a text is cut."""
LONGEST_WORD = 120
"""Characters of one marked word."""
IMPORTANCE = ("own", "held", "core", "partner")
"""Roles, the most important first: `own` is the finding's word where the set needs it, `held` where the text
only holds it; `core` and `partner` are the other words of the set."""


@dataclass(frozen=True)
class Mark:
    """A marked word of one field."""

    start: int
    end: int
    role: str


def excerpt(shown: Shown, field: int, finding: Finding | None, limit: int) -> list[Segment]:
    """One field of the text in at most about `limit` characters, cut where the marking changes."""
    text = shown.texts[field]
    found = marks(shown, field, finding)
    segments: list[Segment] = []
    for start, end in _windows(text, found, limit):
        if start > 0:
            segments.append(Segment("… ", "gap"))
        segments += _cut(
            text, start, end, [mark for mark in found if start <= mark.start and mark.end <= end]
        )
        if end < len(text):
            segments.append(Segment(" …", "gap"))
    return segments


def marks(shown: Shown, field: int, finding: Finding | None) -> list[Mark]:
    """The marked words of a field in reading order."""
    own = _own_words(finding, field)
    found: list[Mark] = []
    position = 0
    for index, (where, start, end) in enumerate(shown.spans):
        if where != field or start < position or not start < end <= len(shown.texts[field]):
            continue
        mine = bool(own) and normal(shown.texts[field][start:end]) in own
        role = "core" if index in shown.core else "partner" if index in shown.set else "held" if mine else ""
        if role:
            found.append(Mark(start, end, "own" if mine and role == "core" else role))
            position = end
    return found


def _own_words(finding: Finding | None, field: int) -> set[str]:
    if finding is None:
        return set()
    named = {token for token, where in zip(finding.tokens, finding.fields, strict=True) if where == field}
    return named | set(finding.members) if named else named


def _windows(text: str, found: list[Mark], limit: int) -> list[tuple[int, int]]:
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


def _cut(text: str, start: int, end: int, found: list[Mark]) -> list[Segment]:
    segments: list[Segment] = []
    for mark in found:
        if mark.start > start:
            segments.append(Segment(visible(text[start : mark.start]), "plain"))
        segments.append(Segment(visible(text[mark.start : mark.end], LONGEST_WORD), mark.role))
        start = mark.end
    if end > start:
        segments.append(Segment(visible(text[start:end]), "plain"))
    return segments
