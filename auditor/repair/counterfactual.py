"""Counterfactual: copies that say the opposite, until the artefact says nothing.

Rows of the classes that lack the artefact are copied with it written in, in the words and at the places of a
row that has it; as many rows of its own class are copied with it taken out, so that no class grows at the
cost of another. Copies hold no other artefact: each is made from a text without any. Of a pair also each word
alone is made even, since a copy without the pair is a text with one of its words.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from auditor.data.examples import Example, draw
from auditor.repair.artefacts import Artefact
from auditor.repair.edits import edited
from auditor.repair.marked_rows import Marked, MarkedRow, Marker, Part
from auditor.repair.repaired import INSERTED, TAKEN_OUT, RepairConfig, Repaired, RepairedRow
from auditor.repair.usage import Usage, usages, with_artefact

NAME = "counterfactual"
Trait = frozenset[int]
"""The parts of an artefact that a row has."""


def repair(marked: Marked, config: RepairConfig) -> Repaired:
    """The rows and their copies; those of pairs are made first, since they bring single words with them."""
    work = _Copying(marked, config, Marker(marked.artefacts), list(marked.rows))
    order = sorted(range(len(marked.artefacts)), key=lambda number: not marked.artefacts[number].is_pair)
    for number in order:
        traits = [frozenset((0, 1)), frozenset((0,)), frozenset((1,))]
        for trait in traits if marked.artefacts[number].is_pair else traits[1:2]:
            work.even(number, trait)
    rows = [RepairedRow(row.example) for row in marked.rows]
    return Repaired((*rows, *work.copies), short=work.short)


@dataclass
class _Copying:
    """The copies so far: the one mutable record of this module."""

    marked: Marked
    config: RepairConfig
    marker: Marker
    rows: list[MarkedRow]
    copies: list[RepairedRow] = field(default_factory=list)
    short: dict[str, int] = field(default_factory=dict)

    def even(self, number: int, trait: Trait) -> None:
        """Add copies until the rows with a trait have the classes as all rows have them."""
        artefact = self.marked.artefacts[number]
        own = [row for row in self.rows if _trait(row, number, artefact) == trait]
        wanted = missing(Counter(row.label for row in own), self.marked.shares)
        if not sum(wanted.values()):
            return
        used = usages(own, number, artefact)
        for label, count in wanted.items():
            self._insert(number, trait, label, count, used)
        self._take_out(number, trait, own, wanted)

    def _insert(self, number: int, trait: Trait, label: str, count: int, used: Sequence[Usage]) -> None:
        artefact = self.marked.artefacts[number]
        free = [row for row in self.marked.rows if row.label == label and not _trait(row, number, artefact)]
        if len(free) < count and len(trait) == len(artefact.parts):
            free = [row for row in self.marked.rows if row.label == label and number not in row.held]
        chosen = self._ranked(free, number, f"insert {sorted(trait)}")
        made = 0
        for row in chosen:
            if made == count:
                break
            copy = self._stripped(row)
            if copy is not None:
                written = with_artefact(copy, number, used, self.marker, seed=self.config.seed, parts=trait)
                self._add(written, INSERTED, artefact)
                made += 1
        if made < count:
            self.short[artefact.id] = self.short.get(artefact.id, 0) + count - made

    def _take_out(
        self, number: int, trait: Trait, own: Sequence[MarkedRow], wanted: Mapping[str, int]
    ) -> None:
        """As many copies of the classes that have too much of it, without it."""
        artefact = self.marked.artefacts[number]
        given = [label for label, count in wanted.items() if not count]
        share = sum(self.marked.shares[label] for label in given)
        for label in given:
            count = round(sum(wanted.values()) * self.marked.shares[label] / max(1e-9, 1 - share))
            rows = [row for row in own if row.label == label]
            for row in self._ranked(rows, number, "take out")[:count]:
                copy = self._stripped(row, [(number, part) for part in trait] if len(trait) == 1 else [])
                if copy is not None:
                    self._add(copy, TAKEN_OUT, artefact)

    def _stripped(self, row: MarkedRow, also: Sequence[Part] = ()) -> Example | None:
        """The text without the artefacts that it holds; of a pair one word goes, drawn by the text."""
        parts = set(also)
        for number in row.held:
            artefact = self.marked.artefacts[number]
            drawn = draw(self.config.seed, f"without {artefact.id}", row.example.id)
            parts.add((number, drawn % len(artefact.parts)))
        places = {place for part in parts for place in row.places[part]}
        return edited(row.example, dict.fromkeys(places, ""))

    def _add(self, copy: Example, change: str, artefact: Artefact) -> None:
        self.copies.append(RepairedRow(copy, change=change, findings=(artefact.id,)))
        self.rows.append(self.marker.row(copy))

    def _ranked(self, rows: Sequence[MarkedRow], number: int, purpose: str) -> list[MarkedRow]:
        """In the order of a draw, texts without any artefact first."""
        name = f"{purpose} {self.marked.artefacts[number].id}"
        return sorted(
            rows,
            key=lambda row: (
                bool(row.held - {number}),
                draw(self.config.seed, name, row.example.id),
                row.example.row,
            ),
        )


def missing(counts: Mapping[str, int], shares: Mapping[str, float]) -> dict[str, int]:
    """How many more of each class make its share what it should be, with the fewest more in all."""
    present = {label: share for label, share in shares.items() if share > 0}
    total = max(counts.get(label, 0) / share for label, share in present.items())
    return {label: max(0, round(share * total) - counts.get(label, 0)) for label, share in present.items()}


def _trait(row: MarkedRow, number: int, artefact: Artefact) -> Trait:
    return frozenset(part for part in range(len(artefact.parts)) if (number, part) in row.places)
