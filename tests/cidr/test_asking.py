"""Asking a model: its own answer to every text, in order, each text once, and no failure spreads."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from auditor.cidr.asking import CHUNK, Laboratory, _cut
from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.signals.study import AS_IS
from tests.signals.studies import direct
from tests.support import make_classifier

TEXTS = ("a good film", "the plot was dull and slow", "fun story , bad actor", "so bright and so warm")


@dataclass
class Watching:
    """Someone who writes down what is done."""

    seen: list[tuple[str, int | None, int]] = field(default_factory=list)

    def start(self, what: str, total: int | None) -> None:
        self.seen.append((what, total, 0))

    def advance(self, count: int = 1) -> None:
        what, total, done = self.seen[-1]
        self.seen[-1] = (what, total, done + count)

    def finish(self) -> None:
        self.seen.append(("over", None, 0))


def test_answers_come_in_the_order_of_the_questions(tiny_bert: Classifier) -> None:
    texts = [(text,) for text in (*TEXTS, TEXTS[0])]
    answers = Laboratory(tiny_bert).ask([(text, AS_IS) for text in texts], what="texts")
    for text, answer in zip(texts, answers, strict=True):
        assert answer is not None and answer.shape == (1, 2)
        assert answer[0] == pytest.approx(direct(tiny_bert, *text), abs=1e-5)


def test_removed_words_are_padded_out(tiny_bert: Classifier) -> None:
    removed = np.array([[False, False, False], [True, False, True]])
    (answer,) = Laboratory(tiny_bert).ask([((TEXTS[0],), removed)], what="texts")
    assert answer is not None
    assert answer[0] == pytest.approx(direct(tiny_bert, TEXTS[0]), abs=1e-5)
    assert answer[1] == pytest.approx(direct(tiny_bert, TEXTS[0], without=(0, 2)), abs=1e-5)


def test_a_question_may_ask_for_another_removal(tiny_bert: Classifier) -> None:
    """Words that are deleted leave the text that has never held them."""
    row = ((TEXTS[1],), np.array([[False, False, True, False, False, False]]))
    (deleted,) = Laboratory(tiny_bert).ask([row], what="texts", removal="delete")
    (padded,) = Laboratory(tiny_bert).ask([row], what="texts")
    (as_set,) = Laboratory(tiny_bert, removal="delete").ask([row], what="texts")
    assert deleted is not None and padded is not None and as_set is not None
    assert deleted[0] == pytest.approx(direct(tiny_bert, "the plot dull and slow"), abs=1e-5)
    assert deleted[0] == pytest.approx(as_set[0]) and deleted[0] != pytest.approx(padded[0], abs=1e-5)


class Counted:
    """A classifier that counts the rows it is asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.classifier = make_classifier("bert", seed=3)
        self.rows = 0
        plain = self.classifier.logits

        def logits(rows: Any) -> Any:
            self.rows += len(rows)
            return plain(rows)

        monkeypatch.setattr(self.classifier, "logits", logits)


def test_an_unchanged_text_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    answers = Laboratory(counted.classifier).ask([((TEXTS[n % 2],), AS_IS) for n in range(6)], what="texts")
    assert counted.rows == 2
    assert [np.array_equal(answers[0], answer) for answer in answers] == [True, False] * 3  # type: ignore[arg-type]


def test_no_row_is_ever_asked_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a question, across questions, and however the same words are written down as removed."""
    counted = Counted(monkeypatch)
    laboratory = Laboratory(counted.classifier)
    masks = np.array(
        [[False, False, False], [True, False, False], [False, True, False], [True, False, False]]
    )
    (first,) = laboratory.ask([((TEXTS[0],), masks)], what="pairs")
    assert counted.rows == 3
    other = np.array([[False, True, False], [True, True, False]])
    rows = [((TEXTS[0],), other), ((TEXTS[0],), AS_IS), ((TEXTS[0],), masks[::-1])]
    second, plain, turned = laboratory.ask(rows, what="deletions")
    assert counted.rows == 4
    assert first is not None and second is not None and plain is not None and turned is not None
    assert np.array_equal(second[0], first[2]) and np.array_equal(plain[0], first[0])
    assert np.array_equal(turned, first[::-1])
    (again,) = Laboratory(counted.classifier).ask([((TEXTS[0],), other)], what="deletions")
    assert again is not None and again == pytest.approx(second, abs=1e-6)
    laboratory.ask([((TEXTS[0],), other)], what="deletions", removal="delete")
    assert counted.rows == 8  # another way of removing is another question


def test_chunks_depend_on_the_questions_alone_and_hold_every_row_once() -> None:
    random = np.random.default_rng(0)
    new = {
        (" ".join(["word"] * int(random.integers(1, 30))) + f" {n}",): [
            bytes([n % 7, k]) for k in range(n % 50)
        ]
        for n in range(1, 120)
    }
    chunks = _cut(new, "pad")
    turned = _cut({texts: new[texts][::-1] for texts in reversed(new)}, "pad")
    assert chunks == turned and len(chunks) > 3
    rows = [(texts, mask) for chunk in chunks for texts, masks in chunk.masks for mask in masks]
    assert sorted(rows) == sorted((texts, mask) for texts, masks in new.items() for mask in masks)
    assert all(sum(len(masks) for _, masks in chunk.masks) <= CHUNK for chunk in chunks)
    lengths = [len(texts[0]) for chunk in chunks for texts, _ in chunk.masks]
    assert lengths == sorted(lengths, reverse=True)


def test_a_text_with_more_rows_than_a_chunk_stays_whole() -> None:
    (one, two) = _cut(
        {("a b",): [bytes([k // 256, k % 256]) for k in range(CHUNK + 9)], ("c",): [b""]}, "pad"
    )
    assert [len(masks) for _, masks in one.masks] == [CHUNK + 9] and two.masks == ((("c",), (b"",)),)
    assert one.cost == 3 * (CHUNK + 9)


def test_a_text_with_removals_is_not_taken_for_the_same_text_as_it_is(tiny_bert: Classifier) -> None:
    removed = np.array([[True, False, False]])
    rows = [((TEXTS[0],), AS_IS), ((TEXTS[0],), removed), ((TEXTS[0],), AS_IS)]
    first, without, again = Laboratory(tiny_bert).ask(rows, what="texts")
    assert first is not None and without is not None and again is not None and np.array_equal(first, again)
    assert without[0] == pytest.approx(direct(tiny_bert, TEXTS[0], without=(0,)), abs=1e-5)


def test_a_text_that_fails_costs_no_other_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    classifier = make_classifier("bert", seed=3)
    plain = classifier.logits

    def logits(rows: Any) -> Any:
        if any(len(row) == 5 for row in rows):  # "a good film" between two special tokens
            raise AuditError("no answer")
        return plain(rows)

    monkeypatch.setattr(classifier, "logits", logits)
    rows = [((text,), AS_IS) for text in (TEXTS[1], "", *TEXTS[:2])]
    answers = Laboratory(classifier).ask(rows, what="texts")
    assert [answer is None for answer in answers] == [False, True, True, False]


def test_who_watches_sees_every_question(tiny_bert: Classifier) -> None:
    watching = Watching()
    laboratory = Laboratory(tiny_bert, progress=watching)
    laboratory.ask([((text,), AS_IS) for text in (*TEXTS, TEXTS[0])], what="insertions")
    laboratory.ask([], what="deletions")
    assert watching.seen == [("insertions", 4, 4), ("over", None, 0), ("deletions", 0, 0), ("over", None, 0)]
