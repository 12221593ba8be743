"""Sets without gradients: leave-one-out by hand, a brute-force oracle, and a function asked end to end."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.cidr.asking import Laboratory
from auditor.cidr.essence import Flip
from auditor.cidr.explain import explain, suited, trace
from auditor.cidr.left_out import left_out
from auditor.cidr.minimal import minimal_set
from auditor.cidr.questions import Asking, Forward
from auditor.cidr.removals import Removals
from auditor.config import CidrConfig
from auditor.errors import AuditError, HaltError
from auditor.records.text import Explanation, Status
from tests.model.asked.support import Recorder, bag, margin, text_model
from tests.support import drive, from_table, toy_encoded

QUICK = CidrConfig.quick()


def explained(text: str, **options: Any) -> Explanation:
    [found] = explain(text_model(**options), [text], QUICK)
    assert isinstance(found, Explanation), found
    return found


def test_a_word_scores_what_the_class_loses_without_it() -> None:
    # Two words, margins in logits of the first class: none 0, first kept 2, second kept 1, both 3.
    def scored() -> Asking[Any]:
        removals = Removals(2, Flip(), budget=100)
        answers = yield Forward(np.array([[False, False]]))
        removals.start(answers[0])
        return (yield from left_out(removals, change=0.4))

    found = drive(scored(), from_table(np.array([0.0, 2.0, 1.0, 3.0])))
    sigmoid = 1 / (1 + np.exp(-np.arange(4.0)))
    expected = [sigmoid[3] - sigmoid[1], sigmoid[3] - sigmoid[2]]
    np.testing.assert_allclose(found.attributions, expected)
    assert found.error == pytest.approx(sum(expected) - 0.4) and len(found.nodes) == 0


@settings(max_examples=60)
@given(st.lists(st.floats(-4, 4), min_size=16, max_size=16))
def test_every_set_is_verified_and_minimal_on_any_function_of_four_words(table: list[float]) -> None:
    margins = np.array(table)
    logits = from_table(margins)
    found = drive(minimal_set(toy_encoded(4), ("a", "b"), CidrConfig(), gradients=False), logits)

    def lost(members: tuple[int, ...]) -> bool:
        """Whether the other class leads by more than rounding when these words are gone."""
        kept = sum(1 << word for word in range(4) if word not in members)
        lead = margins[kept] if found.label == "a" else -margins[kept]
        return bool(lead < -1e-4)

    def near(members: tuple[int, ...]) -> bool:
        return abs(margins[sum(1 << word for word in range(4) if word not in members)]) <= 1e-4

    assert found.gradients == 0
    if found.status is Status.VERIFIED:
        assert lost(found.set) or near(found.set)
        for size in range(1, len(found.core)):
            for part in combinations(found.core, size):
                assert not lost(part) or near(part)
    else:
        assert not any(lost(part) for size in range(1, 5) for part in combinations(range(4), size))


def test_a_function_is_explained_by_the_words_that_decide() -> None:
    found = explained("a good but bad and awful film")
    assert found.label == "negative" and found.status is Status.VERIFIED
    assert [found.words[word] for word in found.core] == ["awful"]
    assert found.attributions[found.words.index("good")] < 0 < found.attributions[found.words.index("awful")]
    assert found.gradients == 0 and found.label_after == "positive"
    after = margin(" ".join(word for place, word in enumerate(found.words) if place not in found.set))
    assert found.probability_after == pytest.approx(1 / (1 + np.exp(after)))


def test_masks_are_asked_for_and_the_class_of_an_empty_text_has_evidence() -> None:
    recorder = Recorder()
    [found] = explain(text_model(recorder, mask="_"), ["a good film"], QUICK)
    assert isinstance(found, Explanation) and found.status is Status.EVIDENCE
    assert [found.words[word] for word in found.core] == ["good"]
    assert "a _ film" in recorder.asked and "_ _ _" in recorder.asked and "a film" not in recorder.asked


def test_removal_is_what_the_model_was_made_for() -> None:
    assert suited(text_model(), QUICK).removal == "delete"
    assert suited(text_model(mask="x"), CidrConfig(removal="pad")).removal == "mask"
    with pytest.raises(AuditError, match="needs gradients"):
        next(trace(text_model(), ["a film"]))
    with pytest.raises(HaltError, match="has no gradients"):
        text_model().gradients([], np.zeros(0, dtype=np.int64))


def test_a_text_that_the_function_fails_on_costs_itself_alone() -> None:
    def failing(texts: list[Any]) -> np.ndarray:
        if any("boom" in text for text in texts):
            raise ValueError("cannot read boom")
        return bag(texts)

    first, second, third = explain(text_model(failing), ["an awful film", "a boom", "a dull bad film"], QUICK)
    assert isinstance(first, Explanation) and isinstance(third, Explanation)
    assert isinstance(second, AuditError) and "ValueError: cannot read boom" in second.message
    laboratory = Laboratory(text_model(failing), "delete")
    rows = [(("a bad film",), np.eye(3, dtype=bool)), (("boom",), np.zeros((0, 0), dtype=bool))]
    known, failed = laboratory.ask(rows, what="test")
    assert failed is None and known is not None and known.shape == (3, 2)


def test_a_wrong_shape_in_the_middle_ends_it() -> None:
    def changing(texts: list[Any]) -> np.ndarray:
        return np.ones((len(texts), 3)) / 3 if any("film" in text for text in texts) else bag(texts)

    with pytest.raises(HaltError, match="3 scores for a text"):
        list(explain(text_model(changing), ["a dull plot", "a bad film"], QUICK))
