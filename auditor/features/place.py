"""Where words stand: the first word, the last word, and openings that recur.

An opening is how a text begins, two to six words, of which one may vary: "i wrote this in *". It recurs where
at least one text in a hundred begins so. Of openings that say the same, the longest is kept. A word, or a
group of words, that recurs as the first or the last of a text is a feature of its own; whether the place
matters shows when it is moved.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from auditor.features.feature import BoolArray, Feature, IntArray
from auditor.features.outlines import HEAD, NO_WORD, OTHER, Outlines
from auditor.records.text import Explanation

SHARE = 0.01
"""Share of the texts from which an opening or a word at a place recurs."""
FEWEST = 5
"""Texts that it takes at least."""
SAMPLE = 20_000
"""Texts that openings are looked for in; those found are counted in all."""
MOST = 400
"""Openings that are compared with each other, those of most texts."""
VARIES = 4
"""Different words from which a place varies, of which none is in more than half of the texts."""
SAME = 0.9
"""A longer opening replaces a shorter one that it shares this part of its texts with."""
OPEN = OTHER - 1
"""In place of the number of the word that varies."""
SLOT = "*"
"""The same in a name."""
FIRST, LAST = "first", "last"
Parts = tuple[int, ...]


@dataclass(frozen=True)
class Opening:
    """How texts begin."""

    feature: Feature
    """Its name is the opening with `*` for the word that varies; its members are its words, and those that
    stand in the open place."""
    parts: Parts
    """Numbers of its words, `OPEN` for the one that varies."""
    fillers: tuple[int, ...] = ()
    """Words that stand in the open place, most frequent first."""
    field: int = 0

    def held(self, texts: Outlines) -> BoolArray:
        """(texts,) whether a text begins so."""
        return _begins(texts.head, self.parts)

    def words_of(self, texts: Outlines) -> IntArray:
        """(texts,) words of the opening."""
        return np.full(len(texts), len(self.parts))

    def needed(self, texts: Outlines) -> BoolArray:
        """(texts,) whether the minimal set needs a word of the opening."""
        found: BoolArray = np.any(texts.head_needed[:, : len(self.parts)], axis=1)
        return found

    def places(self, numbers: Sequence[int], written: Sequence[str]) -> list[int]:  # noqa: ARG002
        """The words of the opening, in a text that begins so."""
        head = [*numbers[: len(self.parts)]]
        fits = len(head) == len(self.parts) and all(
            part in (OPEN, number) for part, number in zip(self.parts, head, strict=True)
        )
        return list(range(len(head))) if fits else []

    def written(self, text: Explanation) -> str:
        """The opening as a text that begins so has it."""
        spans = [span for span in text.spans if span[0] == self.field]
        return text.texts[self.field][: spans[len(self.parts) - 1][2]].strip()


@dataclass(frozen=True)
class AtEnd:
    """Words that texts begin with, or end with, punctuation left out."""

    feature: Feature
    """Its name is the end and the word: `first: honestly`."""
    end: str
    """`first` or `last`."""
    of: Feature
    """The word, or the group of words."""
    field: int = 0

    def held(self, texts: Outlines) -> BoolArray:
        """(texts,) whether a text has one of the words there."""
        there = texts.first if self.end == FIRST else texts.last
        found: BoolArray = np.isin(there, self.of.members)
        return found

    def words_of(self, texts: Outlines) -> IntArray:
        """(texts,) one word stands there."""
        return np.ones(len(texts), dtype=np.int64)

    def needed(self, texts: Outlines) -> BoolArray:
        """(texts,) whether the minimal set needs the word there."""
        return texts.first_needed if self.end == FIRST else texts.last_needed

    def places(self, numbers: Sequence[int], written: Sequence[str]) -> list[int]:
        """The word there, if it is one of them."""
        spoken = [place for place, word in enumerate(written) if any(map(str.isalnum, word))]
        place = spoken[0 if self.end == FIRST else -1] if spoken else None
        return [place] if place is not None and numbers[place] in self.of.members else []


def at_the_ends(
    texts: Outlines,
    vocabulary: Sequence[str],
    groups: Sequence[Feature] = (),
    *,
    field: int = 0,
) -> tuple[AtEnd, ...]:
    """Words and groups that recur as the first or the last of a text.

    `vocabulary` are the words by number; groups have members among them.
    """
    least = _least(len(texts))
    found = []
    for end, numbers in ((FIRST, texts.first), (LAST, texts.last)):
        counted = np.bincount(numbers[numbers >= 0], minlength=len(vocabulary))
        for word in np.flatnonzero(counted >= least).tolist():
            of = Feature(vocabulary[word], "token", (word,))
            feature = Feature(f"{end}: {of.name}", "place", (word,), f"{end} word")
            found.append(AtEnd(feature, end, of, field))
        for group in groups:
            members = np.array(group.members, dtype=np.int64)
            own = counted[members]
            if own.sum() >= least and own.max() < own.sum():
                feature = Feature(f"{end}: {group.name}", "place", group.members, f"{end} word")
                found.append(AtEnd(feature, end, group, field))
    return tuple(found)


def openings(texts: Outlines, vocabulary: Sequence[str], *, field: int = 0) -> tuple[Opening, ...]:
    """Openings that recur, those of most texts first."""
    sample = texts.head[:: -(-len(texts) // SAMPLE)] if len(texts) else texts.head
    fillers: defaultdict[Parts, Counter[int]] = defaultdict(Counter)
    for head in sample.tolist():
        for opening, filler in _templates(head):
            fillers[opening][filler] += 1
    least = _least(len(sample))
    recurring = [
        opening
        for opening, counted in fillers.items()
        if counted.total() >= least and _is_told(opening, counted)
    ]
    recurring.sort(key=lambda one: (-fillers[one].total(), one))
    kept = _longest(recurring[:MOST], fillers)
    return tuple(_found(opening, texts, vocabulary, field) for opening in kept)


def _templates(head: Sequence[int]) -> Iterator[tuple[Parts, int]]:
    """Every opening of a text, with no word or one left open, and that word."""
    for length in range(2, HEAD + 1):
        start = tuple(head[:length])
        if start[-1] == NO_WORD:
            return
        yield start, NO_WORD
        for place in range(length - 1):  # a last word that varies says nothing
            yield (*start[:place], OPEN, *start[place + 1 :]), start[place]


def _is_told(opening: Parts, counted: Counter[int]) -> bool:
    """Whether the open word does vary; with one open, two others must be said."""
    if OPEN not in opening:
        return True
    most = counted.most_common(1)[0][1]
    return len(opening) > 2 and len(counted) >= VARIES and most <= counted.total() / 2


def _longest(recurring: Sequence[Parts], fillers: dict[Parts, Counter[int]]) -> list[Parts]:
    """Openings without those that a longer or a more general one says as well."""
    size = {opening: fillers[opening].total() for opening in recurring}
    kept: list[Parts] = []
    for opening in sorted(recurring, key=lambda one: (-len(one), OPEN not in one, -size[one], one)):
        rivals = [other for other in kept if _agree(other, opening)]
        if not any(size[other] >= SAME * size[opening] for other in rivals):
            kept.append(opening)
    return sorted(kept, key=lambda one: (-size[one], one))


def _agree(one: Parts, other: Parts) -> bool:
    """Whether a text may begin with both, open words aside."""
    return all(a == b or OPEN in (a, b) for a, b in zip(one, other, strict=False))


def _found(opening: Parts, texts: Outlines, vocabulary: Sequence[str], field: int) -> Opening:
    fillers: tuple[int, ...] = ()
    if OPEN in opening:
        stand = texts.head[_begins(texts.head, opening), opening.index(OPEN)]
        number, counted = np.unique(stand[stand >= 0], return_counts=True)
        fillers = tuple(number[np.lexsort((number, -counted))].tolist())
    fixed = tuple(part for part in opening if part != OPEN)
    name = " ".join(SLOT if part == OPEN else vocabulary[part] for part in opening)
    return Opening(Feature(name, "place", (*fixed, *fillers), "opening"), opening, fillers, field)


def _begins(head: IntArray, opening: Parts) -> BoolArray:
    found: BoolArray = head[:, len(opening) - 1] != NO_WORD
    for place, part in enumerate(opening):
        if part != OPEN:
            found = found & (head[:, place] == part)
    return found


def _least(texts: int) -> int:
    return max(FEWEST, round(SHARE * texts))
