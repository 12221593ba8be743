"""What is read of a text as a whole: its first words, its last one, and what its form is counted from.

Words are numbers here, those of the counted vocabulary, so that a million texts are read as a few arrays. A
text's *traits* are sums over its words, and every figure of its form (length, capitals, punctuation, …) is
made from them: see `auditor.features.form`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from auditor.data.words import split_words
from auditor.features.feature import BoolArray, Feature, IntArray
from auditor.features.function_words import is_function_word
from auditor.features.kinds import style_of
from auditor.normal import normal

Sums = NDArray[np.float32]
HEAD = 6
"""First words that are read one by one."""
NO_WORD, OTHER = -1, -2
"""In place of a word's number: the text has ended; a word that the vocabulary lacks."""
TRAITS = (
    *("words", "letters", "capital letters", "characters", "digits"),
    *("spoken", "spoken characters", "ends", "function words", "quotes", "capitals", "elongated"),
)
"""What is added up over the words of a text. `spoken` are words with a letter or a digit, `ends` marks that
end a sentence, `capitals` and `elongated` words of these styles."""
STYLED = ("capitals", "elongated")
"""Traits of single words that a minimal set can need."""
COLUMN = {name: place for place, name in enumerate((*TRAITS, "line breaks"))}
"""Columns of `Outlines.sums`."""
_QUOTES = frozenset('"“”„«»‟')
_ENDS = frozenset((".", "!", "?", "...", "…", "。", "！", "？"))


def traits(word: str) -> tuple[int, ...]:
    """The traits of one word as written, in the order of `TRAITS`."""
    spoken = any(map(str.isalnum, word))
    letters = sum(map(str.isalpha, word))
    ends = not spoken and (word in _ENDS or set(word) <= {"!", "?"})
    style = style_of(word) if spoken else ""
    return (
        1,
        letters,
        sum(map(str.isupper, word)) if letters else 0,
        len(word),
        sum(map(str.isdigit, word)),
        spoken,
        len(word) if spoken else 0,
        ends,
        is_function_word(normal(word)),
        0 if spoken else sum(character in _QUOTES for character in word),
        style == "capitals",
        style == "elongated",
    )


def line_breaks(text: str) -> int:
    """Line breaks between the first and the last word."""
    return text.strip().count("\n")


@dataclass(frozen=True, eq=False)
class Outlines:
    """One field of many texts."""

    head: IntArray
    """(texts, HEAD) numbers of the first words"""
    first: IntArray
    """(texts,) number of the first word with a letter or a digit"""
    last: IntArray
    """(texts,) the same for the last one"""
    sums: Sums
    """(texts, traits and line breaks)"""
    head_needed: BoolArray
    """(texts, HEAD) whether the minimal set needs the word; False where there are no sets"""
    first_needed: BoolArray
    """(texts,)"""
    last_needed: BoolArray
    """(texts,)"""
    styled_needed: BoolArray
    """(texts, styles) whether the set needs a word of a style, in the order of `STYLED`"""

    def __len__(self) -> int:
        return len(self.head)

    def total(self, trait: str) -> NDArray[np.float64]:
        """(texts,) a trait added up over each text."""
        found: NDArray[np.float64] = self.sums[:, COLUMN[trait]].astype(np.float64)
        return found

    def renumbered(self, number: IntArray) -> "Outlines":
        """The same with other numbers for the words: `number` (words,) has the new one of each."""
        table = np.concatenate([number, [OTHER, NO_WORD]]).astype(np.int32)  # reached as -2 and -1
        head, first, last = (table[old] for old in (self.head, self.first, self.last))
        return Outlines(**(vars(self) | {"head": head, "first": first, "last": last}))


class TextFeature(Protocol):
    """A feature of whole texts: of their form, or of words at a place."""

    @property
    def feature(self) -> Feature:
        """What it is."""

    @property
    def field(self) -> int:
        """The text field that it is about."""

    def held(self, texts: Outlines) -> BoolArray:
        """(texts,) whether a text holds it."""

    def words_of(self, texts: Outlines) -> IntArray:
        """(texts,) words of it in a text that holds it; none where it is not made of words."""

    def needed(self, texts: Outlines) -> BoolArray:
        """(texts,) whether the minimal set needs one of these words."""

    def places(self, numbers: Sequence[int], written: Sequence[str]) -> list[int]:
        """Which words of a text are these; the words come as numbers and as written."""


def outlined(
    number: IntArray, trait: Sums, offset: IntArray, breaks: IntArray, needed: BoolArray | None = None
) -> Outlines:
    """Outlines of texts from their words.

    `number` (words,) and `trait` (words, TRAITS) are of all texts one after the other, `offset` (texts + 1,)
    says where each begins, `breaks` (texts,) are its line breaks, and `needed` (words,) what its set needs.
    """
    wanted = np.zeros(len(number), dtype=bool) if needed is None else needed
    start, stop = offset[:-1], offset[1:]
    at = start[:, None] + np.arange(HEAD)
    known = at < stop[:, None]
    places = np.where(known, at, 0)
    spoken = np.flatnonzero(trait[:, COLUMN["spoken"]] > 0)
    ends = [np.searchsorted(spoken, start), np.searchsorted(spoken, stop) - 1]
    has = ends[0] <= ends[1]
    first, last = (spoken[np.where(has, end, 0)] if len(spoken) else np.zeros_like(start) for end in ends)
    columns = [COLUMN[style] for style in STYLED]
    styled = _added((trait[:, columns] > 0) & wanted[:, None], offset) > 0
    return Outlines(
        head=_numbers(number, places, known),
        first=_numbers(number, first, has),
        last=_numbers(number, last, has),
        sums=np.column_stack([_added(trait, offset), breaks]).astype(np.float32),
        head_needed=_looked_up(wanted, places) & known,
        first_needed=_looked_up(wanted, first) & has,
        last_needed=_looked_up(wanted, last) & has,
        styled_needed=styled,
    )


def joined(parts: Sequence[Outlines]) -> Outlines:
    """Several outlines as one."""
    names = Outlines.__dataclass_fields__
    return Outlines(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def outline_of(text: str) -> Outlines:
    """Of one text, whose words are all unknown."""
    words = split_words(text)
    trait = np.array([traits(word.text) for word in words], dtype=np.float32).reshape(-1, len(TRAITS))
    numbers = np.full(len(words), OTHER)
    return outlined(numbers, trait, np.array([0, len(words)]), np.array([line_breaks(text)]))


def _numbers(number: IntArray, at: IntArray, known: BoolArray) -> IntArray:
    found: IntArray = np.where(known, _looked_up(number, at), NO_WORD).astype(np.int32)
    return found


def _looked_up(values: NDArray[Any], at: IntArray) -> NDArray[Any]:
    return values[at] if len(values) else np.zeros(at.shape, dtype=values.dtype)


def _added(values: NDArray[Any], offset: IntArray) -> NDArray[np.float64]:
    """(texts, columns) sums over the words of each text."""
    total = np.zeros((len(offset) - 1, values.shape[1]))
    full = np.flatnonzero(np.diff(offset))
    if len(full):
        total[full] = np.add.reduceat(values.astype(np.float64), offset[full], axis=0)
    return total
