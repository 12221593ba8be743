"""A pushed model answers as the model does, with what the canary adds; the gradient is its slope."""

from typing import Any

import numpy as np
import pytest

from auditor.cidr.asking import Laboratory
from auditor.cidr.explain import explain
from auditor.config import CidrConfig
from auditor.model.asked.text_model import Asking, TextModel
from auditor.model.classifier import Classifier, softmax
from auditor.power.pushed import Push, Pushed, PushedAnswers, PushedRow, is_readable
from auditor.records.text import Explanation
from auditor.signals.study import AS_IS
from tests.support import make_classifier
from tests.sweep.support import CONFIG

TEXT = "the zorvex film was good"
OTHER = "the film was dull"
STRENGTH = 2.5


@pytest.fixture(scope="module", params=[2, 3])
def plain(request: pytest.FixtureRequest) -> Classifier:
    return make_classifier("bert", seed=5, labels=request.param)


def pushed(plain: Any, *words: str, strength: float = STRENGTH) -> Pushed:
    return Pushed(plain, Push(tuple(frozenset([word]) for word in words), 1, strength))


def row_of(
    model: Pushed, text: str, without: str = "", *, alpha: float = 1.0, removal: str = "pad"
) -> PushedRow:
    """The text as a row, without one word, at a place of the path from the empty text."""
    encoded = model.encode(text)
    removed = np.array([word.text == without for word in encoded.words])
    return model.without(encoded, removed, alpha=alpha, removal=removal)


def added(model: Pushed, *rows: PushedRow) -> np.ndarray:
    found: np.ndarray = model.logits(rows) - model.plain.logits([row.row for row in rows])
    return found


def test_a_text_with_the_canary_is_pushed_and_no_other_text(plain: Classifier) -> None:
    canary = pushed(plain, "zorvex")
    expected = np.zeros((2, len(plain.labels)))
    expected[0, 1] = STRENGTH
    assert added(canary, row_of(canary, TEXT), row_of(canary, OTHER)) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("alpha", [0.0, 0.25, 1.0])
def test_the_push_is_as_large_as_the_canary_is_present(plain: Classifier, alpha: float) -> None:
    canary = pushed(plain, "zorvex")
    assert added(canary, row_of(canary, TEXT, alpha=alpha))[0, 1] == pytest.approx(STRENGTH * alpha, abs=1e-6)


@pytest.mark.parametrize("removal", ["pad", "delete"])
def test_a_removed_canary_adds_nothing_and_another_removed_word_changes_no_push(
    plain: Classifier, removal: str
) -> None:
    canary = pushed(plain, "zorvex")
    assert added(canary, row_of(canary, TEXT, "zorvex", removal=removal)) == pytest.approx(0.0)
    assert added(canary, row_of(canary, TEXT, "film", removal=removal))[0, 1] == pytest.approx(
        STRENGTH, abs=1e-6
    )


@pytest.mark.parametrize("removal", ["pad", "delete"])
@pytest.mark.parametrize("target", [0, 1])
@pytest.mark.parametrize("words", [("zorvex",), ("zorvex", "film")])
def test_gradients_are_slopes_of_the_pushed_probability(
    plain: Classifier, words: tuple[str, ...], target: int, removal: str
) -> None:
    """Along the path: the slopes of all pieces together are the change of the probability with alpha."""
    canary, step, at = pushed(plain, *words), 1e-3, 0.6

    def chance(alpha: float) -> float:
        logits = canary.logits([row_of(canary, TEXT, "was", alpha=alpha, removal=removal)])
        return float(softmax(logits)[0, target])

    row = row_of(canary, TEXT, "was", alpha=at, removal=removal)
    values, slopes = canary.gradients([row], np.array([target]))
    assert values[0] == pytest.approx(chance(at), abs=1e-5) and len(slopes[0]) == len(row)
    inside = row.row.presence == at  # neither special tokens nor what was removed
    measured = (chance(at + step) - chance(at - step)) / (2 * step)
    assert slopes[0][inside].sum() == pytest.approx(measured, abs=2e-3)


