"""GradientSHAP on a linear model."""

import numpy as np
import pytest
import torch

from auditor.evaluation.baselines import gradient_shap
from tests.evaluation.support import linear_text

pytest.importorskip("captum")


def test_near_on_a_linear_model_and_repeatable() -> None:
    text, right = linear_text()
    before = torch.random.get_rng_state()
    once, again, other = (gradient_shap.score(text, seed=seed).scores for seed in (1, 1, 2))
    np.testing.assert_allclose(once, right, atol=1e-3)  # its noise has a standard deviation of 0.01
    np.testing.assert_array_equal(once, again)
    assert not np.array_equal(once, other)
    assert torch.equal(before, torch.random.get_rng_state())
