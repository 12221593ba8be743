"""Gradient times input (Shrikumar et al. 2016): the gradient at the text times the embedding itself."""

from auditor.evaluation.captum_library import attributed
from auditor.evaluation.embedded import Embedded, WordScores

NAME = "gradient-x-input"
MEANING = "gradient times input (Captum)"
SEEDED = False
NEEDS_CAPTUM = True


def score(text: Embedded, *, seed: int) -> WordScores:
    """Gradient times input of each word."""
    del seed
    return WordScores(attributed(text, "InputXGradient", path=False), gradients=1)
