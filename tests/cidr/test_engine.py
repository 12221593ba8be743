"""The engine: batches of similar length under a budget, and a failure that costs no other text its result."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.questions import Asking, FloatArray, Forward
from auditor.errors import AuditError
from auditor.model.classifier import Classifier, Row
from auditor.records.text import Tally

TEXTS = ("great", "a good film", "the plot is dull and slow", "not a bad story but too slow to enjoy")


def leave_one_out(words: int) -> Asking[FloatArray]:
    """The logits without each word."""
    logits = yield Forward(np.eye(words, dtype=bool))
    return logits  # type: ignore[no-any-return]


def tasks(classifier: Classifier, texts: Sequence[str] = TEXTS) -> Iterator[Task[FloatArray]]:
    for place, text in enumerate(texts):
        encoded = classifier.encode(text)
        yield Task(encoded, leave_one_out(len(encoded.words)), key=place)


def outcomes(classifier: Classifier, texts: Sequence[str] = TEXTS, **options: Any) -> dict[int, Any]:
    return {task.key: task.outcome for task in run(classifier, tasks(classifier, texts), **options)}


class Watched:
    """Notes the batches of a classifier, and fails where it is told to."""

    def __init__(self, classifier: Classifier, monkeypatch: pytest.MonkeyPatch) -> None:
        self.batches: list[list[int]] = []
        self.fail: Any = None
        plain = classifier.logits

        def logits(rows: Sequence[Row]) -> FloatArray:
            self.batches.append([len(row) for row in rows])
            if self.fail is not None:
                self.fail(rows)
            return plain(rows)

        monkeypatch.setattr(classifier, "logits", logits)


@pytest.fixture
def watched(tiny_bert: Classifier, monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(tiny_bert, monkeypatch)


def places(batches: list[list[int]]) -> list[int]:
    return [len(batch) * max(batch) for batch in batches]


@pytest.mark.parametrize("budget", [12, 40, 200])
def test_no_batch_exceeds_the_budget_unless_it_is_one_row(
    tiny_bert: Classifier, watched: Watched, budget: int
) -> None:
    outcomes(tiny_bert, budget=Budget(forward=budget))
    assert all(
        size <= budget or len(batch) == 1
        for size, batch in zip(places(watched.batches), watched.batches, strict=True)
    )
    assert sum(map(len, watched.batches)) == sum(len(tiny_bert.encode(text).words) for text in TEXTS)


@pytest.mark.parametrize("budget", [12, 40, 10_000])
@pytest.mark.parametrize("window", [1, 2, 64])
def test_results_do_not_depend_on_budget_or_window(tiny_bert: Classifier, budget: int, window: int) -> None:
    whole, parts = outcomes(tiny_bert), outcomes(tiny_bert, budget=Budget(forward=budget, window=window))
    assert whole.keys() == parts.keys()
    for key, logits in whole.items():
        np.testing.assert_allclose(parts[key], logits, atol=1e-5)


def test_rows_of_unlike_length_do_not_share_a_batch(tiny_bert: Classifier, watched: Watched) -> None:
    """Filler may take one place in twenty of the budget, no more."""
    budget = 400
    outcomes(tiny_bert, budget=Budget(forward=budget))
    for batch in watched.batches:
        assert max(batch) * len(batch) - sum(batch) <= 0.05 * budget


def test_costs_are_counted(tiny_bert: Classifier, watched: Watched) -> None:
    tally = Tally()
    outcomes(tiny_bert, tally=tally)
    assert tally.forwards == sum(map(len, watched.batches))
    assert tally.batches == len(watched.batches)
    assert tally.pieces == sum(map(sum, watched.batches))
    assert tally.filler == sum(places(watched.batches)) - tally.pieces
    assert tally.gradients == 0


def test_one_text_that_fails_costs_no_other_its_result(tiny_bert: Classifier, watched: Watched) -> None:
    wanted = outcomes(tiny_bert)
    poison = len(tiny_bert.encode(TEXTS[2]))

    def fail(rows: Sequence[Row]) -> None:
        if any(len(row) == poison for row in rows):
            raise ValueError("bad row\nand more")

    watched.fail = fail
    found = outcomes(tiny_bert)
    assert isinstance(found[2], AuditError)
    assert found[2].message == "the model failed: ValueError: bad row"
    for key in (0, 1, 3):
        np.testing.assert_allclose(found[key], wanted[key], atol=1e-5)


def test_memory_that_runs_out_halves_the_budget_once(tiny_bert: Classifier, watched: Watched) -> None:
    wanted = outcomes(tiny_bert)
    watched.batches.clear()

    def fail(rows: Sequence[Row]) -> None:
        if len(rows) * max(len(row) for row in rows) > 30:
            raise MemoryError

    watched.fail = fail
    tally = Tally()
    found = outcomes(tiny_bert, tally=tally)
    assert tally.halvings > 0
    assert tally.forward_budget <= 60
    for key, logits in wanted.items():
        np.testing.assert_allclose(found[key], logits, atol=1e-5)
    last = [batch for batch in watched.batches if len(batch) > 1][-1]
    assert len(last) * max(last) <= tally.forward_budget


def test_a_single_row_that_needs_too_much_memory_is_named(tiny_bert: Classifier, watched: Watched) -> None:
    longest = max(len(tiny_bert.encode(text)) for text in TEXTS)

    def fail(rows: Sequence[Row]) -> None:
        if any(len(row) == longest for row in rows):
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory")

    watched.fail = fail
    found = outcomes(tiny_bert)
    assert found[3].message == "out of memory for a single row"
    assert not any(isinstance(found[key], AuditError) for key in (0, 1, 2))


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_answers_that_are_no_numbers_end_the_text(
    tiny_bert: Classifier, monkeypatch: pytest.MonkeyPatch, number: float
) -> None:
    monkeypatch.setattr(tiny_bert, "logits", lambda rows: np.full((len(rows), 2), number))
    found = outcomes(tiny_bert, TEXTS[:1])
    assert "not finite" in found[0].message


def test_a_computation_that_breaks_ends_with_its_reason(tiny_bert: Classifier) -> None:
    def broken() -> Asking[FloatArray]:
        yield Forward(np.zeros((1, 1), dtype=bool))
        raise ZeroDivisionError("division by nothing")

    [task] = run(tiny_bert, [Task(tiny_bert.encode("great"), broken())])
    assert isinstance(task.outcome, AuditError)
    assert task.outcome.message == "the computation failed: ZeroDivisionError: division by nothing"


def test_a_computation_that_asks_nothing_ends_at_once(tiny_bert: Classifier, watched: Watched) -> None:
    def answered() -> Asking[int]:
        return 7
        yield

    [task] = run(tiny_bert, [Task(tiny_bert.encode("great"), answered())])
    assert task.outcome == 7
    assert watched.batches == []


def test_no_tasks_are_no_work(tiny_bert: Classifier) -> None:
    assert list(run(tiny_bert, [])) == []
