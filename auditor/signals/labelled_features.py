"""Labelled data, counted a second time: documents of each class that hold a group, or a feature of texts.

The words of all labelled texts are read again, as numbers, some thousand texts at once; a written word is
looked at once, however often it stands there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from auditor.features.outlines import OTHER, TRAITS, Outlines, TextFeature, line_breaks, outlined, traits
from auditor.normal import normal
from auditor.signals.counts import BoolArray, Corpus, IntArray, Token
from auditor.signals.labelled import CHUNK, HALVES, LabelledData, Splitter

Belongs = Callable[[Token], tuple[int, ...]]
"""The groups that a word belongs to, by their place."""


def count_features(
    data: LabelledData, corpus: Corpus, belongs: Belongs, features: Sequence[TextFeature | None]
) -> IntArray:
    """(features, halves, classes) labelled documents that hold each; those that are None by their words."""
    cells = HALVES * len(data.labels)
    fields = 1 + max(token.field for token in corpus.vocabulary)
    reading = _Reading(data, {word: n for n, word in enumerate(corpus.vocabulary[: corpus.words])}, belongs)
    counts = np.zeros((len(features), cells), dtype=np.int64)
    pending = [_Pending() for _ in range(fields)]
    for cell, texts in data.documents():
        for number, text in enumerate(texts[:fields]):
            pending[number].add(reading.splitter.numbers_in(text, number), line_breaks(text), cell)
        if sum(len(one.words) for one in pending) >= CHUNK:
            counts += _counted(reading, pending, features, cells)
            pending = [_Pending() for _ in range(fields)]
    counts += _counted(reading, pending, features, cells)
    return counts.reshape(len(features), HALVES, -1)


@dataclass(eq=False)
class _Pending:
    """One field of the texts that are waiting to be counted."""

    words: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)

    def add(self, words: Sequence[int], breaks: int, cell: int) -> None:
        self.words.extend(words)
        self.lengths.append(len(words))
        self.breaks.append(breaks)
        self.cells.append(cell)


class _Reading:
    """Written words as numbers, with what is known of each."""

    def __init__(self, data: LabelledData, numbers: dict[Token, int], belongs: Belongs) -> None:
        self._numbers, self._belongs = numbers, belongs
        self._written: dict[tuple[str, int], int] = {}
        self.splitter = Splitter(data.pieces, self._known)
        """Reads a word as its place in the lists."""
        self.number: list[int] = []
        self.traits: list[tuple[int, ...]] = []
        self.groups: list[tuple[int, ...]] = []

    def _known(self, written: str, field: int) -> tuple[int]:
        place = self._written.setdefault((written, field), len(self.number))
        if place == len(self.number):
            token = Token(normal(written), field)
            self.number.append(self._numbers.get(token, OTHER))
            self.traits.append(traits(written))
            self.groups.append(self._belongs(token))
        return (place,)


def _counted(
    reading: _Reading, pending: Sequence[_Pending], features: Sequence[TextFeature | None], cells: int
) -> IntArray:
    """(features, cells) of the texts that are waiting."""
    counts = np.zeros((len(features), cells), dtype=np.int64)
    number = np.array(reading.number, dtype=np.int64)
    trait = np.array(reading.traits, dtype=np.float32).reshape(-1, len(TRAITS))
    for place, some in enumerate(pending):
        if not some.cells:
            continue
        words, cell = np.array(some.words, dtype=np.int64), np.array(some.cells)
        offset = np.concatenate([[0], np.cumsum(some.lengths)])
        counts += _of_groups(reading.groups, words, offset, cell, counts.shape)
        texts = outlined(number[words], trait[words], offset, np.array(some.breaks))
        counts += _of_texts(texts, features, place, cell, counts.shape)
    return counts


def _of_groups(
    groups: Sequence[tuple[int, ...]],
    words: IntArray,
    offset: IntArray,
    cell: IntArray,
    shape: tuple[int, int],
) -> IntArray:
    """Texts that hold a word of each group."""
    size = np.array([len(some) for some in groups], dtype=np.int64)
    flat = np.array([group for some in groups for group in some], dtype=np.int64)
    start = np.cumsum(size) - size
    grouped = np.flatnonzero(size[words])
    text = np.repeat(np.arange(len(cell)), np.diff(offset))[grouped]
    many = size[words[grouped]]
    shift = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many)
    group = flat[np.repeat(start[words[grouped]], many) + shift]
    key = np.unique(np.repeat(text, many) * shape[0] + group)
    found = np.bincount(key % shape[0] * shape[1] + cell[key // shape[0]], minlength=shape[0] * shape[1])
    return found.reshape(shape)


def _of_texts(
    texts: Outlines,
    features: Sequence[TextFeature | None],
    field: int,
    cell: IntArray,
    shape: tuple[int, int],
) -> IntArray:
    """Texts that hold each feature of whole texts of a field."""
    counts = np.zeros(shape, dtype=np.int64)
    for number, feature in enumerate(features):
        if feature is not None and feature.field == field:
            held: BoolArray = feature.held(texts)
            counts[number] = np.bincount(cell[held], minlength=shape[1])
    return counts
