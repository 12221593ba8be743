"""Leave-one-out on a linear model and on a transformer."""

import numpy as np

from auditor.evaluation.baselines import leave_one_out
from auditor.evaluation.embedded import embed
from auditor.model.classifier import Classifier, softmax
from tests.evaluation.support import linear_text


def test_exact_on_a_linear_model() -> None:
    text, right = linear_text()
    found = leave_one_out.score(text, seed=0)
    np.testing.assert_allclose(found.scores, right, atol=1e-12)
    assert (found.forwards, found.gradients) == (4, 0)  # the text, and without each of three words


def test_a_word_goes_with_all_of_its_pieces(tiny_bert: Classifier) -> None:
    encoded = tiny_bert.encode("a well-made film")
    rows = [tiny_bert.row(encoded)]
    rows += [tiny_bert.row(encoded, np.where(encoded.word_of == w, 0.0, 1.0)) for w in range(3)]
    probabilities = softmax(tiny_bert.logits(rows))[:, 1]
    found = leave_one_out.score(embed(tiny_bert, encoded, 1), seed=0)
    np.testing.assert_allclose(found.scores, probabilities[0] - probabilities[1:], atol=1e-6)
