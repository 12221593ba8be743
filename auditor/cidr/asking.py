"""The model as something to ask: logits for many texts, each with some words removed.

Rows of many texts share batches (see `auditor.cidr.engine`), and a text that fails costs no other its answer.
What was answered once is remembered: another question for the same text without the same words is free.

What is still to be answered is cut into chunks by the questions alone. A chunk is worked through by itself,
so that it comes out the same, to the last bit, whichever process does it (see `auditor.sweep.crew`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.questions import Asking, BoolArray, FloatArray, Forward
from auditor.errors import AuditError
from auditor.model.answering import Answering
from auditor.model.classifier import Classifier
from auditor.model.encoding import Encoded
from auditor.progress import Progress, Silent

CHUNK = 512
"""Rows of a chunk, unless one text alone has more."""
Texts = tuple[str, ...]
Mask = bytes
"""Which words are removed, a byte each; empty for the text as it is."""


@dataclass(frozen=True)
class Chunk:
    """Rows that one process answers together."""

    removal: str
    """What removing a word means."""
    masks: tuple[tuple[Texts, tuple[Mask, ...]], ...]
    """Texts, each with what is removed in turn."""

    @property
    def cost(self) -> int:
        """About how much work it is: characters to be read."""
        return sum(len(masks) * sum(map(len, texts)) for texts, masks in self.masks)


Answers = list[FloatArray | None]
"""(masks, classes) logits for each text of a chunk; None where the model failed."""
Worker = Callable[[Chunk], Answers]
Spread = Callable[[Sequence[Chunk], Worker], Iterator[tuple[int, Answers]]]
"""Has chunks worked through and gives the number of each with its answers, as they come."""


def one_by_one(chunks: Sequence[Chunk], work: Worker) -> Iterator[tuple[int, Answers]]:
    """Every chunk in this process, in order."""
    return ((number, work(chunk)) for number, chunk in enumerate(chunks))


@dataclass(frozen=True, eq=False)
class Laboratory:
    """A classifier, and how it is asked."""

    classifier: Answering
    removal: str = "pad"
    budget: Budget | None = None
    progress: Progress = field(default_factory=Silent)
    spread: Spread = one_by_one
    """Who works through the chunks."""
    _known: dict[tuple[str, Texts, Mask], FloatArray | None] = field(default_factory=dict)

    def ask(
        self, rows: Sequence[tuple[Texts, BoolArray]], *, what: str, removal: str | None = None
    ) -> list[FloatArray | None]:
        """Logits for texts, each with some removals (removals, words); None where the model failed.

        An empty mask, (0, 0), asks for the text as it is.
        """
        how = removal or self.removal
        wanted = [(texts, _masks(removed)) for texts, removed in rows]
        new = self._unknown(wanted, how)
        chunks = _cut(new, how)
        self.progress.start(what, sum(map(len, new.values())))
        try:
            for number, answers in self.spread(chunks, self.work):
                for (texts, masks), answer in zip(chunks[number].masks, answers, strict=True):
                    lines = [None] * len(masks) if answer is None else answer
                    self._known.update(zip(((how, texts, mask) for mask in masks), lines, strict=True))
                    self.progress.advance(len(masks))
        finally:
            self.progress.finish()
        return [self._answer(how, texts, masks) for texts, masks in wanted]

    def work(self, chunk: Chunk) -> Answers:
        """The answers to a chunk."""
        answers: Answers = [None] * len(chunk.masks)

        def tasks() -> Iterable[Task[FloatArray]]:
            for place, (texts, masks) in enumerate(chunk.masks):
                encoded = self._encoded(texts)
                if encoded is not None:
                    yield Task(encoded, _forward(_removed(masks, len(encoded.words))), key=place)

        for task in run(self.classifier, tasks(), removal=chunk.removal, budget=self.budget):
            if not isinstance(task.outcome, AuditError):
                answers[task.key] = task.outcome
        return answers

    def pieces_of(self, word: str) -> tuple[str, ...]:
        """How the model's tokenizer spells a word that is a text by itself; nothing without a tokenizer."""
        encoded = self._encoded((word,))
        if not isinstance(self.classifier, Classifier) or encoded is None or len(encoded.words) != 1:
            return ()
        ids = encoded.ids[encoded.word_of == 0].tolist()
        return tuple(map(str, self.classifier.tokenizer.convert_ids_to_tokens(ids)))

    def ask_pieces(
        self, rows: Sequence[tuple[Texts, int, BoolArray]], *, what: str
    ) -> list[FloatArray | None]:
        """Logits for texts with some pieces of one word removed: its place and (removals, pieces).

        None where the model failed, or spells the word otherwise in this text.
        """
        answers: list[FloatArray | None] = [None] * len(rows)
        self.progress.start(what, len(rows))
        try:
            for task in run(
                self.classifier, self._piece_tasks(rows), removal=self.removal, budget=self.budget
            ):
                if not isinstance(task.outcome, AuditError):
                    answers[task.key] = task.outcome
        finally:
            self.progress.finish()
        return answers

    def _piece_tasks(self, rows: Sequence[tuple[Texts, int, BoolArray]]) -> Iterable[Task[FloatArray]]:
        for here, (texts, word, removed) in enumerate(rows):
            self.progress.advance()
            encoded = self._encoded(texts)
            apart = None if encoded is None else in_pieces(encoded, word, removed.shape[1])
            if apart is not None:
                mask = np.zeros((len(removed), len(apart.words)), dtype=bool)
                mask[:, word : word + removed.shape[1]] = removed
                yield Task(apart, _forward(mask), key=here)

    def _encoded(self, texts: Texts) -> Encoded | None:
        try:
            return self.classifier.encode(*texts)
        except AuditError:
            return None

    def _unknown(self, wanted: Sequence[tuple[Texts, tuple[Mask, ...]]], how: str) -> dict[Texts, list[Mask]]:
        """What nobody has asked before, each once."""
        new: dict[Texts, dict[Mask, None]] = {}
        for texts, masks in wanted:
            for mask in masks:
                if (how, texts, mask) not in self._known:
                    new.setdefault(texts, {})[mask] = None
        return {texts: list(masks) for texts, masks in new.items()}

    def _answer(self, how: str, texts: Texts, masks: tuple[Mask, ...]) -> FloatArray | None:
        lines = [self._known[how, texts, mask] for mask in masks]
        found = [line for line in lines if line is not None]
        return np.stack(found) if len(found) == len(lines) else None


