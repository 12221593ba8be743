"""A model that is asked: what it is asked, how often, and what a misbehaving one ends in."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from auditor.errors import AuditError, HaltError
from auditor.model.asked.kept_answers import Answers
from auditor.model.asked.scores import SCORES
from auditor.model.asked.text_model import EMPTY, PROBES, Asking, TextModel, TextRow
from auditor.model.classifier import softmax
from auditor.records.text import LEFT_OUT
from tests.model.asked.support import Recorder, bag, text_model


def ask(model: TextModel, *texts: str) -> np.ndarray:
    return model.logits([TextRow((text,)) for text in texts])


def test_probabilities_are_those_of_the_function() -> None:
    model = text_model()
    np.testing.assert_allclose(
        softmax(ask(model, "a good film", "a bad film")), bag(["a good film", "a bad film"])
    )
    assert (model.labels, model.kind, model.replacement) == (
        ("negative", "positive"),
        "probabilities",
        "delete",
    )


def test_words_are_taken_out_of_the_text_or_masked() -> None:
    model, masking = text_model(), text_model(mask="[MASK]")
    encoded = model.encode("a good, dull film")
    assert [word.text for word in encoded.words] == ["a", "good", ",", "dull", "film"]
    assert len(encoded) == 5 and encoded.word_of.tolist() == [0, 1, 2, 3, 4]
    gone = np.array([False, True, True, False, False])
    assert model.without(encoded, gone).texts == ("a dull film",)
    assert masking.without(encoded, gone).texts == ("a [MASK][MASK] dull film",)
    assert masking.without(encoded, gone, removal="delete").texts == ("a dull film",)
    assert model.without(encoded, ~gone & False, alpha=0.0).texts == ("",)
    assert (masking.replacement, masking.identity == model.identity) == ("mask", False)


def test_a_text_is_asked_for_once_whatever_the_batch() -> None:
    recorder = Recorder()
    model = text_model(recorder)
    before = len(recorder.asked)
    ask(model, "a film", "a plot", "a film")
    ask(model, "a plot", "a scene")
    assert recorder.asked[before:] == ["a film", "a plot", "a scene"]
    assert model.calls == len(recorder.asked) == len(PROBES) + 1 + 3


def test_a_later_session_asks_nothing_twice(tmp_path: Path) -> None:
    first = text_model()
    first.answers.keep_in(tmp_path)
    expected = ask(first, "a good film", "a bad film")
    recorder = Recorder()
    again = TextModel(recorder, first.asking, Answers(tmp_path))
    np.testing.assert_array_equal(ask(again, "a good film", "a bad film"), expected)
    assert recorder.asked == [] and again.calls == 0


def test_answers_of_another_model_or_of_another_width_are_not_its_own(tmp_path: Path) -> None:
    first = text_model()
    first.answers.keep_in(tmp_path)
    for name, labels in (("other", ("negative", "positive")), ("bag", ("a", "b", "c"))):
        share = np.full((1, len(labels)), 1 / len(labels))
        recorder = Recorder(lambda texts, row=share: np.repeat(row, len(texts), axis=0))  # type: ignore[misc]
        model = TextModel(recorder, Asking(name, labels), Answers(tmp_path))
        assert recorder.asked[:2] == list(PROBES) and model.labels == labels


@pytest.mark.parametrize(("concurrency", "batch"), [(1, None), (1, 2), (3, 2)])
def test_answers_depend_neither_on_batches_nor_on_concurrency(concurrency: int, batch: int | None) -> None:
    texts = [f"a good film {n}" if n % 3 else f"a bad film {n}" for n in range(7)]
    sizes: list[int] = []

    def watching(some: list[Any]) -> np.ndarray:
        sizes.append(len(some))
        return bag(some)

    model = text_model(watching, concurrency=concurrency, batch=batch)
    np.testing.assert_array_equal(ask(model, *texts), ask(text_model(), *texts))
    assert batch is None or max(sizes) <= batch


def test_a_part_that_fails_costs_no_other_its_answers() -> None:
    def failing(texts: list[Any]) -> np.ndarray:
        if "boom" in texts:
            raise ValueError("no such word")
        return bag(texts)

    recorder = Recorder(failing)
    model = text_model(recorder, batch=1, concurrency=2)
    with pytest.raises(ValueError, match="no such word"):
        ask(model, "one", "boom", "two")
    before = len(recorder.asked)
    assert ask(model, "one", "two").shape == (2, 2)
    assert len(recorder.asked) == before


def test_labels_may_come_from_the_answers_or_be_made_up() -> None:
    rows = [{"label": "no", "score": 0.25}, {"label": "yes", "score": 0.75}]
    assert text_model(lambda texts: [rows for _ in texts], labels=()).labels == ("no", "yes")
    assert text_model(labels=()).labels == ("LABEL_0", "LABEL_1")
    assert text_model(labels=(), fallback=("a", "b", "c")).labels == ("LABEL_0", "LABEL_1")
    guessed = text_model(labels=(), fallback=("dull", "fun"))
    assert guessed.labels == ("dull", "fun") and "in order: dull, fun" in guessed.notices[0]
    assert text_model(fallback=("dull", "fun")).notices == []


def test_scores_are_read_before_a_softmax_and_it_can_be_said() -> None:
    model = text_model(lambda texts: 3.0 * bag(texts))
    assert model.kind == SCORES and ["do not sum to one" in notice for notice in model.notices] == [True]
    assert text_model().notices == []
    np.testing.assert_allclose(ask(model, "a good film"), 3.0 * bag(["a good film"]))


def test_one_label_is_audited_against_the_rest() -> None:
    def labels(texts: list[Any]) -> np.ndarray:
        return np.array([[0.9 if "rude" in t else 0.1, 0.8 if "loud" in t else 0.2] for t in texts])

    model = text_model(labels, labels=("insult", "noise"), target="noise")
    assert model.labels == ("not noise", "noise") and model.kind == "probabilities"
    np.testing.assert_allclose(softmax(ask(model, "loud", "rude")), [[0.2, 0.8], [0.8, 0.2]])
    with pytest.raises(HaltError, match="no label 'shouting'") as caught:
        text_model(labels, labels=("insult", "noise"), target="shouting")
    assert caught.value.hint == "Its labels are 'insult', 'noise'."


def test_two_texts_are_handed_over_as_pairs() -> None:
    recorder = Recorder()
    model = text_model(recorder, fields=2)
    encoded = model.encode("a man sleeps", "nobody is awake")
    row = model.without(encoded, np.array([word.field == 1 for word in encoded.words]))
    model.logits([row])
    assert recorder.asked[-1] == ("a man sleeps", "") and recorder.asked[0] == (PROBES[0], PROBES[0])


def test_a_model_that_refuses_an_empty_text_is_asked_with_another() -> None:
    def picky(texts: list[Any]) -> np.ndarray:
        if not all(text.strip() for text in texts):
            raise ValueError("empty")
        return bag(texts)

    recorder = Recorder(picky)
    model = text_model(recorder)
    ask(model, "")
    assert model.facts()["empty"] == EMPTY[2] == recorder.asked[-1]
    with pytest.raises(HaltError, match="neither an empty text nor a full stop"):
        text_model(lambda texts: picky(texts) if all(len(t) > 3 for t in texts) else 1 / 0)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda _: 1 / 0, "fails on 'the probe': ZeroDivisionError"),
        (lambda _: sys.exit(3), r"ended the program \(SystemExit 3\)"),
        (lambda texts: np.zeros(len(texts)), "shape"),
        (lambda texts: np.full((len(texts), 2), np.nan), "not finite"),
        (lambda _: "yes", "answered with str"),
        (lambda texts: np.ones((len(texts), 3)), "3 scores for a text, and its classes are 'negative'"),
    ],
)
def test_a_function_that_cannot_be_used_is_refused_before_anything_else(function: Any, message: str) -> None:
    with pytest.raises(HaltError, match=message):
        text_model(function)


def test_another_number_of_classes_on_a_later_call_ends_the_audit() -> None:
    def changing(texts: list[Any]) -> np.ndarray:
        return np.full((len(texts), 3), 1 / 3) if "a film" in texts else bag(texts)

    with pytest.raises(HaltError, match="3 scores for a text"):
        ask(text_model(changing, labels=()), "a film")


def test_a_text_whose_scores_are_odd_costs_itself_alone() -> None:
    def odd(texts: list[Any]) -> np.ndarray:
        return np.array(
            [
                [np.nan, 0.5] if t == "nan" else [0.7, 0.7] if t == "sum" else row
                for t, row in zip(texts, bag(texts).tolist(), strict=True)
            ]
        )

    recorder = Recorder(odd)
    model = text_model(recorder)
    for text, message in (("nan", "not finite"), ("sum", "do not sum to one")):
        with pytest.raises(AuditError, match=message) as caught:
            ask(model, "fine", text)
        assert not isinstance(caught.value, HaltError)
    assert ask(model, "fine").shape == (1, 2)
    assert len(recorder.asked) == len(set(recorder.asked))


def test_the_limit_of_calls_is_kept_and_what_is_known_stays_free() -> None:
    recorder = Recorder()
    model = text_model(recorder, max_calls=5)
    ask(model, "one", "two")
    with pytest.raises(AuditError, match=LEFT_OUT):
        ask(model, "one", "three")
    assert ask(model, "one", "two", "one").shape == (3, 2)
    assert len(recorder.asked) == 5


@pytest.mark.parametrize("text", ["", "  ", "\ud800"])
def test_a_text_without_words_is_refused(text: str) -> None:
    with pytest.raises(AuditError, match=r"empty|Unicode"):
        text_model().encode(text)
