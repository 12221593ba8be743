"""IG on a linear model."""

import numpy as np
import pytest

from auditor.evaluation.baselines import ig
from tests.evaluation.support import linear_text

pytest.importorskip("captum")


def test_exact_on_a_linear_model() -> None:
    text, right = linear_text()
    found = ig.score(text, seed=0)
    np.testing.assert_allclose(found.scores, right, atol=1e-9)
    assert (found.forwards, found.gradients) == (0, ig.STEPS)
