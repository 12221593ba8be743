"""The rows by what they hold: cells of rows with the same artefacts and the same class.

To balance or to weigh, a row is its cell. A *trait* is what has to say nothing: to hold an artefact, and for
a pair also to hold each of its words, or else the word that is left alone would give its class away.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from auditor.repair.marked_rows import Marked, MarkedRow, Part

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
Cell = tuple[tuple[Part, ...], str]
"""The traits that a row has, and its class."""


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a dataset."""

    marked: Marked

    @cached_property
    def rows(self) -> dict[Cell, list[MarkedRow]]:
        """The rows of each cell, in a fixed order."""
        found: defaultdict[Cell, list[MarkedRow]] = defaultdict(list)
        for row in self.marked.rows:
            found[self.traits(row), row.label].append(row)
        return dict(sorted(found.items()))

    def traits(self, row: MarkedRow) -> tuple[Part, ...]:
        """What a row has that must say nothing; -1 is a pair as a whole."""
        whole = [(number, -1) for number in row.held if self.marked.artefacts[number].is_pair]
        return tuple(sorted([*row.places, *whole]))

    @cached_property
    def counts(self) -> FloatArray:
        """(cells,) rows"""
        return np.array([len(rows) for rows in self.rows.values()], dtype=np.float64)

    @cached_property
    def labels(self) -> NDArray[np.int64]:
        """(cells,) the number of the class"""
        numbers = {label: number for number, label in enumerate(self.marked.labels)}
        return np.array([numbers[label] for _, label in self.rows], dtype=np.int64)

    @cached_property
    def having(self) -> BoolArray:
        """(traits, cells) whether the rows of a cell have a trait"""
        every = sorted({trait for traits, _ in self.rows for trait in traits})
        found = np.zeros((len(every), len(self.rows)), dtype=bool)
        for column, (traits, _) in enumerate(self.rows):
            for trait in traits:
                found[every.index(trait), column] = True
        return found

    def by_label(self, amounts: FloatArray) -> FloatArray:
        """(classes,) the sum of an amount a cell"""
        total = np.zeros(len(self.marked.labels))
        np.add.at(total, self.labels, amounts)
        return total
