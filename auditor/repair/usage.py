"""How an artefact is used: in which words and where in a text, to write it into others in the same way."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from auditor.data.examples import Example, draw
from auditor.features.place import FIRST, LAST
from auditor.repair.artefacts import Artefact
from auditor.repair.edits import written_in
from auditor.repair.marked_rows import MarkedRow, Marker

ANYWHERE = (0.0, 0.5, 1.0)
"""Where an artefact is written of which no row shows where it stands."""


@dataclass(frozen=True)
class Usage:
    """An artefact as one row has it."""

    parts: Mapping[int, tuple[int, str, float]]
    """For each part its field, how it is written, and where: 0 is before all other words, 1 after them."""


def usages(rows: Sequence[MarkedRow], number: int, artefact: Artefact) -> list[Usage]:
    """How rows use an artefact, or parts of it; where none does, as the audit saw it written, anywhere."""
    found = [_usage(row, number, artefact) for row in rows]
    shown = [usage for usage in found if usage.parts]
    return shown or [
        Usage({part: _nowhere_seen(artefact, part, turn) for part in range(len(artefact.forms))})
        for turn in range(max(map(len, artefact.forms)) * len(ANYWHERE))
    ]


def _nowhere_seen(artefact: Artefact, part: int, turn: int) -> tuple[int, str, float]:
    """Field, form and place of what no row shows: at its end of the text, or anywhere."""
    words, forms = artefact.parts[part], artefact.forms[part]
    places = {FIRST: ANYWHERE[:1], LAST: ANYWHERE[-1:]}.get(words.end, ANYWHERE)
    places = ANYWHERE[:1] if words.opening else places
    return words.field, forms[turn % len(forms)], places[turn % len(places)]


def _usage(row: MarkedRow, number: int, artefact: Artefact) -> Usage:
    parts = {}
    for part in range(len(artefact.parts)):
        stands = row.places.get((number, part), ())
        for field, place in stands[:1]:
            words = row.words[field]
            others = max(1, len(words) - 1)
            last = stands[-1][1] if artefact.parts[part].opening else place
            written = row.example.texts[field][words[place].start : words[last].end]
            parts[part] = (field, written, place / others)
    return Usage(parts)


def with_artefact(
    example: Example, number: int, used: Sequence[Usage], marker: Marker, *, seed: int, parts: Collection[int]
) -> Example:
    """The example with some parts of an artefact, used as one of the rows does; what it has already stays."""
    usage = used[draw(seed, f"usage {marker.artefacts[number].id}", example.id) % len(used)]
    for part in sorted(parts):
        if (number, part) not in marker.row(example).places:
            field, form, place = usage.parts[part]
            example = written_in(example, form, field=field, place=place)
    return example
