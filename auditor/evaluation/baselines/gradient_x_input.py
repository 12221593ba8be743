"""Gradient times input (Shrikumar et al. 2016): the gradient at the text times the embedding itself."""

from auditor.evaluation.captum_library import captum, quiet, word_scores
from auditor.evaluation.embedded import Embedded, WordScores

NAME = "gradient-x-input"
MEANING = "gradient times input (Captum)"
SEEDED = False
NEEDS_CAPTUM = True


def score(text: Embedded, *, seed: int) -> WordScores:
    """Gradient times input of each word."""
    del seed
    with quiet():
        inputs = text.written[None].clone().requires_grad_(True)
        found = captum().InputXGradient(text.module).attribute(inputs, target=text.target)
    return WordScores(word_scores(text, found), gradients=1)
