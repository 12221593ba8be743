"""Labelled data by its groups: in how many documents of each class and group does a token stand?

A group of the data is a source, a site, an author, a time: what a column says (`--group-column`). There may
be thousands, so that only cells with a document are kept, and only of tokens that are asked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from auditor.data.examples import Example
from auditor.data.words import Pieces
from auditor.signals.counts import IntArray, Token
from auditor.signals.labelled import CHUNK, Belongs, LabelledData, Numbering, distinct

_BITS, _MASK = 32, 0xFFFFFFFF
"""A cell is one number: the token's above, that of group and class below."""


@dataclass(frozen=True, eq=False)
class Divided:
    """Documents by class and group of the data."""

    names: tuple[str, ...]
    """The groups, in the order in which they come."""
    documents: IntArray
    """(groups, classes)"""
    numbers: Mapping[Token, int]
    """The number of each token."""
    cells: IntArray
    """(cells,) sorted: token, group and class that some document holds"""
    counts: IntArray
    """(cells,) how many documents"""

    def holding(self, token: Token) -> tuple[IntArray, IntArray]:
        """The groups that hold a token, and (groups, classes) documents of them that do."""
        number = self.numbers.get(token, -1)
        low, high = np.searchsorted(self.cells, (number << _BITS, (number + 1) << _BITS))
        below = self.cells[low:high] & _MASK
        classes = self.documents.shape[1]
        groups = np.unique(below // classes)
        found = np.zeros((len(groups), classes), dtype=np.int64)
        found[np.searchsorted(groups, below // classes), below % classes] = self.counts[low:high]
        return groups, found


def divide(data: LabelledData, belongs: Belongs) -> Divided | None:
    """Labelled data by its groups; None where no text has a group."""
    found = count_divided(
        data.examples(), data.names, data.labels, belongs=belongs, seed=data.seed, pieces=data.pieces
    )
    return found if found.names else None


def count_divided(
    examples: Iterable[Example],
    names: Mapping[str, str],
    labels: Sequence[str],
    *,
    belongs: Belongs,
    seed: int = 0,
    pieces: Pieces | None = None,
) -> Divided:
    """Count the examples that have a label and a group; `belongs` gives the tokens that a word counts for."""
    numbering = Numbering(pieces, belongs)
    groups: dict[str, int] = {}
    documents: dict[int, int] = {}
    parts: list[tuple[IntArray, IntArray]] = []
    pending: list[int] = []
    for example, label, _ in distinct(examples, names, labels, seed):
        if example.group is None:
            continue
        cell = groups.setdefault(example.group, len(groups)) * len(labels) + label
        documents[cell] = documents.get(cell, 0) + 1
        pending += [(number << _BITS) | cell for number in numbering.numbers_in(example.texts)]
        if len(pending) >= CHUNK:
            parts.append(_summed(np.array(pending, dtype=np.int64)))
            pending = []
    parts.append(_summed(np.array(pending, dtype=np.int64)))
    cells, counts = _summed(
        np.concatenate([some for some, _ in parts]), np.concatenate([count for _, count in parts])
    )
    table = np.zeros(len(groups) * len(labels), dtype=np.int64)
    table[list(documents)] = list(documents.values())
    return Divided(tuple(groups), table.reshape(len(groups), len(labels)), numbering.known, cells, counts)


def _summed(cells: IntArray, counts: IntArray | None = None) -> tuple[IntArray, IntArray]:
    """Each cell once, with the sum of its counts."""
    unique, inverse = np.unique(cells, return_inverse=True)
    return unique, np.bincount(inverse, weights=counts, minlength=len(unique)).astype(np.int64)