def in_pieces(encoded: Encoded, word: int, count: int) -> Encoded | None:
    """The text with each piece of a word as a word of its own; None where these are not `count` pieces."""
    own = np.flatnonzero(encoded.word_of == word)
    if len(own) != count:
        return None
    word_of = np.where(encoded.word_of > word, encoded.word_of + count - 1, encoded.word_of)
    word_of[own] = word + np.arange(count)
    words = (*encoded.words[:word], *[encoded.words[word]] * count, *encoded.words[word + 1 :])
    return replace(encoded, words=words, word_of=word_of)


def _masks(removed: BoolArray) -> tuple[Mask, ...]:
    if not removed.size:
        return (b"",)
    return tuple(line.tobytes() if line.any() else b"" for line in removed)


def _removed(masks: Sequence[Mask], words: int) -> BoolArray:
    """(masks, words)"""
    return np.array([np.frombuffer(mask or bytes(words), dtype=bool) for mask in masks])


def _cut(new: dict[Texts, list[Mask]], removal: str) -> list[Chunk]:
    """Chunks of texts of like length, the longest first, whatever the order of the questions."""
    chunks: list[Chunk] = []
    part: list[tuple[Texts, tuple[Mask, ...]]] = []
    for texts in sorted(new, key=lambda texts: (-sum(map(len, texts)), texts)):
        masks = tuple(sorted(new[texts]))
        if part and sum(len(some) for _, some in part) + len(masks) > CHUNK:
            chunks.append(Chunk(removal, tuple(part)))
            part = []
        part.append((texts, masks))
    return [*chunks, Chunk(removal, tuple(part))] if part else chunks


def _forward(removed: BoolArray) -> Asking[FloatArray]:
    answer: FloatArray = yield Forward(removed)
    return answer
