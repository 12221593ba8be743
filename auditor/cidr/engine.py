"""Answers the questions of many texts at once, in batches of similar length.

Every computation (see `auditor.cidr.questions`) is asked what it needs; the rows of all questions wait in one
pool, are sorted by length and cut into batches under a token budget. Forward and gradient evaluations have
budgets of their own, since a gradient keeps every activation. What does not fill a batch waits for the next
rows, and runs only when nothing else is left to do.

A batch that runs out of memory halves the budget from then on and is tried again in parts; a batch that fails
otherwise is tried again in parts as well, so that one bad text costs no other its result.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import torch

from auditor.cidr.questions import FloatArray, Forward, Gradient, Result
from auditor.cidr.rows import Item, Task, assemble, evaluate, items_of
from auditor.errors import AuditError, HaltError, first_line
from auditor.model.answering import Answering
from auditor.model.classifier import check_finite
from auditor.records.text import Tally

__all__ = ["Budget", "Task", "run"]
FILLER = 0.05
"""Filler allowed in a batch, as a share of the token budget: about what one more call of the model costs."""


@dataclass(frozen=True)
class Budget:
    """How much is evaluated at once."""

    forward: int = 1024
    """Pieces in one forward batch, filler included."""
    gradient: int = 512
    """Pieces in one gradient batch."""
    window: int = 64
    """Texts under way at the same time."""


def run(
    classifier: Answering,
    tasks: Iterable[Task[Result]],
    *,
    removal: str = "pad",
    budget: Budget | None = None,
    tally: Tally | None = None,
) -> Iterator[Task[Result]]:
    """Run every task to its end and yield it with its outcome, in the order in which they end."""
    limits = budget or Budget()
    counts = tally or Tally()
    counts.forward_budget = counts.forward_budget or limits.forward
    counts.gradient_budget = counts.gradient_budget or limits.gradient
    waiting = iter(tasks)
    live: list[Task[Result]] = []
    while True:
        for task in islice(waiting, limits.window - len(live)):
            _advance(classifier, task, removal)
            live.append(task)
        if not live:
            return
        for task in live:
            if task.question is None:
                task.items = []  # rows point back to their task: such a ring would wait for the collector
                yield task
        live = [task for task in live if task.question is not None]
        for batch in _due(live, counts, classifier.filler_side):
            _evaluate(classifier, batch, counts)
        for task in live:
            if task.question is not None and all(item.answer is not None for item in task.items):
                _advance(classifier, task, removal)


def _due(live: Sequence[Task[Any]], counts: Tally, filler_side: str) -> list[list[Item]]:
    """Every full batch there is, or else the one that is nearest to being full."""
    pending = [item for task in live for item in task.items if item.answer is None]
    full: list[list[Item]] = []
    part: list[tuple[float, list[Item]]] = []
    for kind, tokens in ((Forward, counts.forward_budget), (Gradient, counts.gradient_budget)):
        rows = [item for item in pending if isinstance(item.task.question, kind)]
        for batch in _cut(rows, tokens, filler_side):
            longest = len(batch[0].row)
            if (len(batch) + 1) * longest > tokens:
                full.append(batch)
            else:
                part.append((len(batch) * longest / tokens, batch))
    return full or [batch for _, batch in sorted(part, key=lambda entry: -entry[0])[:1]]


def _cut(items: list[Item], tokens: int, filler_side: str) -> Iterator[list[Item]]:
    """Cut rows into batches of similar length, longest first, each within the token budget.

    A row that would need more filler than a batch of its own costs goes into the next batch.
    """
    batch: list[Item] = []
    filler = 0
    for item in sorted(items, key=lambda item: -len(item.row)):
        longest = len(batch[0].row) if batch else len(item.row)
        filler += longest - len(item.row)
        full = (len(batch) + 1) * longest > tokens
        unequal = filler > (0 if filler_side == "none" else tokens * FILLER) and filler_side != "free"
        if batch and (full or unequal):
            yield batch
            batch, filler = [], 0
        batch.append(item)
    if batch:
        yield batch


def _evaluate(classifier: Answering, batch: list[Item], counts: Tally) -> None:
    """Answer a batch, in ever smaller parts while it fails; a row that fails alone ends its task."""
    batch = [item for item in batch if item.task.question is not None]
    if not batch:
        return
    gradient = isinstance(batch[0].task.question, Gradient)
    begin = time.perf_counter()
    try:
        evaluate(classifier, batch)
    except HaltError:
        raise
    except Exception as error:
        memory = out_of_memory(error)
        if memory and len(batch) > 1:
            _halve(counts, len(batch) * max(len(item.row) for item in batch), gradient=gradient)
        if len(batch) == 1:
            _fail(batch[0].task, error, memory=memory)
            return
    else:
        counts.add_batch([len(item.row) for item in batch], time.perf_counter() - begin, gradient=gradient)
        return
    # Outside the handler, so that the traceback no longer holds the failed batch's tensors.
    if memory and torch.cuda.is_available():
        torch.cuda.empty_cache()
    middle = len(batch) // 2
    _evaluate(classifier, batch[:middle], counts)
    _evaluate(classifier, batch[middle:], counts)


def _halve(counts: Tally, tokens: int, *, gradient: bool) -> None:
    """Keep later batches of this kind to half of one that did not fit."""
    if gradient:
        counts.gradient_budget = min(counts.gradient_budget, max(1, tokens // 2))
    else:
        counts.forward_budget = min(counts.forward_budget, max(1, tokens // 2))
    counts.halvings += 1


def out_of_memory(error: BaseException) -> bool:
    """Whether memory ran out, whatever library says so."""
    text = str(error).lower()
    return isinstance(error, MemoryError | torch.OutOfMemoryError) or (
        isinstance(error, RuntimeError) and ("out of memory" in text or "can't allocate memory" in text)
    )


def _fail(task: Task[Any], error: Exception, *, memory: bool) -> None:
    if isinstance(error, AuditError):
        task.outcome = error
    elif memory:
        task.outcome = AuditError("out of memory for a single row", "Use a shorter text or a larger device.")
    else:
        task.outcome = AuditError(f"the model failed: {type(error).__name__}: {first_line(error)}")
    task.question = None
    task.asking.close()


def _advance(classifier: Answering, task: Task[Any], removal: str) -> None:
    """Send a task the answer it waits for and take its next question, or its outcome."""
    try:
        answer = None if task.question is None else assemble(task, removal)
        if answer is not None:
            check_finite(_numbers(answer))
        task.question = task.asking.send(answer)
        task.items = items_of(classifier, task, removal)
    except StopIteration as end:
        task.question, task.outcome = None, end.value
    except AuditError as error:
        task.question, task.outcome = None, error
    except (ArithmeticError, LookupError, ValueError, RuntimeError) as error:
        task.question = None
        task.outcome = AuditError(f"the computation failed: {type(error).__name__}: {first_line(error)}")


def _numbers(answer: Any) -> FloatArray:
    numbers: FloatArray = answer[1] if isinstance(answer, tuple) else answer
    return numbers
