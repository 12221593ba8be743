"""Gradient times input on a linear model."""

import numpy as np
import pytest

from auditor.evaluation.baselines import gradient_x_input
from tests.evaluation.support import linear_text

pytest.importorskip("captum")


def test_it_has_no_baseline() -> None:
    text, _ = linear_text()
    pieces = (text.module.weights * text.written).sum(dim=1).numpy()
    right = [pieces[1], pieces[2] + pieces[3], pieces[4]]
    found = gradient_x_input.score(text, seed=0)
    np.testing.assert_allclose(found.scores, right, atol=1e-12)
    assert (found.forwards, found.gradients) == (0, 1)
