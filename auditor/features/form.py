"""The form of a text: length, capitals, punctuation, function words, digits, lines, quotes, sentences.

`measure` gives the figures of one text. A figure becomes two features of the whole text: `words: many` where
it exceeds the dataset's upper quantile, `words: few` where it is below the lower one. A measure that hardly
varies makes none. Where the form can be changed and what is said stays, `INTERVENTIONS` says how.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auditor.data.words import split_words
from auditor.features.feature import Feature, IntArray
from auditor.features.function_words import is_function_word
from auditor.features.kinds import style_of
from auditor.normal import normal
from auditor.planting.styles import strip_punctuation

_QUOTES = frozenset('"“”„«»‟')
_ENDS = frozenset((".", "!", "?", "...", "…", "。", "！", "？"))
NEUTRAL = "This was written some time ago."
"""A sentence that says nothing about any task."""
SHARE = 0.2
"""Share of the texts that are long (or short, …) where nothing ties."""
LEAST = 0.02
"""Share of the texts that a feature and its contrast must have."""


def measure(text: str) -> dict[str, float]:
    """The figures of one text; shares are 0 for a text without words."""
    words = [word.text for word in split_words(text)]
    spoken = [word for word in words if any(map(str.isalnum, word))]
    letters = sum(map(str.isalpha, text))
    count = max(1, len(words))
    marks = [word for word in words if not any(map(str.isalnum, word))]
    ends = sum(word in _ENDS or set(word) <= {"!", "?"} for word in marks)
    return {
        "words": float(len(words)),
        "word length": sum(map(len, spoken)) / max(1, len(spoken)),
        "sentences": float(max(ends, 1 if words else 0)),
        "capital letters": sum(map(str.isupper, text)) / max(1, letters),
        "words in capitals": sum(style_of(word) == "capitals" for word in spoken) / count,
        "punctuation": len(marks) / count,
        "function words": sum(is_function_word(normal(word)) for word in words) / count,
        "digits": sum(map(str.isdigit, text)) / max(1, len(text)),
        "line breaks": float(text.strip().count("\n")),
        "quotes": float(sum(character in _QUOTES for character in text)),
    }


@dataclass(frozen=True, eq=False)
class FormFeature:
    """A measure beyond a bound, and the texts for which that holds."""

    feature: Feature
    """Its name is the measure and the side: `words: many`."""
    docs: IntArray
    """(texts that hold it,) in order"""
    bound: float
    """The quantile that is exceeded, or fallen below."""


def form_features(measures: Mapping[str, NDArray[np.floating]]) -> tuple[FormFeature, ...]:
    """Two features for each measure that varies; `measures` has a value for each text."""
    found = []
    for name, values in measures.items():
        if not len(values):
            continue
        low, high = (float(bound) for bound in np.quantile(values, [SHARE, 1 - SHARE]))
        sides = (
            ("many", values > high, f"above {high:g}", high),
            ("few", values < low, f"below {low:g}", low),
        )
        found += [
            FormFeature(Feature(f"{name}: {side}", "form", (), source), np.flatnonzero(held), bound)
            for side, held, source, bound in sides
            if held.mean() >= LEAST
        ]
    return tuple(found)


def measures_of(texts: Sequence[str]) -> dict[str, NDArray[np.float64]]:
    """Every measure of every text."""
    rows = [measure(text) for text in texts]
    return {name: np.array([row[name] for row in rows]) for name in measure("")}


def append_neutral(text: str) -> str:
    """The text with a sentence that says nothing about the task."""
    return f"{text.rstrip()} {NEUTRAL}"


INTERVENTIONS: dict[str, Callable[[str], str]] = {
    "words: few": append_neutral,
    "sentences: few": append_neutral,
    "capital letters: many": str.lower,
    "words in capitals: many": str.lower,
    "punctuation: many": strip_punctuation,
    "line breaks: many": lambda text: " ".join(text.split()),
    "quotes: many": lambda text: "".join(c for c in text if c not in _QUOTES),
}
"""For a feature, what takes it away; a feature that is missing here allows no intervention."""
