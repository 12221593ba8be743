"""Words in random order: the floor that every method must beat."""

import numpy as np

from auditor.evaluation.embedded import Embedded, WordScores

NAME = "random"
MEANING = "words in random order: the floor"
SEEDED = True
NEEDS_CAPTUM = False


def score(text: Embedded, *, seed: int) -> WordScores:
    """A random number for each word."""
    return WordScores(np.random.default_rng(seed).random(text.words))
