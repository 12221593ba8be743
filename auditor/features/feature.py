"""A feature, and how it is counted: as one more token of the corpus.

The counted corpus has an entry for each token of each text: how often it occurs, and whether the minimal set
needs it. A feature with members has an entry for each text with any of them: occurrences add up, and it is
needed where any member is. So a family of a thousand words that occur once each is counted, tested and judged
by the same code as a single word. A feature of the whole text (its form, its first word) says itself which
texts hold it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auditor.errors import among

IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
SORTS = ("token", "pair", "shape", "kind", "family", "list", "place", "form")
"""What a feature can be, see `Feature.kind`."""


@dataclass(frozen=True)
class Feature:
    """Something that texts hold or do not hold."""

    name: str
    """A code or a few words, unique within its kind: `date`, `country`, `kenya, peru, chad`."""
    kind: str
    """One of `SORTS`: a token, two of them, words of one shape or kind, of one meaning, of a known list, at
    one place of the text, or a measure of the whole text."""
    members: tuple[int, ...] = ()
    """Numbers of its tokens; a text holds the feature if it holds any of them. Of a place the words that
    stand there, of a form none."""
    source: str = ""
    """Where it comes from: the pattern, the list, the words it was grown from."""

    def __post_init__(self) -> None:
        among("a feature's kind", self.kind, SORTS)


@dataclass(frozen=True, eq=False)
class Entries:
    """Columns of a counted corpus, sorted by token, then by text."""

    token: IntArray
    """(entries,) number of the token or feature"""
    doc: IntArray
    """(entries,) the text"""
    times: IntArray
    """(entries,) occurrences in the text"""
    needed: BoolArray
    """(entries,) whether the minimal set needs it"""

    def __len__(self) -> int:
        return len(self.token)


def extend(entries: Entries, tokens: int, features: Sequence[Feature]) -> Entries:
    """The entries of `features`, which get the numbers from `tokens` on, in their order."""
    start = np.searchsorted(entries.token, np.arange(tokens + 1))
    parts = [_of_members(entries, start, feature, tokens + number) for number, feature in enumerate(features)]
    return joined(parts)


def of_documents(number: int, held: BoolArray, times: IntArray, needed: BoolArray) -> Entries:
    """The entries of a feature of whole texts: one for each text that holds it; all three are (texts,)."""
    docs = np.flatnonzero(held)
    return Entries(np.full(len(docs), number), docs, times[docs], needed[docs])


def joined(parts: Sequence[Entries]) -> Entries:
    """Several entries as one; their numbers must rise from part to part."""
    if not parts:
        nothing = np.zeros(0, dtype=np.int64)
        return Entries(nothing, nothing, nothing, nothing.astype(bool))
    return Entries(
        np.concatenate([part.token for part in parts]),
        np.concatenate([part.doc for part in parts]),
        np.concatenate([part.times for part in parts]),
        np.concatenate([part.needed for part in parts]),
    )


def _of_members(entries: Entries, start: IntArray, feature: Feature, number: int) -> Entries:
    members = np.unique(np.asarray(feature.members, dtype=np.int64))
    at = _ranges(start[members], start[members + 1])
    doc, times, needed = _union(entries.doc[at], entries.times[at], entries.needed[at])
    return Entries(np.full(len(doc), number), doc, times, needed)


def _union(docs: IntArray, times: IntArray, needed: BoolArray) -> tuple[IntArray, IntArray, BoolArray]:
    """One entry a text: times summed, needed where any is."""
    doc, inverse = np.unique(docs, return_inverse=True)
    total = np.bincount(inverse, weights=times, minlength=len(doc)).astype(np.int64)
    return doc.astype(np.int64), total, np.bincount(inverse, weights=needed, minlength=len(doc)) > 0


def _ranges(first: IntArray, stop: IntArray) -> IntArray:
    """All numbers from each first to before its stop, one after the other."""
    length = stop - first
    shift = (
        np.repeat(first - np.concatenate([[0], np.cumsum(length)[:-1]]), length) if len(length) else length
    )
    return np.arange(int(length.sum())) + shift
