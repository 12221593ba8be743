"""The pool: batches are full, of similar length and within the budget; waste is counted."""

from pathlib import Path
from typing import Any

import pytest

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.minimal import minimal_set
from auditor.config import CidrConfig
from auditor.model.classifier import Classifier
from auditor.records.text import Explanation, Tally
from tests.support import WORDS, make_classifier
from tests.sweep.support import write_data


def texts(count: int, tmp_path: Path) -> list[str]:
    lines = write_data(tmp_path / "texts.tsv", count).read_text().splitlines()[1:]
    return [line.split("\t")[0] for line in lines]


def batches(
    classifier: Classifier, lines: list[str], budget: Budget, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[list[int]], Tally]:
    """Lengths of the rows of every batch."""
    seen: list[list[int]] = []
    plain, plain_gradients = classifier.logits, classifier.gradients

    def logits(rows: Any) -> Any:
        seen.append([len(row) for row in rows])
        return plain(rows)

    def gradients(rows: Any, *rest: Any) -> Any:
        seen.append([len(row) for row in rows])
        return plain_gradients(rows, *rest)

    monkeypatch.setattr(classifier, "logits", logits)
    monkeypatch.setattr(classifier, "gradients", gradients)
    tally = Tally()
    encoded = [classifier.encode(line) for line in lines]
    tasks = [Task(e, minimal_set(e, classifier.labels, CidrConfig.quick())) for e in encoded]
    assert sum(1 for _ in run(classifier, tasks, budget=budget, tally=tally)) == len(lines)
    return seen, tally


def test_waste_is_low_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    classifier = make_classifier("bert", seed=3)
    seen, tally = batches(classifier, texts(64, tmp_path), Budget(forward=256, gradient=128), monkeypatch)
    whole = sum(max(lengths) * len(lengths) for lengths in seen)
    real = sum(sum(lengths) for lengths in seen)
    assert (tally.pieces, tally.filler, tally.batches) == (real, whole - real, len(seen))
    assert tally.forwards + tally.gradients == sum(map(len, seen))
    assert tally.waste == pytest.approx(1 - real / whole)
    assert tally.waste <= 0.1
    assert tally.seconds > 0


def test_small_batches_are_rare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows wait for company: most of the rows run in batches that are at least half full."""
    classifier = make_classifier("bert", seed=3)
    seen, _ = batches(classifier, texts(64, tmp_path), Budget(forward=256, gradient=256), monkeypatch)
    rows = sum(map(len, seen))
    assert sum(len(b) for b in seen if max(b) * len(b) >= 128) > 0.8 * rows


def test_rows_of_unequal_length_stay_apart_where_they_must(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    classifier = make_classifier("bert", seed=3)
    classifier.filler_side = "none"
    seen, tally = batches(classifier, texts(12, tmp_path), Budget(), monkeypatch)
    assert all(len(set(lengths)) == 1 for lengths in seen)
    assert tally.filler == 0


def test_more_texts_than_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts that end at once make room for others, down to a window of one."""
    classifier = make_classifier("bert", seed=3)
    for window in (1, 3):
        seen, _ = batches(classifier, WORDS[:7], Budget(window=window), monkeypatch)
        assert seen


def test_an_ended_task_lets_go_of_its_rows(tiny_bert: Classifier) -> None:
    """Rows point to their task; if it kept them, a sweep's memory would grow until the collector runs."""
    encoded = tiny_bert.encode("good bad fine")
    (task,) = run(tiny_bert, [Task(encoded, minimal_set(encoded, tiny_bert.labels, CidrConfig(steps=2)))])
    assert isinstance(task.outcome, Explanation)
    assert task.items == []
