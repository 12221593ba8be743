"""The form of a text: length, capitals, punctuation, function words, digits, lines, quotes, sentences, level.

A figure of it becomes features of the whole text: `words: many` where it exceeds the dataset's upper
quantile, `words: few` where it is below the lower one, `quotes: none` where it is 0. Where no text is beyond
a quantile, the texts at it are taken, if they are no more than half. A measure that hardly varies makes none.
Where the form can be changed and what is said stays, `PUT` gives a form to a text and `TAKE` takes it away;
where neither has it, no intervention is possible.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auditor.features import rewriting
from auditor.features.feature import BoolArray, Feature, IntArray
from auditor.features.outlines import Outlines, outline_of

FloatArray = NDArray[np.float64]
Change = Callable[[str, int], str]
"""A text and a number that decides what is drawn, to the text changed."""
SHARE = 0.2
"""Share of the texts that are long (or short, …) where nothing ties."""
LEAST, MOST = 0.02, 0.5
"""Shares of the texts that a feature must have at least, and may have where they tie."""
REPEATS = 40
"""Times that a change is made until the text has the form (or no longer has it)."""
PUT: dict[str, Change] = {
    "words: many": rewriting.longer,
    "sentences: many": rewriting.longer,
    "capital letters: many": rewriting.upper,
    "capital letters: few": rewriting.lower,
    "capital letters: none": rewriting.lower,
    "punctuation: few": rewriting.unpunctuated,
    "punctuation: none": rewriting.unpunctuated,
    "quotes: none": rewriting.unquoted,
    "line breaks: none": rewriting.unbroken,
    "line breaks: many": rewriting.broken,
    "quotes: many": rewriting.quoted,
}
"""For a feature, what gives its form to a text."""
TAKE: dict[str, Change] = {
    "words: few": rewriting.longer,
    "sentences: few": rewriting.longer,
    "capital letters: many": rewriting.sentence_case,
    "capital letters: few": rewriting.sentence_case,
    "capital letters: none": rewriting.sentence_case,
    "punctuation: many": rewriting.unpunctuated,
    "punctuation: few": rewriting.closed,
    "punctuation: none": rewriting.closed,
    "quotes: none": rewriting.quoted,
    "line breaks: none": rewriting.broken,
    "line breaks: many": rewriting.unbroken,
    "quotes: many": rewriting.unquoted,
}
"""For a feature, what takes its form away."""


def figures(texts: Outlines) -> dict[str, FloatArray]:
    """Every measure of every text; shares are 0 for a text without words."""
    words, spoken = texts.total("words"), texts.total("spoken")
    sentences = np.maximum(texts.total("ends"), words > 0)
    length = _share(texts.total("spoken characters"), spoken)
    return {
        "words": words,
        "word length": length,
        "sentences": sentences,
        "reading level": np.where(spoken > 0, 4.71 * length + 0.5 * _share(spoken, sentences) - 21.43, 0.0),
        "capital letters": _share(texts.total("capital letters"), texts.total("letters")),
        "punctuation": _share(words - spoken, words),
        "function words": _share(texts.total("function words"), words),
        "digits": _share(texts.total("digits"), texts.total("characters")),
        "line breaks": texts.total("line breaks"),
        "quotes": texts.total("quotes"),
    }


def measure(text: str) -> dict[str, float]:
    """The figures of one text."""
    return {name: float(values[0]) for name, values in figures(outline_of(text)).items()}


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    found: FloatArray = part / np.maximum(1.0, whole)
    return found


@dataclass(frozen=True)
class Form:
    """A measure beyond a bound."""

    feature: Feature
    """Its name is the measure and the side: `words: many`."""
    bound: float
    """The quantile that is exceeded, or fallen below."""
    field: int = 0

    def held(self, texts: Outlines) -> BoolArray:
        """(texts,) whether a text has the form."""
        measured, side = self.feature.name.split(": ")
        return _beyond(figures(texts)[measured], side, self.bound)

    def words_of(self, texts: Outlines) -> IntArray:
        """(texts,) words that a set could need: none, a form is of the whole text."""
        return np.zeros(len(texts), dtype=np.int64)

    def needed(self, texts: Outlines) -> BoolArray:
        """(texts,) never: a minimal set is made of words."""
        return np.zeros(len(texts), dtype=bool)

    def places(self, numbers: Sequence[int], written: Sequence[str]) -> list[int]:  # noqa: ARG002
        """Words of a text that are the feature: none."""
        return []

    def put(self, text: str, turn: int) -> str | None:
        """The text with the form; None where it cannot be given."""
        return self._changed(text, turn, PUT.get(self.feature.name), wanted=True)

    def take(self, text: str, turn: int) -> str | None:
        """The text without the form; None where it cannot be taken away."""
        return self._changed(text, turn, TAKE.get(self.feature.name), wanted=False)

    def _changed(self, text: str, turn: int, change: Change | None, *, wanted: bool) -> str | None:
        for repeat in range(REPEATS if change is rewriting.longer else 1):
            if change is None:
                return None
            text = change(text, turn + repeat)
            if bool(self.held(outline_of(text))[0]) == wanted:
                return text
        return None


def form_features(texts: Outlines, field: int = 0) -> tuple[Form, ...]:
    """The features of each measure that varies over these texts."""
    found = []
    for name, values in figures(texts).items() if len(texts) else ():
        for side, bound in _sides(values):
            source = {"many": f"above {bound:.4g}", "few": f"below {bound:.4g}"}.get(side, "")
            found.append(Form(Feature(f"{name}: {side}", "form", (), source), bound, field))
    return tuple(found)


def _sides(values: FloatArray) -> list[tuple[str, float]]:
    """The sides of a measure on which there are texts enough, with their bounds."""
    distinct = np.unique(values)
    if len(distinct) < 2:
        return []
    low, high = (float(bound) for bound in np.quantile(values, [SHARE, 1 - SHARE]))
    ends = (distinct[0] + distinct[1]) / 2, (distinct[-2] + distinct[-1]) / 2
    options = [("many", high, 1.0), ("few", low, 1.0), ("none", 0.0, MOST)]
    if high == distinct[-1]:
        options[0] = ("many", float(ends[1]), MOST)
    if low == distinct[0]:
        options[1] = ("few", float(ends[0]), MOST if low != 0 else 0.0)  # where it is 0, that is `none`
    return [
        (side, bound)
        for side, bound, most in options
        if LEAST <= _beyond(values, side, bound).mean() <= min(most, 1 - LEAST)
    ]


def _beyond(values: FloatArray, side: str, bound: float) -> BoolArray:
    ways = {"many": values > bound, "few": values < bound, "none": values == 0}
    found: BoolArray = ways[side]
    return found
