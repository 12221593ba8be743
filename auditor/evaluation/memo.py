"""Answers that were already given: seeds and variants of a method ask the same of a model, mostly.

A computation run through `remembered` asks only what is not known yet about its text. What it *asked* is
counted all the same, since that is what it costs where it runs alone.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from auditor.cidr.questions import Asking, FloatArray, Forward, Gradient, Question, Result
from auditor.records.text import Tally


@dataclass(eq=False)
class Memo:
    """What is known about one text under one meaning of removal."""

    answers: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    """By row: logits, or the probability and the gradients to the words."""


@dataclass
class Asked:
    """Rows that a computation asked for, known before or not."""

    forwards: int = 0
    gradients: int = 0


@dataclass
class Meter(Tally):
    """A tally that keeps the time of the two kinds of evaluation apart."""

    gradient_seconds: float = 0.0
    """Time inside the model for gradients."""

    def add_batch(self, lengths: list[int], seconds: float, *, gradient: bool) -> None:
        super().add_batch(lengths, seconds, gradient=gradient)
        self.gradient_seconds += seconds if gradient else 0.0

    def seconds_for(self, asked: Asked) -> float:
        """What rows cost on the average of this run."""
        forward = (self.seconds - self.gradient_seconds) / max(1, self.forwards)
        gradient = self.gradient_seconds / max(1, self.gradients)
        return asked.forwards * forward + asked.gradients * gradient


def remembered(asking: Asking[Result], memo: Memo, asked: Asked) -> Asking[Result]:
    """The same computation, asking only what the memo does not hold."""
    reply: Any = None
    while True:
        try:
            question = asking.send(reply)
        except StopIteration as end:
            result: Result = end.value
            return result
        keys = _keys(question)
        if isinstance(question, Forward):
            asked.forwards += len(keys)
        else:
            asked.gradients += len(keys)
        new = [place for place, key in enumerate(keys) if key not in memo.answers]
        new = list({keys[place]: place for place in reversed(new)}.values())[::-1]
        if new:
            answer = yield _part(question, new)
            for row, place in enumerate(new):
                memo.answers[keys[place]] = (
                    answer[row] if isinstance(question, Forward) else (answer[0][row], answer[1][row])
                )
        reply = _assembled(question, [memo.answers[key] for key in keys])


def _keys(question: Question) -> list[tuple[Any, ...]]:
    alphas = np.ones(len(question.removed)) if question.alphas is None else question.alphas
    kind: tuple[Any, ...] = ("forward",)
    if isinstance(question, Gradient):
        kind = ("gradient", question.target)
    return [(*kind, row.tobytes(), float(alpha)) for row, alpha in zip(question.removed, alphas, strict=True)]


def _part(question: Question, rows: list[int]) -> Question:
    if isinstance(question, Forward):
        alphas = None if question.alphas is None else question.alphas[rows]
        return Forward(question.removed[rows], alphas)
    return Gradient(question.removed[rows], question.alphas[rows], question.target)


def _assembled(question: Question, answers: list[Any]) -> FloatArray | tuple[FloatArray, FloatArray]:
    if isinstance(question, Forward):
        return np.stack(answers)
    return np.array([value for value, _ in answers]), np.stack([slopes for _, slopes in answers])
