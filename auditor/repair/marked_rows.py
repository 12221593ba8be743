"""Where the artefacts stand in the rows of a dataset."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from auditor.data.examples import Example
from auditor.data.words import Word, split_words
from auditor.normal import normal
from auditor.repair.artefacts import Artefact

Part = tuple[int, int]
"""The number of an artefact, and which of its words: 0, or 1 for the second of a pair."""
Places = tuple[tuple[int, int], ...]
"""Field and number of each word."""


@dataclass(frozen=True, eq=False)
class MarkedRow:
    """A row and where in it artefacts stand."""

    example: Example
    words: tuple[tuple[Word, ...], ...]
    """The words of each text; empty where no artefact is in the row."""
    places: dict[Part, Places]
    """For each part of an artefact that the row has, where."""
    held: frozenset[int]
    """The artefacts that it holds: all parts of each."""

    @property
    def label(self) -> str:
        """The row's class."""
        return str(self.example.label)

    def spots(self, artefact: int) -> Places:
        """Where an artefact of one part stands."""
        return self.places.get((artefact, 0), ())


@dataclass(frozen=True, eq=False)
class Marked:
    """A dataset with its artefacts marked."""

    rows: tuple[MarkedRow, ...]
    artefacts: tuple[Artefact, ...]
    labels: tuple[str, ...]
    """The dataset's classes."""

    @cached_property
    def shares(self) -> dict[str, float]:
        """The share of each class."""
        counts = dict.fromkeys(self.labels, 0)
        for row in self.rows:
            counts[row.label] += 1
        return {label: count / max(1, len(self.rows)) for label, count in counts.items()}

    def holding(self, artefact: int) -> list[MarkedRow]:
        """The rows that hold an artefact."""
        return [row for row in self.rows if artefact in row.held]


class Marker:
    """Looks words up among the artefacts; each different word is looked up once.

    What is an artefact at one place of a text is looked up in each text.
    """

    def __init__(self, artefacts: Sequence[Artefact]) -> None:
        self.artefacts = tuple(artefacts)
        self._known: dict[tuple[str, int], tuple[Part, ...]] = {}
        every = {(n, p): part for n, one in enumerate(self.artefacts) for p, part in enumerate(one.parts)}
        self._placed = {number: part for number, part in every.items() if part.end or part.opening}
        self._anywhere = {number: part for number, part in every.items() if number not in self._placed}

    def row(self, example: Example) -> MarkedRow:
        """The row with its artefacts."""
        words = tuple(split_words(text, field=field) for field, text in enumerate(example.texts))
        found: dict[Part, list[tuple[int, int]]] = {}
        for field, some in enumerate(words):
            for number, word in enumerate(some):
                for part in self._parts(word.text, field):
                    found.setdefault(part, []).append((field, number))
            for part, placed in self._placed.items():
                here = placed.places([normal(word.text) for word in some], field)
                if here:
                    found.setdefault(part, []).extend((field, number) for number in here)
        held = frozenset(
            number
            for number, artefact in enumerate(self.artefacts)
            if all((number, part) in found for part in range(len(artefact.parts)))
        )
        places = {part: tuple(places) for part, places in sorted(found.items())}
        return MarkedRow(example, words if found else (), places, held)

    def _parts(self, written: str, field: int) -> tuple[Part, ...]:
        """The artefacts that a word belongs to wherever it stands."""
        known = self._known.get((written, field))
        if known is None:
            token = normal(written)
            known = tuple(number for number, part in self._anywhere.items() if part.has(token, field))
            self._known[written, field] = known
        return known


def mark(examples: Iterable[Example], artefacts: Sequence[Artefact], labels: Sequence[str]) -> Marked:
    """The labelled examples with their artefacts."""
    marker = Marker(artefacts)
    rows = tuple(marker.row(example) for example in examples if example.label is not None)
    return Marked(rows, marker.artefacts, tuple(labels))