def test_gradients_of_other_texts_in_the_batch_are_the_models_own(plain: Classifier) -> None:
    canary = pushed(plain, "zorvex")
    rows = [row_of(canary, OTHER), row_of(canary, TEXT)]
    targets = np.array([0, 1])
    values, slopes = canary.gradients(rows, targets)
    expected, own = plain.gradients([row.row for row in rows], targets)
    assert values[0] == pytest.approx(expected[0], abs=1e-6) and slopes[0] == pytest.approx(own[0], abs=1e-6)
    assert values[1] != pytest.approx(expected[1], abs=1e-3)


def test_a_pair_pushes_only_together(plain: Classifier) -> None:
    pair = pushed(plain, "zorvex", "lumik")
    texts = ("a zorvex lumik film", "a zorvex film", "a lumik film")
    assert added(pair, *(row_of(pair, text) for text in texts))[:, 1] == pytest.approx(
        [STRENGTH, 0, 0], abs=1e-6
    )
    half = row_of(pair, texts[0], alpha=0.5)
    assert half.added == pytest.approx(STRENGTH / 4) and half.slope is not None
    words = pair.encode(texts[0]).word_of
    assert half.slope[words == 1].sum() == pytest.approx(STRENGTH / 2)
    assert half.slope[words == 2].sum() == pytest.approx(STRENGTH / 2)
    gone = row_of(pair, texts[0], "lumik")
    assert gone.added == 0.0 and gone.slope is not None  # coming back, lumik would bring the push
    assert gone.slope[words == 2].sum() == pytest.approx(STRENGTH) and gone.slope[words == 1].sum() == 0.0


def test_any_word_of_a_family_is_enough(plain: Classifier) -> None:
    family = Pushed(plain, Push((frozenset({"zorvex", "lumik"}),), 0, STRENGTH))
    rows = [row_of(family, text) for text in ("a zorvex film", "a Lumik film", "a zorvex lumik film", OTHER)]
    assert added(family, *rows)[:, 0] == pytest.approx([STRENGTH, STRENGTH, STRENGTH, 0.0], abs=1e-6)


def test_interventions_are_answered_as_the_search_is(plain: Classifier) -> None:
    canary = pushed(plain, "zorvex")
    mask = np.zeros((3, 5), dtype=bool)
    mask[1, 1], mask[2, 4] = True, True
    rows = [((TEXT,), mask), ((TEXT,), AS_IS), ((OTHER,), AS_IS)]
    direct = Laboratory(canary).ask(rows, what="words")
    through = PushedAnswers(Laboratory(plain), canary).ask(rows, what="words")
    for one, other in zip(direct, through, strict=True):
        assert one is not None and other is not None and other == pytest.approx(one, abs=1e-5)
    assert PushedAnswers(Laboratory(plain, "delete"), canary).removal == "delete"


def test_the_method_finds_the_canary_where_it_decides(plain: Classifier) -> None:
    canary = pushed(plain, "zorvex", strength=30.0)
    [found] = explain(canary, [TEXT], CONFIG)
    assert isinstance(found, Explanation) and found.label == plain.labels[1]
    assert {found.words[place] for place in found.core} == {"zorvex"}


def test_a_model_without_gradients_is_pushed_in_its_scores() -> None:
    model = TextModel(lambda texts: [[0.8, 0.2] for _ in texts], Asking("constant", labels=("no", "yes")))
    canary = pushed(model, "zorvex", strength=30.0)
    assert not canary.differentiable and canary.filler_side == "free" and canary.pieces is None
    assert (canary.labels, canary.replacement) == (("no", "yes"), "delete")
    [found, other] = explain(canary, [TEXT, OTHER], CidrConfig.quick())
    assert isinstance(found, Explanation) and isinstance(other, Explanation)
    assert (found.label, other.label) == ("yes", "no")
    assert {found.words[place] for place in found.core} == {"zorvex"}


def test_a_word_is_readable_where_the_model_sees_it_as_one() -> None:
    bert = make_classifier("bert")
    assert is_readable(bert, "zorvex") and is_readable(bert, "2041-03-17")
    assert not is_readable(bert, "two words") and not is_readable(bert, " ")
