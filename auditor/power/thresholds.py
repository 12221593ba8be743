"""What one more test of a family needs to be significant, beside the tests that the audit made."""

import numpy as np
from numpy.typing import ArrayLike


def largest_p(others: ArrayLike, *, level: float, method: str = "bh") -> float:
    """The largest p with which one more test is significant after correction.

    Benjamini-Hochberg rejects up to k·level/m when k of m values are at most that; the one more test is among
    these k. Benjamini-Yekutieli (`by`) divides the level by 1 + 1/2 + … + 1/m.
    """
    known = np.sort(np.asarray(others, dtype=np.float64))
    tests = len(known) + 1
    ranks = np.arange(1, tests + 1)
    step = level / tests / (float((1.0 / ranks).sum()) if method == "by" else 1.0)
    at_most = np.searchsorted(known, ranks * step, side="right") + 1
    return float(ranks[at_most >= ranks].max() * step)
