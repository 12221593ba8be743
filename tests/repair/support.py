"""Rows with artefacts in them, made by hand."""

from collections.abc import Sequence

from auditor.data.examples import Example, make_example
from auditor.repair.artefacts import Artefact, Words
from auditor.repair.marked_rows import Marked, mark
from auditor.repair.repaired import Repaired

LABELS = ("neg", "pos")


def examples(*rows: tuple[str, str]) -> list[Example]:
    """(text, label) rows, numbered from 1."""
    return [make_example((text,), label, number) for number, (text, label) in enumerate(rows, 1)]


def word(token: str, label: str = "pos", *more: str) -> Artefact:
    """A word, with others that are the same finding."""
    return Artefact(f"id of {token}", token, label, (Words(0, frozenset((token, *more))),), ((token,),))


def pair(first: str, second: str, label: str = "pos") -> Artefact:
    """Two words that matter together."""
    parts = tuple(Words(0, frozenset((token,))) for token in (first, second))
    return Artefact(f"id of {first}+{second}", f"{first} + {second}", label, parts, ((first,), (second,)))


def opening(*words: str, label: str = "pos") -> Artefact:
    """How texts begin; `*` is any word."""
    name = " ".join(words)
    return Artefact(f"id of {name}", name, label, (Words(0, opening=words),), ((name,),))


def many(counts: dict[tuple[str, str], int], artefacts: Sequence[Artefact]) -> Marked:
    """So many rows of each (words, label), each with a text of its own."""
    rows = [
        (f"{words} row{label}{number}x", label)
        for (words, label), count in counts.items()
        for number in range(count)
    ]
    return mark(examples(*rows), artefacts, LABELS)


def held(marked: Marked, result: Repaired, artefact: int = 0) -> dict[str, float]:
    """The weight of the repaired rows that hold an artefact, by class."""
    after = mark([row.example for row in result.rows], marked.artefacts, marked.labels)
    counts: dict[str, float] = {}
    for row, repaired in zip(after.rows, result.rows, strict=True):
        if artefact in row.held:
            counts[row.label] = counts.get(row.label, 0) + repaired.weight
    return counts


def texts(result: Repaired) -> list[str]:
    """The texts of the repaired rows, in order."""
    return [row.example.texts[0] for row in result.rows]
