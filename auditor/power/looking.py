"""What a plan knows of the texts: which words they hold, and how many hold each.

Of very many texts a random part is looked at, large enough for the share that is asked about.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.data.examples import Example, draw
from auditor.data.loading import Dataset
from auditor.signals.counts import IntArray
from auditor.signals.labelled import Numbering
from auditor.signals.statistics import FloatArray

LOOKED_AT = 50_000
"""Different texts that are read for a plan; more where a small share is asked about."""
HOLDING = 200
"""Texts among these that a word of the share asked about should be in."""


@dataclass(frozen=True, eq=False)
class Looked:
    """The texts that were looked at, and their words."""

    rows: int
    """Different texts of the data."""
    place: IntArray
    """(texts,) places in the table"""
    draws: NDArray[Any]
    """(texts,) the 64-bit random number of each"""
    stratum: IntArray
    """(texts,) the number of each one's label, 0 without labels"""
    length: IntArray
    """(texts,) different words of each"""
    word: IntArray
    """(entries,) the words of the first text, of the second, …"""
    documents: IntArray
    """(words,) texts that hold each"""

    @property
    def scale(self) -> float:
        """Texts of the data for each that was looked at."""
        return self.rows / max(1, len(self.place))

    def highest(self, value: FloatArray, floor: float) -> FloatArray:
        """(texts,) the highest value of a text's words, but at least the floor."""
        found = np.full(len(self.place), floor)
        doc = np.repeat(np.arange(len(self.place)), self.length)
        np.maximum.at(found, doc, value[self.word])
        return found

    def sums(self, value: FloatArray) -> FloatArray:
        """(words,) the sum over the texts that hold a word."""
        doc = np.repeat(np.arange(len(self.place)), self.length)
        total = np.bincount(self.word, weights=value[doc], minlength=len(self.documents))
        return total.astype(np.float64)


def look(dataset: Dataset, reach: float, *, seed: int) -> Looked:
    """Read the words of the different texts of a dataset, or of a random part of them."""
    place, ids, stratum = _different(dataset)
    rows, most = len(place), max(LOOKED_AT, round(HOLDING / reach))
    if rows > most:  # ids are hashes: times an odd number they are in another random order
        rank = ids * np.uint64(2 * draw(seed, "look", "") % 2**64 + 1)
        part = np.sort(np.argpartition(rank, most)[:most])
        place, ids, stratum = place[part], ids[part], stratum[part]
    draws = np.fromiter((draw(seed, "sample", f"{one:016x}") for one in ids.tolist()), np.uint64, len(ids))
    numbering = Numbering(None, lambda token: (token,))
    words: list[NDArray[np.int32]] = []
    for record in dataset.table.at(place):
        found = numbering.numbers_in(record.texts) if isinstance(record, Example) else ()
        words.append(np.fromiter(found, np.int32))
    word = np.concatenate([*words, np.zeros(0, np.int32)]).astype(np.int64)
    return Looked(
        rows=rows,
        place=place,
        draws=draws,
        stratum=stratum,
        length=np.array([len(one) for one in words], dtype=np.int64),
        word=word,
        documents=np.bincount(word, minlength=len(numbering.forms)),
    )


def _different(dataset: Dataset) -> tuple[IntArray, NDArray[np.uint64], IntArray]:
    """Place, id and label of each text that can be audited, a text that occurs again once."""
    number = {name: place for place, name in enumerate(dataset.label_names)}
    size = len(dataset.table)
    ids, stratum = np.zeros(size, dtype=np.uint64), np.full(size, -1, dtype=np.int64)
    for row, (identity, label, good) in enumerate(dataset.table.keys()):
        if good and identity is not None:
            ids[row], stratum[row] = int(identity, 16), number.get(label or "", 0)
    fit = np.flatnonzero(stratum >= 0)
    _, first = np.unique(ids[fit], return_index=True)
    place: IntArray = fit[np.sort(first)].astype(np.int64)
    return place, ids[place], stratum[place]
