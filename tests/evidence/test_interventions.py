"""Interventions compared with the model's own answer to the edited text."""

from typing import Any

import numpy as np
import pytest

from auditor.errors import AuditError
from auditor.evidence.counts import Token
from auditor.evidence.interventions import (
    AS_IS,
    Deletion,
    Insertion,
    Laboratory,
    Together,
    alone,
    ask,
    delete,
    insert,
    inserted,
    interact,
    occurrences,
    relative_places,
)
from auditor.evidence.statistics import larger, mean, rate
from auditor.findings import Estimate
from auditor.model.classifier import Classifier, softmax
from auditor.records.text import Explanation
from tests.evidence.support import bag_of_words, explained

TEXTS = ("a good film", "the plot was dull and slow", "fun story , bad actor", "so bright and so warm")
POSITIVE = 1


@pytest.fixture(scope="module")
def bag() -> Classifier:
    return bag_of_words({"good": 1.0, "fun": 1.0, "bad": -1.0, "dull": -1.0, "[pos]": 2.5}, bias=0.02)


def direct(classifier: Classifier, *texts: str, without: tuple[int, ...] = ()) -> Any:
    """Logits by one forward pass of one row, the pieces of some words padded out."""
    encoded = classifier.encode(*texts)
    presence = np.where(np.isin(encoded.word_of, without), 0.0, 1.0)
    return classifier.logits([classifier.row(encoded, presence)])[0]


def chance(classifier: Classifier, label: int, *texts: str, without: tuple[int, ...] = ()) -> float:
    return float(softmax(direct(classifier, *texts, without=without))[label])


# Asking


def test_answers_come_in_the_order_of_the_questions(tiny_bert: Classifier) -> None:
    texts = [(text,) for text in (*TEXTS, TEXTS[0])]
    answers = ask(Laboratory(tiny_bert), [(text, AS_IS) for text in texts])
    for text, answer in zip(texts, answers, strict=True):
        assert answer is not None and answer.shape == (1, 2)
        assert answer[0] == pytest.approx(direct(tiny_bert, *text), abs=1e-5)


def test_removed_words_are_padded_out(tiny_bert: Classifier) -> None:
    removed = np.array([[False, False, False], [True, False, True]])
    (answer,) = ask(Laboratory(tiny_bert), [((TEXTS[0],), removed)])
    assert answer is not None
    assert answer[0] == pytest.approx(direct(tiny_bert, TEXTS[0]), abs=1e-5)
    assert answer[1] == pytest.approx(direct(tiny_bert, TEXTS[0], without=(0, 2)), abs=1e-5)


