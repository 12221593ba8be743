"""Integrated gradients (Sundararajan et al. 2017): gradients along the straight path from the baseline."""

from auditor.evaluation.captum_library import captum, word_scores
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
    found = (
        captum()
        .IntegratedGradients(text.module)
        .attribute(
            text.written[None],
            text.baseline[None],
            target=text.target,
            n_steps=STEPS,
            method="riemann_middle",
            internal_batch_size=max(1, TOKENS // len(text.ids)),
        )
    )
    return WordScores(word_scores(text, found), gradients=STEPS)
