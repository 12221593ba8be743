"""Asking a model: its own answer to every text, in order, each text once, and no failure spreads."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from auditor.cidr.asking import Laboratory
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


def test_an_unchanged_text_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    classifier = make_classifier("bert", seed=3)
    plain, rows = classifier.logits, []
    monkeypatch.setattr(classifier, "logits", lambda batch: rows.extend(batch) or plain(batch))
    answers = Laboratory(classifier).ask([((TEXTS[n % 2],), AS_IS) for n in range(6)], what="texts")
    assert len(rows) == 2 and answers[0] is answers[2] is answers[4] and answers[1] is answers[5]


def test_a_text_with_removals_is_not_taken_for_the_same_text_as_it_is(tiny_bert: Classifier) -> None:
    removed = np.array([[True, False, False]])
    rows = [((TEXTS[0],), AS_IS), ((TEXTS[0],), removed), ((TEXTS[0],), AS_IS)]
    first, without, again = Laboratory(tiny_bert).ask(rows, what="texts")
    assert first is again and first is not None and without is not None
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
    assert watching.seen == [("insertions", 5, 5), ("over", None, 0), ("deletions", 0, 0), ("over", None, 0)]
