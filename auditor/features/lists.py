"""Features by a known list: all words of the vocabulary that it names.

The lists are in `auditor.data.wordlists`, with the source of each.
"""

from collections.abc import Sequence
from functools import cache

from auditor.data.wordlists import WordList, word_lists
from auditor.features.feature import Feature
from auditor.normal import normal


def list_features(vocabulary: Sequence[str], *, fewest: int = 2) -> tuple[Feature, ...]:
    """A feature for each list of which the vocabulary has `fewest` different words."""
    numbers: dict[str, list[int]] = {}
    for number, word in enumerate(vocabulary):
        numbers.setdefault(word, []).append(number)
    found = []
    for entry in word_lists():
        words = [word for word in normal_words(entry) if word in numbers]
        if len(words) >= fewest:
            members = sorted(number for word in words for number in numbers[word])
            found.append(Feature(entry.name, "list", tuple(members), entry.source))
    return tuple(found)


@cache
def _listed() -> dict[str, str]:
    """Every listed word in normal form, with the first list that names it."""
    found: dict[str, str] = {}
    for entry in word_lists():
        for word in normal_words(entry):
            found.setdefault(word, entry.name)
    return found


def list_of(word: str) -> str:
    """The known list that names a word in normal form; empty where none does."""
    return _listed().get(word, "")


@cache
def normal_words(entry: WordList) -> tuple[str, ...]:
    """A list's words in the normal form in which tokens are counted."""
    return tuple(dict.fromkeys(normal(word) for word in entry.words))
