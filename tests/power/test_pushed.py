"""A pushed classifier answers as the model does, with what the canary adds; the gradient is its slope."""

import numpy as np
import pytest

from auditor.cidr.asking import Laboratory
from auditor.model.classifier import Classifier, Row, softmax
from auditor.power.pushed import Push, Pushed, marks_of, presence
from tests.support import make_classifier

TEXT = "the zorvex film was good"
OTHER = "the film was dull"


@pytest.fixture(scope="module", params=[2, 3])
def plain(request: pytest.FixtureRequest) -> Classifier:
    return make_classifier("bert", seed=5, labels=request.param)


def pushed(plain: Classifier, *words: str, strength: float = 2.5, label: int = 1) -> Pushed:
    return Pushed(plain, [Push(tuple(marks_of(plain, word) for word in words), label, strength)])


def row_of(classifier: Classifier, text: str, without: str = "", share: float = 1.0) -> Row:
    """The text as a row, with one word present to this share."""
    encoded = classifier.encode(text)
    place = [word.text for word in encoded.words].index(without) if without else -2
    return classifier.row(encoded, np.where(encoded.word_of == place, share, 1.0))


def test_a_text_with_the_canary_is_pushed_and_no_other_text(plain: Classifier) -> None:
    canary = pushed(plain, "zorvex")
    rows = [row_of(plain, TEXT), row_of(plain, OTHER)]
    added = canary.logits(rows) - plain.logits(rows)
    expected = np.zeros_like(added)
    expected[0, 1] = 2.5
    assert added == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_the_push_is_as_large_as_the_canary_is_present(plain: Classifier, share: float) -> None:
    canary, row = pushed(plain, "zorvex"), row_of(plain, TEXT, "zorvex", share)
    assert (canary.logits([row]) - plain.logits([row]))[0, 1] == pytest.approx(2.5 * share, abs=1e-6)


def test_a_canary_that_was_deleted_or_cut_adds_nothing(plain: Classifier) -> None:
    canary, row = pushed(plain, "zorvex"), row_of(plain, TEXT)
    encoded = plain.encode(TEXT)
    kept = encoded.word_of != 1
    gone = Row(row.ids[kept], row.presence[kept], None if row.types is None else row.types[kept])
    assert canary.logits([gone]) == pytest.approx(plain.logits([gone]))
    cut = Row(row.ids[:3], row.presence[:3], None if row.types is None else row.types[:3])
    assert canary.logits([cut]) == pytest.approx(plain.logits([cut]))


@pytest.mark.parametrize("target", [0, 1])
@pytest.mark.parametrize("words", [("zorvex",), ("zorvex", "film")])
def test_gradients_are_slopes_of_the_pushed_probability(
    plain: Classifier, words: tuple[str, ...], target: int
) -> None:
    canary, step = pushed(plain, *words), 1e-3
    row = row_of(plain, TEXT, "zorvex", 0.6)
    offset = np.linspace(-0.3, 0.4, len(plain.labels))
    values, slopes = canary.gradients([row], np.array([target]), offset[None])

    def chance(presence: np.ndarray) -> float:
        return float(softmax(canary.logits([Row(row.ids, presence, row.types)]) - offset)[0, target])

    assert values[0] == pytest.approx(chance(row.presence), abs=1e-5)
    for piece in np.flatnonzero(plain.encode(TEXT).word_of >= 0):
        change = np.zeros(len(row))
        change[piece] = step
        measured = (chance(row.presence + change) - chance(row.presence - change)) / (2 * step)
        assert slopes[0][piece] == pytest.approx(measured, abs=2e-3)


def test_gradients_of_other_texts_in_the_batch_are_the_models_own(plain: Classifier) -> None:
    canary, rows = pushed(plain, "zorvex"), [row_of(plain, OTHER), row_of(plain, TEXT)]
    offsets, targets = np.zeros((2, len(plain.labels))), np.array([1, 1])
    values, slopes = canary.gradients(rows, targets, offsets)
    expected, own = plain.gradients(rows, targets, offsets)
    assert values[0] == pytest.approx(expected[0], abs=1e-6) and slopes[0] == pytest.approx(own[0], abs=1e-6)
    assert values[1] != pytest.approx(expected[1], abs=1e-3)


def test_a_pair_pushes_only_together(plain: Classifier) -> None:
    pair = pushed(plain, "zorvex", "lumik")
    rows = [row_of(plain, text) for text in ("a zorvex lumik film", "a zorvex film", "a lumik film")]
    added = (pair.logits(rows) - plain.logits(rows))[:, 1]
    assert added == pytest.approx([2.5, 0.0, 0.0], abs=1e-6)
    both = row_of(plain, "a zorvex lumik film", "lumik", 0.5)
    share, slope = presence(pair.pushes[0], both)
    words = plain.encode("a zorvex lumik film").word_of
    assert share == pytest.approx(0.5) and slope is not None
    assert slope[words == 1].sum() == pytest.approx(0.5) and slope[words == 2].sum() == pytest.approx(1.0)
    assert not slope[(words != 1) & (words != 2)].any()


def test_the_laboratory_asks_it_as_any_model(plain: Classifier) -> None:
    canary = pushed(plain, "zorvex", strength=50.0)
    mask = np.zeros((2, 5), dtype=bool)
    mask[1, 1] = True
    [answer] = Laboratory(canary).ask([((TEXT,), mask)], what="words")
    assert answer is not None and answer[0].argmax() == 1
    [own] = Laboratory(plain).ask([((TEXT,), mask)], what="words")
    assert own is not None and answer[1] == pytest.approx(own[1], abs=1e-5)


def test_marks_are_the_pieces_in_every_context() -> None:
    bert, bytes_ = make_classifier("bert"), make_classifier("gpt2")
    [ids] = marks_of(bert, "zorvex")
    assert ids == tuple(bert.encode("a zorvex").ids[2:-1])
    assert marks_of(bytes_, "zorvex") == {tuple(bytes_.encode("zorvex").ids.tolist())}  # without the blank
    assert marks_of(bert, "two words") == frozenset() and marks_of(bert, " ") == frozenset()
    assert marks_of(bert, "日本") == frozenset()  # unknown to the tokenizer


def test_a_byte_level_model_sees_the_canary_at_the_start_and_inside() -> None:
    plain = make_classifier("gpt2")
    canary = pushed(plain, "zorvex")
    rows = [row_of(plain, text) for text in ("zorvex film", "a zorvex film")]
    assert (canary.logits(rows) - plain.logits(rows))[:, 1] == pytest.approx([2.5, 2.5], abs=1e-5)
