"""GradientSHAP (Lundberg and Lee 2017): expected gradients at random points of noisy paths."""

import numpy as np

from auditor.evaluation.captum_library import attributed
from auditor.evaluation.embedded import Embedded, WordScores

NAME = "gradient-shap"
MEANING = "GradientSHAP (Captum)"
SEEDED = True
NEEDS_CAPTUM = True
SAMPLES = 10
"""Random points."""
NOISE = 0.01
"""Standard deviation of the noise that is added to the embeddings."""


def score(text: Embedded, *, seed: int) -> WordScores:
    """GradientSHAP of each word; the global random generators are left as they were."""
    import torch

    kept, numpy_state = torch.random.get_rng_state(), np.random.get_state()
    try:
        torch.manual_seed(seed)
        np.random.seed(seed)  # Captum draws from the global generators
        scores = attributed(text, "GradientShap", n_samples=SAMPLES, stdevs=NOISE)
    finally:
        torch.random.set_rng_state(kept)
        np.random.set_state(numpy_state)
    return WordScores(scores, gradients=SAMPLES)
