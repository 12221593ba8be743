"""From a question to rows of a batch, and from their results back to an answer.

A row is the text with some words removed, at one point of a path. Removing a word replaces its pieces; with
`delete` it takes them out, and the row is shorter.
"""

from dataclasses import dataclass, field
from typing import Any, Generic

import numpy as np

from auditor.cidr.questions import Asking, Forward, Gradient, Question, Result
from auditor.errors import AuditError
from auditor.model.answering import Answering, Input
from auditor.model.encoding import Encoded, gone_pieces, kept_pieces


@dataclass(eq=False)
class Task(Generic[Result]):
    """One text's computation."""

    encoded: Encoded
    asking: Asking[Result]
    key: Any = None
    """What its maker knows it by: a place, a record; anything."""
    question: Question | None = None
    """What it waits for."""
    outcome: Result | AuditError | None = None
    """What came of it, once it has ended."""
    items: list["Item"] = field(default_factory=list)
    """The rows of its question."""


@dataclass(eq=False)
class Item:
    """One row of one task's question."""

    task: Task[Any]
    row: Input
    answer: Any = None
    """Logits, or the value and the gradient to each piece; None until it was evaluated."""


def items_of(classifier: Answering, task: Task[Any], removal: str) -> list[Item]:
    """The rows of the question that a task waits for."""
    question, encoded = task.question, task.encoded
    if question is None:
        return []
    alphas = np.ones(len(question.removed)) if question.alphas is None else question.alphas
    return [
        Item(task, classifier.without(encoded, removed, alpha=float(alpha), removal=removal))
        for removed, alpha in zip(question.removed, alphas, strict=True)
    ]


def evaluate(classifier: Answering, batch: list[Item]) -> None:
    """Answer rows that ask for the same kind of thing, in one call of the model."""
    questions = [item.task.question for item in batch]
    rows = [item.row for item in batch]
    gradients = [question for question in questions if isinstance(question, Gradient)]
    if not gradients:
        for item, logits in zip(batch, classifier.logits(rows), strict=True):
            item.answer = logits
        return
    targets = np.array([question.target for question in gradients])
    values, slopes = classifier.gradients(rows, targets)
    for item, value, slope in zip(batch, values, slopes, strict=True):
        item.answer = (value, slope)


def assemble(task: Task[Any], removal: str) -> Any:
    """The answer to a question from its rows: logits, or values and gradients per word."""
    question, encoded, items = task.question, task.encoded, task.items
    if isinstance(question, Forward):
        return np.stack([item.answer for item in items])
    assert isinstance(question, Gradient)  # noqa: S101 (the only other kind)
    words = len(encoded.words)
    slopes = np.zeros((len(items), words))
    for line, item, removed in zip(slopes, items, question.removed, strict=True):
        word_of = encoded.word_of
        if removal == "delete":
            word_of = word_of[kept_pieces(gone_pieces(encoded, removed))]
        line += np.bincount(word_of + 1, weights=item.answer[1], minlength=words + 1)[1:]
        line[removed] = 0.0
    return np.array([item.answer[0] for item in items]), slopes
