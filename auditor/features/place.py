"""Where words stand: the first word, the last word, and openings that recur.

An opening is how a text begins, two to six words, of which one may vary: "i wrote this in *". It recurs where
at least one text in a hundred begins so. Of openings that say the same, the longest is kept.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from auditor.features.feature import BoolArray, Feature, IntArray

SHARE = 0.01
"""Share of the texts from which an opening or a word at a place recurs."""
FEWEST = 5
"""Texts that it takes at least."""
SAMPLE = 20_000
"""Texts that openings are looked for in; those found are counted in all."""
LONGEST = 6
VARIES = 4
"""Different words from which a place varies, of which none is in more than half of the texts."""
SAME = 0.9
"""A longer opening replaces a shorter one that it shares this part of its texts with."""
SLOT = "*"

Opening = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class PlaceFeature:
    """Words at a place, and the texts that have them there."""

    feature: Feature
    """Its name is the opening with `*` for the word that varies, or `first: word`, `last: word`."""
    docs: IntArray
    """(texts that hold it,) in order"""
    slot: int | None = None
    """Which word of an opening varies, from 0."""
    fillers: tuple[str, ...] = ()
    """The words that stand there, most frequent first."""


def at_the_ends(texts: Sequence[Sequence[str]]) -> tuple[PlaceFeature, ...]:
    """Words that recur as the first or the last of a text (punctuation left out)."""
    found = []
    for name, step in (("first", 1), ("last", -1)):
        docs: defaultdict[str, list[int]] = defaultdict(list)
        for number, words in enumerate(texts):
            word = next((word for word in words[::step] if any(map(str.isalnum, word))), None)
            if word is not None:
                docs[word].append(number)
        found += [
            PlaceFeature(Feature(f"{name}: {word}", "place", (), f"{name} word"), np.array(some))
            for word, some in sorted(docs.items())
            if len(some) >= _least(len(texts))
        ]
    return tuple(found)


def openings(texts: Sequence[Sequence[str]]) -> tuple[PlaceFeature, ...]:
    """Openings that recur, those of most texts first; `texts` are words in normal form."""
    sample = (
        texts if len(texts) <= SAMPLE else [texts[i] for i in range(0, len(texts), -(-len(texts) // SAMPLE))]
    )
    fillers: defaultdict[Opening, Counter[str]] = defaultdict(Counter)
    for words in sample:
        for opening, filler in _templates(words):
            fillers[opening][filler] += 1
    least = _least(len(sample))
    recurring = [
        opening
        for opening, counted in fillers.items()
        if counted.total() >= least and _is_told(opening, counted)
    ]
    kept = _longest(recurring, fillers)
    return tuple(_found(opening, texts) for opening in kept)


def holds(opening: Opening, words: Sequence[str]) -> bool:
    """Whether a text begins so."""
    return len(words) >= len(opening) and all(
        part in (SLOT, word) for part, word in zip(opening, words, strict=False)
    )


def positions(place: PlaceFeature, words: Sequence[str]) -> range:
    """Which words of a text that holds it stand there."""
    name = place.feature.name
    if place.feature.source == "opening":
        return range(len(name.split(" ")))
    spoken = [number for number, word in enumerate(words) if any(map(str.isalnum, word))]
    at = spoken[0 if name.startswith("first: ") else -1]
    return range(at, at + 1)


def needed(place: PlaceFeature, texts: Sequence[Sequence[str]], sets: Sequence[Collection[int]]) -> BoolArray:
    """(texts that hold it,) whether the minimal set needs a word that stands there."""
    wanted = [any(at in sets[doc] for at in positions(place, texts[doc])) for doc in place.docs.tolist()]
    return np.array(wanted, dtype=bool)


def _templates(words: Sequence[str]) -> Iterator[tuple[Opening, str]]:
    """Every opening of a text, with no word or one left open, and that word."""
    for length in range(2, min(LONGEST, len(words)) + 1):
        start = tuple(words[:length])
        yield start, ""
        for place in range(length - 1):  # a last word that varies says nothing
            yield (*start[:place], SLOT, *start[place + 1 :]), start[place]


def _is_told(opening: Opening, counted: Counter[str]) -> bool:
    """Whether the open word does vary; with one open, two others must be said."""
    if SLOT not in opening:
        return True
    most = counted.most_common(1)[0][1]
    return len(opening) > 2 and len(counted) >= VARIES and most <= counted.total() / 2


def _longest(recurring: Sequence[Opening], fillers: dict[Opening, Counter[str]]) -> list[Opening]:
    """Openings without those that a longer or a more general one says as well."""
    size = {opening: fillers[opening].total() for opening in recurring}
    kept: list[Opening] = []
    for opening in sorted(recurring, key=lambda one: (-len(one), SLOT not in one, -size[one], one)):
        rivals = [other for other in kept if _begins(other, opening) or _begins(opening, other)]
        if not any(size[other] >= SAME * size[opening] for other in rivals):
            kept.append(opening)
    return sorted(kept, key=lambda one: (-size[one], one))


def _begins(longer: Opening, shorter: Opening) -> bool:
    """Whether every text with the one may begin with the other, open words aside."""
    return all(a == b or SLOT in (a, b) for a, b in zip(longer, shorter, strict=False))


def _found(opening: Opening, texts: Sequence[Sequence[str]]) -> PlaceFeature:
    docs = [number for number, words in enumerate(texts) if holds(opening, words)]
    slot = opening.index(SLOT) if SLOT in opening else None
    counted = Counter(texts[number][slot] for number in docs) if slot is not None else Counter[str]()
    fillers = tuple(word for word, _ in sorted(counted.items(), key=lambda item: (-item[1], item[0])))
    feature = Feature(" ".join(opening), "place", (), "opening")
    return PlaceFeature(feature, np.array(docs, dtype=np.int64), slot, fillers)


def _least(texts: int) -> int:
    return max(FEWEST, round(SHARE * texts))