def test_an_unchanged_text_is_asked_for_once(tiny_bert: Classifier, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, rows = tiny_bert.logits, []
    monkeypatch.setattr(tiny_bert, "logits", lambda batch: rows.extend(batch) or plain(batch))
    answers = ask(Laboratory(tiny_bert), [((TEXTS[n % 2],), AS_IS) for n in range(6)])
    assert len(rows) == 2 and answers[0] is answers[2] is answers[4] and answers[1] is answers[5]


def test_a_text_that_fails_costs_no_other_its_answer(
    tiny_bert: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = tiny_bert.logits

    def logits(rows: Any) -> Any:
        if any(len(row) == 5 for row in rows):  # "a good film" between two special tokens
            raise AuditError("no answer")
        return plain(rows)

    monkeypatch.setattr(tiny_bert, "logits", logits)
    answers = ask(Laboratory(tiny_bert), [((text,), AS_IS) for text in (TEXTS[1], "", *TEXTS[:2])])
    assert [answer is None for answer in answers] == [False, True, True, False]


# Edits of the text


def test_occurrences_go_by_normal_form_and_field() -> None:
    text = explained("Good film , GOOD plot", "good it was")
    assert occurrences(text, Token("good", 0)) == [0, 3] and occurrences(text, Token("good", 1)) == [5]
    assert occurrences(text, Token("bad")) == []


def test_relative_places_run_from_first_to_last_word_of_the_field() -> None:
    texts = [explained("x a b"), explained("a b x c d"), explained("a x"), explained("x"), explained("a x x")]
    assert relative_places(texts, Token("x")) == (0.0, 0.5, 1.0, 0.0, 0.5)  # the first occurrence counts
    assert relative_places([explained("x a", "b x")], Token("x", 1)) == (1.0,)
    assert relative_places([explained("a b")], Token("x")) == ()


@pytest.mark.parametrize(
    ("place", "expected"),
    [(0.0, "[pos] a good film."), (0.25, "a [pos] good film."), (0.5, "a good [pos] film."),
     (0.75, "a good film[pos] ."), (1.0, "a good film. [pos]")],
)  # fmt: skip
def test_a_word_is_written_in_front_of_another_or_at_the_end(place: float, expected: str) -> None:
    assert inserted(explained("a good film."), "[pos]", field=0, place=place) == (expected,)


def test_the_other_field_stays_as_it_is() -> None:
    text = explained("a film", "it was good")
    assert inserted(text, "so", field=1, place=0.67) == ("a film", "it was so good")
    assert inserted(text, "so", field=0, place=1.0) == ("a film so", "it was good")


class Watching:
    """Someone who writes down what is done."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int | None, int]] = []

    def start(self, what: str, total: int | None) -> None:
        self.seen.append((what, total, 0))

    def advance(self, count: int = 1) -> None:
        what, total, done = self.seen[-1]
        self.seen[-1] = (what, total, done + count)

    def finish(self) -> None:
        self.seen.append(("over", None, 0))


def test_who_watches_sees_every_trial(bag: Classifier) -> None:
    watching = Watching()
    laboratory = Laboratory(bag, progress=watching)
    insert(
        laboratory, [Insertion("good", 0, POSITIVE, ())], [[explained("bad film"), explained("dull film")]]
    )
    delete(laboratory, [Deletion(Token("good"), POSITIVE, (explained("good film"),))], [[None]])
    assert watching.seen == [("insertions", 4, 4), ("over", None, 0), ("deletions", 1, 1), ("over", None, 0)]


# Insertion


def test_insertion_is_what_the_model_says_of_the_edited_texts(bag: Classifier) -> None:
    targets = [
        explained(text, label="negative")
        for text in ("dull film", "bad plot , dull story", "bad bad bad bad film")
    ]
    insertion = Insertion("[pos]", 0, POSITIVE, places=(0.0, 1.0), placebos=("the", "fun"))
    ((found, pull),) = insert(Laboratory(bag), [insertion], [targets])
    # Places and placebos take turns; 2.5 outweighs one and two words of -1, and not four.
    edited = ["[pos] dull film", "bad plot , dull story [pos]", "[pos] bad bad bad bad film"]
    placebo = ["the dull film", "bad plot , dull story fun", "the bad bad bad bad film"]
    assert [direct(bag, text).argmax() for text in edited] == [1, 1, 0]
    assert (found.rate.count, found.rate.n) == (2, 3)
    assert found.placebo == rate(sum(int(direct(bag, text).argmax()) == 1 for text in placebo), 3)
    assert found.rate.p == pytest.approx(1 / 4)  # two discordant texts, both for the token
    change = [
        chance(bag, 1, after) - chance(bag, 1, before.texts[0])
        for after, before in zip(edited, targets, strict=True)
    ]
    assert found.effect.estimate == pytest.approx(np.mean(change), abs=1e-5)
    margins = [
        np.diff(direct(bag, after))[0] - np.diff(direct(bag, before.texts[0]))[0]
        for after, before in zip(edited, targets, strict=True)
    ]
    assert pull == pytest.approx(np.mean(margins), abs=1e-5)


def test_insertion_without_placebos_or_targets(bag: Classifier) -> None:
    alone = Insertion("[pos]", 0, POSITIVE, places=(), placebos=())
    found = insert(Laboratory(bag), [alone, alone], [[explained("bad film")], []])
    (one, pull), (none, nothing) = found
    assert (one.rate.count, one.rate.n, one.rate.p) == (1, 1, None) and one.placebo == Estimate()
    assert pull is not None and pull > 1 and none.rate == Estimate() and nothing is None


def test_each_token_gets_the_answers_of_its_own_texts(bag: Classifier) -> None:
    bad = [explained("bad film", label="negative"), explained("dull plot", label="negative")]
    words = [Insertion(word, 0, POSITIVE, (0.0,), ("the",)) for word in ("the", "[pos]")]
    (idle, _), (strong, _) = insert(Laboratory(bag), words, [bad, bad])
    assert (idle.rate.count, strong.rate.count) == (0, 2)
    assert idle.effect.estimate == pytest.approx(0.0, abs=0.05) and (strong.effect.estimate or 0) > 0.5


def test_what_a_token_says_alone_is_its_margin_beside_placebos(bag: Classifier) -> None:
    words = [(word, POSITIVE) for word in ("[pos]", "bad", "the")]
    strong, contrary, idle = alone(Laboratory(bag), words, ["the", "film"])
    margin = {word: np.diff(direct(bag, word))[0] for word in ("[pos]", "the", "film")}
    assert strong == pytest.approx(margin["[pos]"] - (margin["the"] + margin["film"]) / 2, abs=1e-5)
    assert strong is not None and contrary is not None and strong > 1 > -1 > contrary
    assert idle == pytest.approx((margin["the"] - margin["film"]) / 2, abs=1e-5)
    assert alone(Laboratory(bag), words[:1], []) == [None]


# Deletion


def test_deletion_removes_every_occurrence_and_the_placebo_its_own_word(bag: Classifier) -> None:
    texts = tuple(explained(text) for text in ("good good bad film", "fun [pos] good plot", "good bad"))
    deletion = Deletion(Token("good"), POSITIVE, texts)
    ((found, lost),) = delete(Laboratory(bag), [deletion], [[3, 0, None]])
    without = [direct(bag, t.texts[0], without=tuple(occurrences(t, Token("good")))) for t in texts]
    assert [int(logits.argmax()) for logits in without] == [0, 1, 0]
    assert (found.rate.count, found.rate.n) == (2, 3)
    assert (found.placebo.count, found.placebo.n) == (0, 3)
    drop = [
        chance(bag, 1, t.texts[0]) - float(softmax(after)[1]) for t, after in zip(texts, without, strict=True)
    ]
    assert found.effect.estimate == pytest.approx(np.mean(drop), abs=1e-5)
    assert found.rate.p == pytest.approx(1 / 4)
    bare = [direct(bag, t.texts[0], without=tuple(range(len(t.words)))) for t in texts]
    evidence = [
        float(softmax(direct(bag, t.texts[0]) - empty)[1] - softmax(after - empty)[1])
        for t, after, empty in zip(texts, without, bare, strict=True)
    ]
    assert lost.estimate == pytest.approx(np.mean(evidence), abs=1e-5)


def test_evidence_is_lost_where_the_default_class_hides_it() -> None:
    """A model that says negative of an empty text says so without "bad" too; its evidence is gone."""
    gloomy = bag_of_words({"bad": -2.0}, bias=-0.4)
    deletion = Deletion(Token("bad"), 0, (explained("bad film", label="negative"),))
    ((found, lost),) = delete(Laboratory(gloomy), [deletion], [[None]])
    assert found.rate.count == 0 and abs(found.effect.estimate or 0) < 0.2
    assert (lost.estimate or 0) > 0.2


def test_deletion_of_nothing(bag: Classifier) -> None:
    assert delete(Laboratory(bag), [Deletion(Token("good"), 1, ())], [[]])[0][0].rate == Estimate()
    assert delete(Laboratory(bag), [], []) == []


# Interaction


def second_difference(classifier: Classifier, text: Explanation, first: Any, second: Any) -> float:
    """Four forward passes."""
    label = int(direct(classifier, *text.texts).argmax())
    f = [chance(classifier, label, *text.texts, without=s) for s in ((), first, second, (*first, *second))]
    return f[0] - f[1] - f[2] + f[3]


def test_the_second_difference_is_that_of_four_forward_passes(tiny_bert: Classifier) -> None:
    cases = [
        Together(explained(TEXTS[1]), (1,), (3,), (0, 5)),
        Together(explained(TEXTS[3]), (0, 3), (1,), (2, 4)),
        Together(explained(TEXTS[2]), (0,), (3,), (1, 4)),
    ]
    (found,) = interact(Laboratory(tiny_bert), [cases])
    own = [second_difference(tiny_bert, case.text, case.first, case.second) for case in cases]
    other = [
        abs(second_difference(tiny_bert, case.text, case.placebo[:1], case.placebo[1:]))
        for case in cases
        if case.placebo
    ]
    expected = mean(own)
    assert found.second_difference.estimate == pytest.approx(expected.estimate, abs=1e-5)
    assert found.second_difference.low == pytest.approx(expected.low, abs=1e-4)
    assert found.placebo.estimate == pytest.approx(np.mean(other), abs=1e-5)
    assert found.second_difference.p == pytest.approx(larger(np.abs(own), other))


def test_texts_without_a_placebo_pair_are_no_comparison(tiny_bert: Classifier) -> None:
    with_one = Together(explained(TEXTS[1]), (1,), (3,), (0, 5))
    without = [Together(explained(text), (0,), (1,), None) for text in TEXTS]
    alone, mixed = interact(Laboratory(tiny_bert), [without, [with_one, *without]])
    assert alone.second_difference.n == 4 and alone.second_difference.p is None
    assert alone.placebo == Estimate()
    assert mixed.second_difference.n == 5 and mixed.placebo.n == 1


def test_words_that_add_up_hardly_interact_where_the_model_is_far_from_sure() -> None:
    faint = bag_of_words({"good": 0.02, "fun": 0.02}, bias=0.01)
    case = Together(explained("good fun film"), (0,), (1,), None)
    (found,) = interact(Laboratory(faint), [[case]])
    assert found.second_difference.estimate == pytest.approx(0.0, abs=1e-3)
