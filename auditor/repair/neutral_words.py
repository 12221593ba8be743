"""Words that lean to no class, to stand where an artefact stood: in a masked text, or in a placebo."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from auditor.data.examples import Example
from auditor.normal import normal
from auditor.repair.marked_rows import MarkedRow

UNREMARKABLE = 0.1
"""How far the classes of a neutral word's rows may be from those of all rows."""


@dataclass(frozen=True)
class NeutralWord:
    """A word beside an artefact."""

    word: str
    """In normal form."""
    rows: int
    """That it stands in."""
    lean: float
    """How far the shares of the classes among them are from the usual ones, at most."""

    @property
    def is_neutral(self) -> bool:
        """Whether it leans to no class."""
        return self.lean <= UNREMARKABLE


def words_beside(rows: Collection[MarkedRow]) -> list[NeutralWord]:
    """Every word of the rows that belongs to no artefact, with its lean."""
    own = {normal(row.words[field][at].text) for row in rows for p in row.places.values() for field, at in p}
    usual = Counter(row.label for row in rows)
    texts: Counter[str] = Counter()
    labels: Counter[tuple[str, str]] = Counter()
    for row in rows:
        plain = plain_words(row.example) - own
        texts.update(plain)
        labels.update((word, row.label) for word in plain)
    return [
        NeutralWord(
            word,
            count,
            max(abs(labels[word, label] / count - n / len(rows)) for label, n in usual.items()),
        )
        for word, count in texts.items()
    ]


def plain_words(example: Example) -> set[str]:
    """The words of letters alone, in normal form."""
    return {word for text in example.texts for word in map(normal, text.split()) if word.isalpha()}


def unlikeness(word: NeutralWord, rows: float) -> float:
    """How many times as frequent, or as rare, a word is as one in so many rows."""
    usual = max(1.0, rows)
    return max(word.rows / usual, usual / word.rows)
