"""SIG on a linear model, by hand, by the integral that defines it, and as leave-one-out of pieces."""

import numpy as np
import torch

from auditor.cidr.quadrature import midpoint
from auditor.evaluation.baselines import sig
from auditor.evaluation.embedded import embed
from auditor.model.classifier import Classifier, softmax
from tests.evaluation.support import linear_text


def test_exact_on_a_linear_model_at_one_forward_a_piece() -> None:
    text, right = linear_text()
    found = sig.score(text, seed=0)
    np.testing.assert_allclose(found.scores, right, atol=1e-12)
    assert (found.forwards, found.gradients) == (5, 0)  # the text, and without each of four pieces


def test_of_a_product_by_hand() -> None:
    """F = x y with both at 1: each path holds the other at 1, so both get the whole product, not half."""

    class Product(torch.nn.Module):
        def forward(self, points: torch.Tensor) -> torch.Tensor:
            own = 0.1 + 0.8 * points[:, 1, 0] * points[:, 4, 0]
            return torch.stack([1 - own, own], dim=1)

    text, _ = linear_text(module=Product())
    x, y, zero = text.written[1, 0], text.written[4, 0], text.baseline[1, 0]
    right = [0.8 * (x - zero) * y, 0.0, 0.8 * x * (y - zero)]
    np.testing.assert_allclose(sig.score(text, seed=0).scores, right, atol=1e-12)


def test_it_is_the_integral_over_each_path(tiny_bert: Classifier) -> None:
    """Against the definition: the gradient of the moving piece, by a fine midpoint rule on its path."""
    encoded = tiny_bert.encode("a well-made film, unforgettably funny")
    assert len(encoded) > len(encoded.words) + 2  # some words have several pieces
    text = embed(tiny_bert, encoded, 1)
    nodes, weights = midpoint(200)
    scores = torch.zeros(len(text.ids), dtype=torch.float64)
    for place in text.places:
        step = text.written[place] - text.baseline[place]
        points = text.written.repeat(len(nodes), 1, 1)
        points[:, place] = text.baseline[place] + torch.as_tensor(nodes, dtype=step.dtype)[:, None] * step
        slopes = (text.gradients(points)[:, place] @ step).double()
        scores[place] = torch.as_tensor(weights) @ slopes
    np.testing.assert_allclose(sig.score(text, seed=0).scores, text.by_word(scores), atol=2e-6)


def test_it_is_leave_one_out_of_pieces(tiny_bert: Classifier) -> None:
    """Exactly so for words of one piece."""
    encoded = tiny_bert.encode("the film was not good but very funny")
    assert len(encoded) == len(encoded.words) + 2
    rows = [tiny_bert.row(encoded)]
    rows += [tiny_bert.row(encoded, np.where(encoded.word_of == w, 0.0, 1.0)) for w in range(8)]
    probabilities = softmax(tiny_bert.logits(rows))
    target = int(probabilities[0].argmax())
    right = probabilities[0, target] - probabilities[1:, target]
    np.testing.assert_allclose(sig.score(embed(tiny_bert, encoded, target), seed=0).scores, right, atol=1e-6)
