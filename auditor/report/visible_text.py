"""Dataset text made safe to look at.

Text in a dataset can hide from its reader: control characters, null bytes, characters that reverse the
reading direction. They are shown as what they are instead of being obeyed.
"""

import unicodedata
from dataclasses import dataclass

from auditor.records.text import Explanation

_KEPT = {"\n", "\t", "\u200d", "\ufe0f"}
"""Control characters that are harmless or needed to draw an emoji."""
LONGEST = 2000
"""Characters of one stretch that are shown; a longer one is cut with a note."""


@dataclass(frozen=True)
class Segment:
    """A stretch of a text that is drawn in one way."""

    text: str
    """The characters, made visible."""
    role: str
    """`plain`; `core`: a word that is needed; `partner`: a word that only completes a pair."""


def visible(text: str, longest: int = LONGEST) -> str:
    """The text with every invisible control character written out, cut after `longest` characters."""
    shown = "".join(_spelled(character) for character in text[:longest])
    return f"{shown}… ({len(text) - longest} more characters)" if len(text) > longest else shown


def one_line(text: str, longest: int = LONGEST) -> str:
    """The same on one line of a terminal."""
    return " ".join(visible(" ".join(text.split()), longest).split())


def _spelled(character: str) -> str:
    if character in _KEPT or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn"):
        return character
    return f"⟨U+{ord(character):04X}⟩"


def segments(explanation: Explanation, field: int = 0) -> list[Segment]:
    """One field of the text, cut where the marking changes."""
    text = explanation.texts[field]
    result: list[Segment] = []
    position = 0
    for index in explanation.set:
        word_field, start, end = explanation.spans[index]
        if word_field != field:
            continue
        if start > position:
            result.append(Segment(visible(text[position:start]), "plain"))
        result.append(Segment(visible(text[start:end]), role(explanation, index)))
        position = end
    if position < len(text):
        result.append(Segment(visible(text[position:]), "plain"))
    return result


def role(explanation: Explanation, index: int) -> str:
    """How a word takes part in the minimal set."""
    if index in explanation.core:
        return "core"
    return "partner" if index in explanation.set else "plain"
