"""A text in embedding space is the text."""

import numpy as np
import pytest
import torch

from auditor.errors import AuditError
from auditor.evaluation.embedded import embed
from auditor.model.classifier import Classifier, softmax
from tests.evaluation.support import PIECES, WIDTH, linear_text


def test_the_text_in_embedding_space_is_the_text(tiny_bert: Classifier) -> None:
    encoded = tiny_bert.encode("a well-made film", "it is fun")
    text = embed(tiny_bert, encoded, 1)
    ends = torch.stack([text.written, text.baseline])
    empty = np.where(encoded.word_of < 0, 1.0, 0.0)
    rows = [tiny_bert.row(encoded), tiny_bert.row(encoded, empty)]
    with torch.no_grad():
        np.testing.assert_allclose(text.module(ends).numpy(), softmax(tiny_bert.logits(rows)), atol=1e-5)


def test_pieces_and_width_of_the_linear_text() -> None:
    text, right = linear_text()
    assert text.written.shape == (PIECES, WIDTH) and right.shape == (3,)
    assert text.places == [1, 2, 3, 4]


def test_scores_of_pieces_add_up_to_words() -> None:
    """Pieces 1 to 4 belong to words 0, 1, 1, 2; the special tokens at both ends count for nothing."""
    text, _ = linear_text()
    assert text.by_word(torch.tensor([9.0, 1.0, 2.0, 3.0, 4.0, 9.0])).tolist() == [1, 5, 4]


def test_probabilities_and_gradients_of_a_linear_model() -> None:
    text, right = linear_text()
    points = torch.stack([text.written, text.baseline])
    high, low = text.probabilities(points).tolist()
    assert high - low == pytest.approx(right.sum())
    slopes = text.gradients(points)
    torch.testing.assert_close(slopes, text.module.weights.expand(2, PIECES, WIDTH))


@pytest.mark.parametrize("removal", ["pad", "delete"])
def test_without_removes_as_the_convention_says(tiny_bert: Classifier, removal: str) -> None:
    """Deleting "not" gives the shorter text; padding it gives another row."""
    encoded = tiny_bert.encode("the film was not good")
    rows = np.array([[False] * 5, [False, False, False, True, False]])
    found = embed(tiny_bert, encoded, 1, removal=removal).without(rows)
    shorter = tiny_bert.encode("the film was good")
    padded = tiny_bert.row(encoded, np.where(encoded.word_of == 3, 0.0, 1.0))
    other = padded if removal == "pad" else tiny_bert.row(shorter)
    right = [softmax(tiny_bert.logits([row]))[0, 1] for row in (tiny_bert.row(encoded), other)]
    np.testing.assert_allclose(found, right, atol=1e-5)


def test_without_passes_a_failure_on(tiny_bert: Classifier, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded = tiny_bert.encode("good")
    text = embed(tiny_bert, encoded, 1)
    monkeypatch.setattr(tiny_bert.model, "forward", lambda **_: 1 / 0)
    with pytest.raises(AuditError):
        text.without(np.array([[True]]))
