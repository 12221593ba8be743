"""Integrated gradients against closed forms, and the axioms they are known for."""

from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.cidr.integrated import MAX_NODES, BasePath, base_path, without_each, without_words
from auditor.cidr.questions import Gradient
from tests.support import Logits, drive, probability


def integrate(
    logits: Logits, words: int, *, steps: int = 12, tolerance: float = 1e-6, target: int = 0
) -> BasePath:
    ends = [
        torch.softmax(logits(torch.full((words,), x, dtype=torch.float64)), 0)[target].item() for x in (0, 1)
    ]
    asking = base_path(words, target=target, change=ends[1] - ends[0], steps=steps, tolerance=tolerance)
    return drive(asking, logits)


def test_linear_probability_gives_each_word_its_weight() -> None:
    weights = torch.tensor([0.3, -0.1, 0.2], dtype=torch.float64)
    base = integrate(probability(lambda x: 0.4 + weights @ x), 3, steps=1)
    np.testing.assert_allclose(base.attributions, weights, atol=1e-12)
    assert base.error == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(base.profile, 0.4, atol=1e-12)


def test_a_product_is_shared_equally() -> None:
    """F = 0.1 + 0.8 x y: the integral of 0.8 a over the path is 0.4 for each."""
    base = integrate(probability(lambda x: 0.1 + 0.8 * x[0] * x[1]), 2)
    np.testing.assert_allclose(base.attributions, [0.4, 0.4], atol=1e-12)


def test_a_quadratic_by_hand() -> None:
    """F = 0.1 + 0.3 x^2 + 0.3 x y: x gets 0.3 + 0.15, y gets 0.15."""
    base = integrate(probability(lambda x: 0.1 + 0.3 * x[0] ** 2 + 0.3 * x[0] * x[1]), 2)
    np.testing.assert_allclose(base.attributions, [0.45, 0.15], atol=1e-12)


def test_linear_logits_share_the_change_in_proportion() -> None:
    """On the straight path, sigmoid(w.x) has IG_i = w_i / sum(w) times the change."""
    weights = torch.tensor([2.0, -0.5, 1.5], dtype=torch.float64)
    base = integrate(lambda x: torch.stack([weights @ x - 1, 0 * x[0]]), 3)
    change = 1 / (1 + np.exp(-2.0)) - 1 / (1 + np.exp(1.0))
    np.testing.assert_allclose(base.attributions, weights.numpy() / 3 * change, atol=1e-5)


def test_the_other_class_gets_the_opposite() -> None:
    logits = probability(lambda x: 0.2 + 0.3 * x[0] + 0.2 * x[0] * x[1])
    one, other = (integrate(logits, 2, target=t).attributions for t in (0, 1))
    np.testing.assert_allclose(one, -other, atol=1e-12)


def test_completeness_and_nested_nodes_on_a_steep_path() -> None:
    weights = torch.tensor([30.0, 10.0], dtype=torch.float64)

    def logits(x: torch.Tensor) -> torch.Tensor:
        return torch.stack([weights @ x - 9, 0 * x[0]])

    rough = integrate(logits, 2, steps=3, tolerance=1.0)
    good = integrate(logits, 2, steps=3, tolerance=1e-3)
    assert len(rough.nodes) == 3
    assert abs(rough.error) > 0.05
    assert len(good.nodes) == 27
    assert abs(good.error) <= 1e-3
    assert (np.diff(good.nodes) > 0).all()
    assert good.profile.argmax() == np.abs(good.nodes - 9 / 40).argmin()
    assert good.attributions.sum() - 1 == pytest.approx(0, abs=2e-3)


def test_refinement_stops_at_the_limit_and_reports_what_is_left() -> None:
    base = integrate(lambda x: torch.stack([5000 * (x[0] - 0.123), 0 * x[0]]), 1, steps=12, tolerance=1e-6)
    assert len(base.nodes) == 108
    assert 3 * len(base.nodes) > MAX_NODES
    assert abs(base.error) > 1e-3


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), words=st.integers(2, 5))
def test_axioms_on_random_networks(seed: int, words: int) -> None:
    """Dummy, symmetry, completeness, and implementation invariance."""
    generator = torch.Generator().manual_seed(seed)
    first = torch.randn(4, words + 2, generator=generator, dtype=torch.float64)
    second = torch.randn(2, 4, generator=generator, dtype=torch.float64)
    first[:, 0] = 0  # word 0 is ignored
    first[:, -1] = first[:, -2]  # the last two words play the same part

    def network(x: torch.Tensor) -> torch.Tensor:
        return second @ torch.tanh(first @ x)

    def same_function(x: torch.Tensor) -> torch.Tensor:
        squashed = [1 - 2 / (torch.exp(2 * (row * x).sum()) + 1) for row in first]
        logits = sum(column * value for column, value in zip(second.T, squashed, strict=True))
        return logits + 7.0  # softmax does not see it

    base = integrate(network, words + 2)
    assert base.attributions[0] == 0
    assert base.attributions[-1] == pytest.approx(base.attributions[-2], abs=1e-12)
    assert abs(base.error) < 1e-4
    np.testing.assert_allclose(integrate(same_function, words + 2).attributions, base.attributions, atol=1e-9)


def test_paths_without_a_word_by_hand() -> None:
    """F = 0.1 + 0.2 x + 0.4 x y + 0.1 z: without y, x keeps 0.2 of its 0.4; without x, y has nothing left."""
    logits = probability(lambda x: 0.1 + 0.2 * x[0] + 0.4 * x[0] * x[1] + 0.1 * x[2])
    base = integrate(logits, 3)
    np.testing.assert_allclose(base.attributions, [0.4, 0.2, 0.1], atol=1e-12)
    without = drive(without_each(base, [0, 1], target=0, count=4), logits)
    np.testing.assert_allclose(without, [[0, 0, 0.1], [0.2, 0, 0.1]], atol=1e-12)


def test_totals_alone_by_hand() -> None:
    """The same F, no path visited: without y x and z lose 0.2 in all, by their size 0.16 and 0.04."""
    logits = probability(lambda x: 0.1 + 0.2 * x[0] + 0.4 * x[0] * x[1] + 0.1 * x[2])
    base = integrate(logits, 3)
    settled: dict[str, Any] = {"target": 0, "count": 0}
    asking = without_words(base, [1, 0], totals=np.array([0.3, 0.1]), **settled)
    with pytest.raises(StopIteration) as end:
        next(asking)  # it asks nothing
    np.testing.assert_allclose(
        end.value.value, [[0.24, 0, 0.06], [0, 0.2 - 0.4 / 3, 0.1 - 0.2 / 3]], atol=1e-12
    )
    plain = drive(without_words(base, [1], **settled), logits)
    np.testing.assert_allclose(plain, [[0.4, 0, 0.1]], atol=1e-12)


def test_paths_without_words_are_one_question() -> None:
    base = BasePath(np.ones(3), np.array([0.5]), np.ones(1), 0.0)
    question = next(without_each(base, [2, 0], target=1, count=2))
    assert isinstance(question, Gradient)
    assert question.target == 1
    np.testing.assert_array_equal(question.removed.argmax(axis=1), [2, 2, 0, 0])
    np.testing.assert_allclose(question.alphas, [0.25, 0.75, 0.25, 0.75])
    nothing = drive(without_each(base, [], target=1, count=2), lambda x: x)
    assert nothing.shape == (0, 3)
