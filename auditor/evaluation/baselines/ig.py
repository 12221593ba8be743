"""Integrated gradients (Sundararajan et al. 2017): gradients along the straight path from the baseline."""

from auditor.evaluation.captum_library import attributed
from auditor.evaluation.embedded import TOKENS, Embedded, WordScores

NAME = "ig"
MEANING = "integrated gradients (Captum)"
SEEDED = False
NEEDS_CAPTUM = True
STEPS = 30
"""Midpoint nodes of the path."""


def score(text: Embedded, *, seed: int) -> WordScores:
    """IG of each word."""
    del seed
    rows = max(1, TOKENS // len(text.ids))
    scores = attributed(
        text, "IntegratedGradients", n_steps=STEPS, method="riemann_middle", internal_batch_size=rows
    )
    return WordScores(scores, gradients=STEPS)
