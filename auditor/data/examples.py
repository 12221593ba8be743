"""A labelled text, or the reason why a row is none.

An example's id is made from its text alone, so that it is the same in every file, order and split; two rows
with the same text share it, and `row` tells them apart. Every random choice about an example is drawn from
its id and a seed, never from its place: a shuffled dataset gets the same treatment.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

ID_LENGTH = 16
"""Hexadecimal digits of an id: 64 bits, so that a chance collision among a million texts is one in 10^7."""


@dataclass(frozen=True, slots=True)
class Example:
    """A text (or two) with its label."""

    id: str
    """Content-based id, see `example_id`."""
    texts: tuple[str, ...]
    """The text, or two for a two-sentence task."""
    label: str | None
    """The name of the class; None only where labels were not asked for."""
    row: int
    """Place in the source: 1 for the first row, a header not counted."""
    group: str | None = None
    """The group of the data that it is from (a source, a site, an author), where a column says so."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A row that cannot be audited."""

    row: int
    """Place in the source, counted as for examples."""
    reason: str
    """Why, in a few words: `empty text`, `missing label`, ..."""
    id: str | None = None
    """Id of the text, where there is one."""


def example_id(texts: Iterable[str]) -> str:
    """The id of a text or of two: the same wherever they stand."""
    content = "".join([f"{len(text)}:{text}" for text in texts])  # lengths keep two texts from being one
    return hashlib.sha256(content.encode("utf-8")).hexdigest()[:ID_LENGTH]


def make_example(texts: tuple[str, ...], label: str | None, row: int, group: str | None = None) -> Example:
    """An example with its id worked out."""
    return Example(example_id(texts), texts, label, row, group)


def draw(seed: int, purpose: str, key: str) -> int:
    """A 64-bit random number that depends on the seed, what it is for, and an example's id."""
    digest = hashlib.sha256(f"{seed}\0{purpose}\0{key}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def fingerprint(examples: Iterable[Example]) -> str:
    """Hash of a dataset's content: texts and labels in their order, whatever the file or its format."""
    total = hashlib.sha256()
    for example in examples:
        update_fingerprint(total, example.id, example.label)
    return total.hexdigest()


def update_fingerprint(total: "hashlib._Hash", identity: str, label: str | None) -> None:
    """Add one example to a running fingerprint."""
    total.update(f"{identity}\0{'' if label is None else label}\n".encode())
