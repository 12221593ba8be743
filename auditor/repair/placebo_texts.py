"""Placebos of behaviour tests: does any other change of that kind turn the text as well?

A text that turns whatever is written into it says nothing of an artefact. So the same text is changed at the
same place with words of like frequency that lean to no class, and with the artefact spelt backwards: a word
of its shape that the model has not seen. Where a test takes an artefact out, other words of like frequency
are taken out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from auditor.data.examples import Example, draw
from auditor.normal import normal
from auditor.repair.edits import edited
from auditor.repair.marked_rows import MarkedRow, Marker, Part
from auditor.repair.neutral_words import NeutralWord, unlikeness, words_beside
from auditor.repair.usage import Usage, with_artefact

PLACEBOS = 3
"""Words of like frequency that each test is tried with: the prediction has to stay with all of them."""
CHOICE = 10
"""Words of like frequency that the placebos of an artefact are drawn from."""


@dataclass(frozen=True, eq=False)
class PlaceboTexts:
    """What placebos are made of: the texts of a run."""

    rows: Sequence[MarkedRow]
    marker: Marker
    seed: int

    @cached_property
    def _beside(self) -> dict[str, NeutralWord]:
        return {one.word: one for one in words_beside(self.rows)}

    @cached_property
    def _frequency(self) -> Counter[Part]:
        return Counter(part for row in self.rows for part in row.places)

    def written(self, example: Example, number: int, used: Sequence[Usage]) -> list[Example]:
        """The text with other words written in where the artefact was; none where every word leans."""
        parts = range(len(self.marker.artefacts[number].parts))
        words = {part: self._alike((number, part)) for part in parts}
        found = []
        for turn in range(PLACEBOS if all(words.values()) else 0):
            starts = {part: self._start(example, (number, part), turn) for part in parts}
            others = [_worded(usage, words, starts) for usage in used]
            found.append(with_artefact(example, number, others, self.marker, seed=self.seed, parts=parts))
        turned = [other for usage in used if (other := self._backwards(usage, number))]
        if turned:
            found.append(with_artefact(example, number, turned, self.marker, seed=self.seed, parts=parts))
        return found

    def taken_out(self, row: MarkedRow, number: int) -> list[Example]:
        """The text with as many other words taken out, those of like frequency first."""
        artefacts = {place for places in row.places.values() for place in places}
        others = [
            (field, place)
            for field, words in enumerate(row.words)
            for place in range(len(words))
            if (field, place) not in artefacts
        ]
        usual = self._frequency[number, 0]
        others.sort(key=lambda place: (self._unlike(row, place, usual), place))
        count = len(row.places[number, 0])
        groups = [others[turn * count : (turn + 1) * count] for turn in range(PLACEBOS)]
        changed = [edited(row.example, dict.fromkeys(some, "")) for some in groups if some]
        return [one for one in changed if one is not None]

    def _alike(self, part: Part) -> list[str]:
        """Neutral words of like frequency; none where every word leans to a class."""
        usual = self._frequency[part]
        neutral = (one for one in self._beside.values() if one.is_neutral)
        ranked = sorted(neutral, key=lambda one: (unlikeness(one, usual), one.word))
        return [one.word for one in ranked[:CHOICE]]

    def _backwards(self, usage: Usage, number: int) -> Usage | None:
        """The same places with the artefact spelt backwards; None where that is an artefact again."""
        parts = {part: (field, backwards(w), place) for part, (field, w, place) in usage.parts.items()}
        words = self.marker.artefacts[number].parts
        again = any(words[part].has(normal(new), field) for part, (field, new, _) in parts.items())
        same = any(usage.parts[part][1] == new for part, (_, new, _) in parts.items())
        return None if again or same else Usage(parts)

    def _start(self, example: Example, part: Part, turn: int) -> int:
        """Where in the list of words a turn begins; the parts of a pair get different ones."""
        artefact = self.marker.artefacts[part[0]]
        start = draw(self.seed, f"placebo {artefact.id}", example.id)
        return start + part[1] + len(artefact.parts) * turn

    def _unlike(self, row: MarkedRow, place: tuple[int, int], usual: float) -> float:
        word = self._beside.get(normal(row.words[place[0]][place[1]].text))
        return unlikeness(word, usual) if word else float("inf")


def _worded(usage: Usage, words: Mapping[int, Sequence[str]], starts: Mapping[int, int]) -> Usage:
    """The same places with as many other words."""
    parts = {}
    for part, (field, written, place) in usage.parts.items():
        some, first = words[part], starts[part]
        chosen = (some[(first + turn) % len(some)] for turn in range(len(written.split())))
        parts[part] = (field, " ".join(chosen), place)
    return Usage(parts)


def backwards(word: str) -> str:
    """Letters and digits in the opposite order, all else in its place: `[neg]` is `[gen]`."""
    turned = iter([character for character in word if character.isalnum()][::-1])
    return "".join(next(turned) if character.isalnum() else character for character in word)
