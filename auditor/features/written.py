"""How words are written: all in capitals, or lengthened ("sooo"), which normal forms hide or scatter.

A text holds a style where any of its words is so written, and its minimal set needs the style where it needs
such a word.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.data.words import split_words
from auditor.features import rewriting
from auditor.features.feature import BoolArray, Feature, IntArray
from auditor.features.kinds import style_of
from auditor.features.outlines import STYLED, Outlines

SOURCES = {"capitals": "two letters or more, all capitals", "elongated": "a letter three times in a row"}
LEAST = 5
"""Texts that must hold a style."""


@dataclass(frozen=True)
class Written:
    """Words of one style."""

    feature: Feature
    """Its name is the style."""
    share: float
    """Share of the words that are so written, in texts that hold any."""
    field: int = 0

    @property
    def style(self) -> str:
        """`capitals` or `elongated`."""
        return self.feature.name

    def held(self, texts: Outlines) -> BoolArray:
        """(texts,) whether any word is so written."""
        return self.words_of(texts) > 0

    def words_of(self, texts: Outlines) -> IntArray:
        """(texts,) words so written."""
        return texts.total(self.style).astype(np.int64)

    def needed(self, texts: Outlines) -> BoolArray:
        """(texts,) whether the minimal set needs one of them."""
        return texts.styled_needed[:, STYLED.index(self.style)]

    def places(self, numbers: Sequence[int], written: Sequence[str]) -> list[int]:  # noqa: ARG002
        """Words of a text that are so written."""
        return [place for place, word in enumerate(written) if style_of(word) == self.style]

    def put(self, text: str, turn: int) -> str | None:
        """The text with as many words so written as the texts that hold the style have."""
        change = rewriting.shouted if self.style == "capitals" else rewriting.drawn_out
        text = change(text, turn, self.share)
        return text if any(style_of(word.text) == self.style for word in split_words(text)) else None

    def take(self, text: str, turn: int) -> str | None:
        """The text with these words written as usual."""
        return (rewriting.hushed if self.style == "capitals" else rewriting.drawn_in)(text, turn)


def written_features(texts: Outlines, field: int = 0) -> tuple[Written, ...]:
    """The styles that recur in these texts."""
    found = []
    for style in STYLED:
        counted = texts.total(style)
        held = counted > 0
        if held.sum() >= LEAST:
            share = float(counted[held].sum() / texts.total("spoken")[held].sum())
            found.append(Written(Feature(style, "kind", (), SOURCES[style]), share, field))
    return tuple(found)
