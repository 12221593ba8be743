"""Leave-one-out: how far the probability falls without each word; the sanity line of the table.

It removes words in the way that the convention says, so it is the one baseline that can delete them.
"""

import numpy as np

from auditor.evaluation.embedded import Embedded, WordScores

NAME = "leave-one-out"
MEANING = "how far the probability falls without each word: the sanity line"
SEEDED = False
NEEDS_CAPTUM = False


def score(text: Embedded, *, seed: int) -> WordScores:
    """F(text) - F(text without the word), for each word."""
    del seed
    rows = np.vstack([np.zeros((1, text.words), dtype=bool), np.eye(text.words, dtype=bool)])
    left = text.without(rows)
    return WordScores(left[0] - left[1:], forwards=len(rows))
