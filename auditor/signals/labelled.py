"""Labelled data, counted: in how many documents of each class a word stands.

Counting is cheap and minimal sets are not. So the labels are counted over all labelled data at hand, not over
the audited sample alone: a leak that the sample cannot show is in the file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from auditor.data.examples import Example, draw
from auditor.data.words import Pieces, split_words, stretches
from auditor.normal import normal
from auditor.signals.counts import IntArray, Token

CHUNK = 1 << 20
"""Words that are counted at once."""
REMEMBERED = 400_000
"""Stretches between blanks whose words are remembered."""
LONGEST = 60
"""Characters of a stretch that is remembered."""
HALVES = 2
"""Discovery and confirmation."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """Documents by class, and by word and class; a text that occurs again is counted once."""

    documents: IntArray
    """(halves, classes)"""
    numbers: Mapping[Token, int]
    """The row of each word in `holding`."""
    holding: IntArray
    """(words, halves, classes) documents that hold the word"""
    forms: tuple[str, ...]
    """(words,) how each was written first"""

    def table(self, vocabulary: Sequence[Token]) -> IntArray:
        """(tokens, halves, classes) documents that hold each token of a vocabulary."""
        rows = np.array([self.numbers.get(token, -1) for token in vocabulary], dtype=np.int64)
        found = np.zeros((len(rows), *self.documents.shape), dtype=np.int64)
        found[rows >= 0] = self.holding[rows[rows >= 0]]
        return found

    def word_counts(self) -> dict[str, int]:
        """Documents that hold each word, of any field."""
        total = self.holding.sum(axis=(1, 2))
        found: dict[str, int] = {}
        for token, row in self.numbers.items():
            found[token.text] = found.get(token.text, 0) + int(total[row])
        return found

    def frequent(self, least: int) -> dict[Token, str]:
        """Words that at least so many documents hold, each as it was written."""
        total = self.holding.sum(axis=(1, 2))
        return {token: self.forms[row] for token, row in self.numbers.items() if total[row] >= least}


Belongs = Callable[[Token], tuple[Token, ...]]
"""The groups that a word belongs to."""


@dataclass(frozen=True, eq=False)
class LabelledData:
    """All labelled texts at hand, to be counted as often as needed."""

    examples: Callable[[], Iterable[Example]]
    """The texts, from the first one each time."""
    names: Mapping[str, str]
    """The data's labels to the model's."""
    labels: tuple[str, ...]
    """The model's classes."""
    seed: int = 0
    pieces: Pieces | None = None
    """How a tokenizer splits scripts without blanks."""
    grouped: bool = False
    """Whether a column says which group of the data a text is from."""

    @cached_property
    def words(self) -> Labelled:
        """Documents by word and class; counted once."""
        return count_labelled(self.examples(), self.names, self.labels, seed=self.seed, pieces=self.pieces)

    def documents(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Every different text with a label, and its cell: half and class as one number."""
        for example, label, key in distinct(self.examples(), self.names, self.labels, self.seed):
            yield (key & 1) * len(self.labels) + label, example.texts


def count_labelled(
    examples: Iterable[Example],
    names: Mapping[str, str],
    labels: tuple[str, ...],
    *,
    seed: int = 0,
    pieces: Pieces | None = None,
) -> Labelled:
    """Count examples that have a label; `names` maps the data's labels to the model's, `labels`."""
    cells = HALVES * len(labels)
    numbering = Numbering(pieces, lambda token: (token,))
    documents = np.zeros(cells, dtype=np.int64)
    counts = np.zeros(0, dtype=np.int64)
    pending: list[int] = []
    for example, label, key in distinct(examples, names, labels, seed):
        cell = (key & 1) * len(labels) + label
        documents[cell] += 1
        pending += [number * cells + cell for number in numbering.numbers_in(example.texts)]
        if len(pending) >= CHUNK:
            counts = _add(counts, pending, len(numbering.forms) * cells)
            pending = []
    counts = _add(counts, pending, len(numbering.forms) * cells)
    return Labelled(
        documents=documents.reshape(HALVES, -1),
        numbers=numbering.known,
        holding=counts.reshape(-1, HALVES, len(labels)),
        forms=tuple(numbering.forms),
    )


def distinct(
    examples: Iterable[Example], names: Mapping[str, str], labels: Sequence[str], seed: int
) -> Iterator[tuple[Example, int, int]]:
    """The examples that have a label, a text that occurs again once, with label and key."""
    place = {name: number for number, name in enumerate(labels)}
    seen: set[int] = set()
    for example in examples:
        if example.label is None or example.label not in names:
            continue
        key = draw(seed, "half", example.id)
        if key not in seen:
            seen.add(key)
            yield example, place[names[example.label]], key


def _add(counts: IntArray, cells: list[int], size: int) -> IntArray:
    more = np.bincount(np.asarray(cells, dtype=np.int64), minlength=size)
    more[: len(counts)] += counts
    return more


class Splitter:
    """Numbers the words of texts; a stretch between blanks is split once."""

    def __init__(self, pieces: Pieces | None, numbers: Callable[[str, int], Iterable[int]]) -> None:
        self._pieces = pieces
        self._numbers = numbers
        """What a word as written, of a text field, is read as."""
        self._stretches: dict[tuple[str, int], tuple[int, ...]] = {}

    def numbers_in(self, text: str, field: int) -> list[int]:
        """What the words of a text are read as, one after the other."""
        found: list[int] = []
        for stretch in stretches(text):
            numbers = self._stretches.get((stretch, field))
            found.extend(self._split(stretch, field) if numbers is None else numbers)
        return found

    def _split(self, stretch: str, field: int) -> tuple[int, ...]:
        words = split_words(stretch, field=field, pieces=self._pieces)
        found = tuple(number for word in words for number in self._numbers(word.text, field))
        if len(self._stretches) >= REMEMBERED:
            self._stretches.clear()
        if len(stretch) <= LONGEST:
            self._stretches[stretch, field] = found
        return found


class Numbering:
    """Numbers tokens in the order in which texts show them."""

    def __init__(self, pieces: Pieces | None, belongs: Belongs) -> None:
        self._belongs = belongs
        self._splitter = Splitter(pieces, self._numbers)
        self.known: dict[Token, int] = {}
        self.forms: list[str] = []
        """How each was written first."""

    def numbers_in(self, texts: tuple[str, ...]) -> set[int]:
        """The tokens of a text, or of two."""
        found: set[int] = set()
        for field, text in enumerate(texts):
            found.update(self._splitter.numbers_in(text, field))
        return found

    def _numbers(self, written: str, field: int) -> Iterator[int]:
        for token in self._belongs(Token(normal(written), field)):
            number = self.known.setdefault(token, len(self.forms))
            if number == len(self.forms):
                self.forms.append(written)
            yield number
