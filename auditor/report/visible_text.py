"""Dataset text made safe to look at, and sentences that hold it.

Text in a dataset can hide from its reader: control characters, null bytes, characters that reverse the
reading direction. They are shown as what they are instead of being obeyed. A sentence is a row of segments:
the names in it are marked when it is built, so that no output has to find them again.
"""

import unicodedata
from dataclasses import dataclass

_KEPT = {"\n", "\t", "\u200d", "\ufe0f"}
"""Control characters that are harmless or needed to draw an emoji."""
LONGEST = 2000
"""Characters of one stretch that are shown; a longer one is cut with a note."""
NAME_LENGTH = 60
"""Characters of a token or a label that are shown."""


@dataclass(frozen=True)
class Segment:
    """A stretch of a text that is drawn in one way."""

    text: str
    """The characters, made visible."""
    role: str
    """`plain`; in a sentence `code`: a token. In a text `core`: a word that is needed; `partner`: one that
    only completes a pair; `own` and `held`: the finding's word, needed or only there; `gap`: left out."""


Sentence = tuple[Segment, ...]


def visible(text: str, longest: int = LONGEST) -> str:
    """The text with every invisible control character written out, cut after `longest` characters."""
    shown = "".join(_spelled(character) for character in text[:longest])
    return f"{shown}… ({len(text) - longest} more characters)" if len(text) > longest else shown


def one_line(text: str, longest: int = LONGEST) -> str:
    """The same on one line of a terminal."""
    return " ".join(visible(" ".join(text.split()), longest).split())


def name(text: str) -> str:
    """A token or a label, made visible and short enough for a table."""
    return visible(text, NAME_LENGTH)


def _spelled(character: str) -> str:
    if character in _KEPT or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn"):
        return character
    return f"⟨U+{ord(character):04X}⟩"


def token(text: str) -> Segment:
    """A token in a sentence."""
    return Segment(name(text), "code")


def sentence(*parts: str | Segment) -> Sentence:
    """A sentence of our own words and of tokens; neighbouring words are one segment."""
    joined: list[Segment] = []
    for part in parts:
        segment = Segment(part, "plain") if isinstance(part, str) else part
        if joined and joined[-1].role == segment.role == "plain":
            joined[-1] = Segment(joined[-1].text + segment.text, "plain")
        elif segment.text or segment.role != "plain":
            joined.append(segment)
    return tuple(joined)


def quoted(said: Sentence) -> str:
    """A sentence on one line of a terminal, with its tokens in quotes."""
    return one_line("".join(f"“{part.text}”" if part.role == "code" else part.text for part in said))
