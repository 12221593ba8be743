"""DIG by what defines it: monotone paths that go by real words, exact on a linear model."""

import numpy as np
import pytest
import torch

from auditor.evaluation.baselines import dig
from auditor.evaluation.baselines.dig import Anchors, bent, discretized_gradients
from auditor.evaluation.embedded import embed
from auditor.model.classifier import Classifier
from tests.evaluation.support import linear_text


def test_exact_on_a_linear_model() -> None:
    text, right = linear_text()
    found = dig.score(text, seed=0)
    np.testing.assert_allclose(found.scores, right, atol=1e-12)
    assert (found.forwards, found.gradients) == (0, 31)  # 30 anchors, and the word itself


def test_anchors_are_kept_from_text_to_text() -> None:
    text, _ = linear_text()
    dig.score(text, seed=0)
    kept = text.kept[dig.NAME]
    dig.score(text, seed=1)
    assert text.kept == {dig.NAME: kept}


def test_bent_anchors_lie_between() -> None:
    here, end = torch.tensor([0.0, 0.0, 1.0, 2.0]), torch.tensor([1.0, 1.0, 0.0, 2.0])
    anchor = torch.tensor([0.5, 2.0, 1.5, 3.0])
    assert bent(anchor, here, end, 10).tolist() == pytest.approx([0.5, 0.1, 0.9, 2.0])


def test_discretized_paths_are_monotone_and_go_by_real_words() -> None:
    table = torch.randn(60, 5, generator=torch.Generator().manual_seed(4), dtype=torch.float64)
    anchors = Anchors(table, reference=0, steps=12, neighbours=20)
    for word in (5, 17, 33):
        path = anchors.path(word)
        assert len(path) == 13 and path[0] == word
        between = [step for step in path[1:] if step != 0]
        assert len(set(between)) == len(between) and word not in between
        points = anchors.points(word)
        assert points.shape == (14, 5)
        torch.testing.assert_close(points[0], table[0])
        torch.testing.assert_close(points[-1], table[word])
        steps = points.diff(dim=0) * (table[word] - table[0]).sign()
        assert (steps >= -1e-12).all()


def test_the_next_anchor_is_the_neighbour_that_is_bent_least() -> None:
    """Against a plain loop over the nearest neighbours."""
    table = torch.randn(50, 4, generator=torch.Generator().manual_seed(9), dtype=torch.float64)
    anchors = Anchors(table, reference=3, steps=6, neighbours=9)
    for word in (0, 11, 42):
        others = [i for i in range(50) if i not in (word, 3)]
        near = sorted(others, key=lambda i: (table[i] - table[word]).norm().item())[:9]
        cost = {i: (table[i] - bent(table[i], table[word], table[3], 6)).norm().item() for i in near}
        assert anchors.path(word)[1] == min(cost, key=lambda i: cost[i])


def test_discretized_gradients_sum_to_the_change(tiny_bert: Classifier) -> None:
    """Completeness, as far as a Riemann sum of 200 steps goes."""
    encoded = tiny_bert.encode("the film was not good")
    text = embed(tiny_bert, encoded, 0)
    anchors = Anchors(text.table(), text.replacement, steps=200, neighbours=30)
    with torch.no_grad():
        first, last = text.module(torch.stack([text.baseline, text.written]))[:, 0]
    found = discretized_gradients(text, anchors)
    assert found.sum() == pytest.approx(float(last - first), abs=0.05)
