"""Features that gather the words of a vocabulary without looking at any text: by kind, shape and list.

The vocabulary is in normal form. A feature is made only where at least `FEWEST` different words of the
vocabulary belong to it: one word is a token already.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from auditor.features.feature import Feature
from auditor.features.kinds import kind_of, shape_of
from auditor.features.lists import list_features

FEWEST = 2
"""Different words that a kind or a list must have in the vocabulary."""
RECURS = 5
"""Different words of one shape from which it counts as a shape that recurs."""
_OF_NO_KIND = ("word", "code", "number")
"""Kinds that are wide enough to hold more than one shape worth telling apart."""
PLAIN = ("word", "punctuation")
"""Kinds that every text holds."""


def gathered(vocabulary: Sequence[str]) -> tuple[Feature, ...]:
    """Kinds, shapes and lists that the vocabulary holds, in this order."""
    kinds = [kind_of(word) for word in vocabulary]
    return (
        *kind_features(kinds),
        *shape_features(vocabulary, kinds),
        *list_features(vocabulary, fewest=FEWEST),
    )


def kind_features(kinds: Sequence[str]) -> tuple[Feature, ...]:
    """A feature for each kind but words and punctuation."""
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for number, kind in enumerate(kinds):
        if kind not in PLAIN:
            numbers[kind].append(number)
    return _features("kind", numbers.items(), fewest=FEWEST)


def shape_features(vocabulary: Sequence[str], kinds: Sequence[str]) -> tuple[Feature, ...]:
    """A feature for each recurring shape with a digit or a mark in it that no kind describes."""
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for number, (word, kind) in enumerate(zip(vocabulary, kinds, strict=True)):
        if kind in _OF_NO_KIND and not word.isalpha() and not word.isnumeric():
            numbers[shape_of(word)].append(number)
    told = [(shape, some) for shape, some in numbers.items() if "d" in shape and len(shape) > 2]
    return _features("shape", told, fewest=RECURS)


def _features(sort: str, groups: Iterable[tuple[str, list[int]]], *, fewest: int) -> tuple[Feature, ...]:
    return tuple(
        Feature(name, sort, tuple(numbers), f"{sort} of word")
        for name, numbers in sorted(groups)
        if len(numbers) >= fewest
    )
