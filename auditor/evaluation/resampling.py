"""Intervals and tests over texts and seeds.

Values come as (seeds, texts). The bootstrap draws texts with replacement, and for every drawn text one of the
seeds: both kinds of chance are in the interval. Two methods are compared on the same texts, the seeds of a
text averaged, by a paired permutation test: under no difference the sign of each text's difference is a coin.
"""

import warnings

import numpy as np
from numpy.typing import NDArray

from auditor.cidr.questions import FloatArray
from auditor.records.evaluation import MeanInterval

RESAMPLES = 2000
"""Bootstrap resamples."""
PERMUTATIONS = 9999
"""Sign flips drawn where there are too many texts to try all of them."""


def mean_interval(values: FloatArray, *, seed: int = 0, resamples: int = RESAMPLES) -> MeanInterval:
    """Mean over seeds and texts with a 95 % percentile interval; what is not a number is left out."""
    seeds, texts = values.shape
    if not texts or not np.isfinite(values).any():
        return MeanInterval(np.nan, np.nan, np.nan)
    generator = np.random.default_rng(seed)
    chosen = generator.integers(texts, size=(resamples, texts))
    run = generator.integers(seeds, size=(resamples, texts))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a resample may hold no value at all
        means = np.nanmean(values[run, chosen], axis=1)
    low, high = np.nanpercentile(means, [2.5, 97.5])
    return MeanInterval(float(np.nanmean(values)), float(low), float(high))


def per_text(values: FloatArray) -> FloatArray:
    """(texts,) the mean over seeds; not a number where a text has no value."""
    known = np.isfinite(values)
    total = np.where(known, values, 0.0).sum(axis=0)
    count = known.sum(axis=0)
    mean: FloatArray = np.where(count > 0, total / np.maximum(count, 1), np.nan)
    return mean


def paired(first: FloatArray, second: FloatArray, *, seed: int = 0) -> tuple[MeanInterval, float]:
    """Mean difference over the texts that both have, and the p-value of the paired permutation test."""
    from scipy.stats import permutation_test

    difference = per_text(first) - per_text(second)
    difference = difference[np.isfinite(difference)]
    found = mean_interval(difference[None], seed=seed)
    moved = difference[difference != 0]  # a text without a difference has the same sign either way
    if not len(moved):
        return found, np.nan if not len(difference) else 1.0
    if len(moved) == 1:
        return found, 1.0
    test = permutation_test(
        (moved,),
        np.mean,
        permutation_type="samples",
        vectorized=True,
        n_resamples=PERMUTATIONS,
        rng=np.random.default_rng(seed),
    )
    return found, float(test.pvalue)


def holm(values: list[float]) -> list[float]:
    """Holm's step-down correction; what is not a number stays so and does not count."""
    known = [place for place, p in enumerate(values) if np.isfinite(p)]
    order = sorted(known, key=lambda place: values[place])
    adjusted: NDArray[np.float64] = np.full(len(values), np.nan)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - rank) * values[place]))
        adjusted[place] = highest
    return [float(p) for p in adjusted]
