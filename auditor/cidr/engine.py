"""Answers the questions of many texts at once, in batches of similar length.

Every computation (see `auditor.cidr.questions`) is asked what it needs; the rows of all questions are pooled,
sorted by length, cut into batches under a token budget, evaluated, and the answers sent back. Forward and
gradient evaluations have budgets of their own, since a gradient keeps every activation.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic

import numpy as np

from auditor.cidr.questions import Asking, BoolArray, FloatArray, Forward, Gradient, Question, Result
from auditor.errors import AuditError
from auditor.model.classifier import Classifier, Row, check_finite
from auditor.model.encoding import Encoded


@dataclass(frozen=True)
class Budget:
    """How much is evaluated at once."""

    forward: int = 2048
    """Pieces in one forward batch, filler included."""
    gradient: int = 512
    """Pieces in one gradient batch."""
    window: int = 64
    """Texts under way at the same time."""


@dataclass(eq=False)
class Task(Generic[Result]):
    """One text's computation."""

    encoded: Encoded
    asking: Asking[Result]
    question: Question | None = None
    """What it waits for."""
    outcome: Result | AuditError | None = None
    """What came of it, once it has ended."""


@dataclass(eq=False)
class _Item:
    """One row of one task's question."""

    task: Task[Any]
    place: int
    row: Row
    answer: Any = field(default=None)


def run(
    classifier: Classifier,
    tasks: Iterable[Task[Result]],
    *,
    removal: str = "pad",
    budget: Budget | None = None,
) -> Iterator[Task[Result]]:
    """Run every task to its end and yield it with its outcome, in the order in which they end."""
    limits = budget or Budget()
    waiting = iter(tasks)
    live: list[Task[Result]] = []
    while True:
        for task in islice(waiting, limits.window - len(live)):
            _advance(task, None)
            live.append(task)
        if not live:
            return
        yield from (task for task in live if task.question is None)
        live = [task for task in live if task.question is not None]
        _answer_all(classifier, live, removal, limits)


def _answer_all(classifier: Classifier, live: Sequence[Task[Any]], removal: str, limits: Budget) -> None:
    """One answer for every task that waits."""
    items = {id(task): _items(classifier, task, removal) for task in live}
    forwards = [item for task in live if isinstance(task.question, Forward) for item in items[id(task)]]
    gradients = [item for task in live if isinstance(task.question, Gradient) for item in items[id(task)]]
    for batch in _batches(forwards, limits.forward, classifier.filler_side):
        for item, logits in zip(batch, classifier.logits([i.row for i in batch]), strict=True):
            item.answer = logits
    for batch in _batches(gradients, limits.gradient, classifier.filler_side):
        _differentiate(classifier, batch)
    for task in live:
        _advance(task, _assemble(task, items[id(task)], removal))


def _differentiate(classifier: Classifier, batch: Sequence[_Item]) -> None:
    questions = [item.task.question for item in batch if isinstance(item.task.question, Gradient)]
    targets = np.array([q.target for q in questions])
    offsets = np.stack([q.offset for q in questions])
    values, slopes = classifier.gradients([item.row for item in batch], targets, offsets)
    for item, value, slope in zip(batch, values, slopes, strict=True):
        item.answer = (value, slope)


def _items(classifier: Classifier, task: Task[Any], removal: str) -> list[_Item]:
    question, encoded = task.question, task.encoded
    assert question is not None  # noqa: S101 (a live task always waits for something)
    alphas = np.ones(len(question.removed)) if question.alphas is None else question.alphas
    items = []
    for place, (removed, alpha) in enumerate(zip(question.removed, alphas, strict=True)):
        gone = _gone(encoded, removed)
        presence = np.where(encoded.word_of < 0, 1.0, np.where(gone, 0.0, alpha))
        row = classifier.row(encoded, presence)
        if removal == "delete":
            kept = _kept(gone)
            types = None if row.types is None else row.types[kept]
            row = Row(row.ids[kept], row.presence[kept], types)
        items.append(_Item(task, place, row))
    return items


def _gone(encoded: Encoded, removed: BoolArray) -> BoolArray:
    """(pieces,) whether the piece belongs to a removed word."""
    gone: BoolArray = np.append(removed, False)[encoded.word_of]
    return gone


def _kept(gone: BoolArray) -> BoolArray:
    """(pieces,) what deletion leaves; a text without special tokens keeps one piece, which is then padded."""
    kept = ~gone
    kept[0] |= not kept.any()
    return kept


def _batches(items: Sequence[_Item], tokens: int, filler_side: str) -> Iterator[list[_Item]]:
    """Cut rows into batches of similar length, longest first, each within the token budget."""
    batch: list[_Item] = []
    for item in sorted(items, key=lambda item: -len(item.row)):
        full = batch and (len(batch) + 1) * len(batch[0].row) > tokens
        unequal = batch and filler_side == "none" and len(batch[0].row) != len(item.row)
        if full or unequal:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch


def _assemble(task: Task[Any], items: Sequence[_Item], removal: str) -> Any:
    """The answer to a question from its rows: logits, or values and gradients per word."""
    question, encoded = task.question, task.encoded
    if isinstance(question, Forward):
        return np.stack([item.answer for item in items])
    assert isinstance(question, Gradient)  # noqa: S101 (the only other kind)
    words = len(encoded.words)
    slopes = np.zeros((len(items), words))
    for line, item, removed in zip(slopes, items, question.removed, strict=True):
        word_of = encoded.word_of
        if removal == "delete":
            word_of = word_of[_kept(_gone(encoded, removed))]
        line += np.bincount(word_of + 1, weights=item.answer[1], minlength=words + 1)[1:]
        line[removed] = 0.0
    return np.array([item.answer[0] for item in items]), slopes


def _advance(task: Task[Any], answer: Any) -> None:
    """Send a task its answer and take its next question, or its outcome."""
    try:
        if answer is not None:
            check_finite(_numbers(answer))
        task.question = task.asking.send(answer)
    except StopIteration as end:
        task.question, task.outcome = None, end.value
    except AuditError as error:
        task.question, task.outcome = None, error


def _numbers(answer: Any) -> FloatArray:
    numbers: FloatArray = answer[1] if isinstance(answer, tuple) else answer
    return numbers
