"""The statistics of an audit: small, pure, exact where exactness is to be had.

Distributions and corrections come from scipy; what it lacks or is slow at, the tail of a sum of unequal coin
flips, is written here. Every interval is at 95 %.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auditor.records.estimates import Estimate

FloatArray = NDArray[np.float64]
_QUANTILE = 1.959963984540054
"""Of the normal distribution at 0.975."""
_FAR = 9.0
"""Standard deviations from the mean beyond which a binomial distribution is cut."""
_NEGLIGIBLE = 1e-100
"""A chance below which an outcome is left out."""
_GROUPS, _SIZE = 16, 32
"""Groups of flips beyond which all are joined at once, up to this size, and not one after the other."""


def rate(count: int, n: int, *, p: float | None = None, adjusted_p: float | None = None) -> Estimate:
    """A share with its Wilson interval; no evidence where nothing was counted."""
    if n == 0:
        return Estimate(p=p, adjusted_p=adjusted_p)
    low, high = wilson(count, n)
    return Estimate(count / n, low, high, n, count, p, adjusted_p)


def wilson(count: int, n: int) -> tuple[float, float]:
    """The Wilson score interval of a share."""
    middle, half = _wilson(count, n)
    return max(0.0, middle - half), min(1.0, middle + half)


def wilson_low(counts: NDArray[np.int64], n: NDArray[np.int64]) -> FloatArray:
    """The lower bounds of many shares; 0 where nothing was counted."""
    middle, half = _wilson(counts, np.maximum(1, n))
    low: FloatArray = np.maximum(0.0, middle - half)
    return low


def _wilson(count: Any, n: Any) -> tuple[Any, Any]:
    """Middle and half width, of one share or of an array."""
    share, square = count / n, _QUANTILE**2 / n
    middle = (share + square / 2) / (1 + square)
    return middle, _QUANTILE / (1 + square) * (share * (1 - share) / n + square / (4 * n)) ** 0.5


def mean(values: ArrayLike, *, p: float | None = None) -> Estimate:
    """A mean with Student's interval; with one value, no interval."""
    array = np.asarray(values, dtype=np.float64)
    if array.size == 0:
        return Estimate(p=p)
    middle = float(array.mean())
    if array.size == 1:
        return Estimate(middle, None, None, 1, p=p)
    from scipy.special import stdtrit

    half = float(stdtrit(array.size - 1, 0.975) * array.std(ddof=1) / array.size**0.5)
    return Estimate(middle, middle - half, middle + half, int(array.size), p=p)


def hypergeometric_tail(
    both: ArrayLike, *, documents: int, labelled: ArrayLike, holding: ArrayLike
) -> FloatArray:
    """P(at least `both` of the `holding` documents have the label) when labels fall at random."""
    from scipy.stats import hypergeom

    tail: FloatArray = hypergeom.sf(np.asarray(both) - 1, documents, labelled, holding)
    return np.clip(tail, 0.0, 1.0)


def stratified_tail(both: int, strata: Sequence[tuple[int, int, int]]) -> float:
    """P(at least `both` documents in all have the label) when labels fall at random within each stratum.

    A stratum is its documents, those with the label, and those drawn. The sum's distribution is the
    convolution of the strata's; what lies further out than any sum that matters is left off.
    """
    from scipy.stats import hypergeom

    least, chances = 0, np.ones(1)
    for documents, labelled, holding in strata:
        low, high = max(0, holding + labelled - documents), min(holding, labelled)
        own = hypergeom.pmf(np.arange(low, high + 1), documents, labelled, holding)
        first, own = _trimmed(own)
        dropped, chances = _trimmed(np.convolve(chances, own))
        least += low + first + dropped
    return float(min(1.0, chances[max(0, both - least) :].sum()))


def _trimmed(chances: FloatArray) -> tuple[int, FloatArray]:
    """How much was cut in front, and what is left without the ends, where chances are next to nothing."""
    kept = np.flatnonzero(chances > _NEGLIGIBLE)
    return int(kept[0]), chances[kept[0] : kept[-1] + 1]


def odds_ratio(with_label: int, without: int, other_with: int, other_without: int) -> Estimate:
    """Odds ratio of a 2 × 2 table with Woolf's interval, half a count added to every cell (Haldane)."""
    cells = np.array([with_label, without, other_with, other_without], dtype=np.float64) + 0.5
    n = with_label + without + other_with + other_without
    if min(with_label + without, other_with + other_without) == 0:
        return Estimate(n=n)
    middle = float(np.log(cells[0] * cells[3] / (cells[1] * cells[2])))
    half = _QUANTILE * float((1 / cells).sum()) ** 0.5
    low, high = (float(np.exp(middle + sign * half)) for sign in (-1, 1))
    return Estimate(float(np.exp(middle)), low, high, n)


def log_odds(
    with_label: ArrayLike, without: ArrayLike, other_with: ArrayLike, other_without: ArrayLike
) -> FloatArray:
    """log2 of the odds ratio with half a count added to every cell: finite, for maps and rankings."""
    cells = [
        np.asarray(cell, dtype=np.float64) + 0.5 for cell in (with_label, without, other_with, other_without)
    ]
    found: FloatArray = np.log2(cells[0] * cells[3] / (cells[1] * cells[2]))
    return found


def gardner_z(with_label: int, holding: int, base: float) -> float | None:
    """Gardner's z of P(label | token) against the label's share: for comparison only."""
    if holding == 0 or not 0 < base < 1:
        return None
    return float((with_label / holding - base) / (base * (1 - base) / holding) ** 0.5)


def poisson_binomial_tail(count: int, chances: ArrayLike) -> float:
    """P(at least `count` successes) among independent flips with these chances; exact.

    Groups of flips are joined two by two; what reaches `count` is set aside. Only sums of positive numbers,
    so that even tiny tails are right.
    """
    chance = np.asarray(chances, dtype=np.float64)
    if count <= 0:
        return 1.0
    if count > chance.size:
        return 0.0
    flips = np.column_stack([1 - chance, chance])  # (groups, successes)
    while len(flips) > _GROUPS and flips.shape[1] <= _SIZE:
        if len(flips) % 2:
            flips = np.vstack([flips, np.eye(1, flips.shape[1])])  # a group without flips
        first, second = flips[::2], flips[1::2]
        flips = np.zeros((len(first), 2 * first.shape[1] - 1))
        for i in range(first.shape[1]):
            flips[:, i : i + first.shape[1]] += first[:, i, None] * second
    groups = [(row[:count], float(row[count:].sum())) for row in flips]
    while len(groups) > 1:
        joined = [_join(*groups[i], *groups[i + 1], count) for i in range(0, len(groups) - 1, 2)]
        groups = joined + groups[2 * len(joined) :]
    return min(1.0, groups[0][1])


def binomial_sum_tail(count: int, sizes: ArrayLike, chances: ArrayLike) -> float:
    """P(at least `count` successes) among groups of flips, each of a size and a chance.

    Exact but for what lies `_FAR` standard deviations off: less than 1e-16.
    """
    from scipy.stats import binom

    low, total = 0, np.ones(1)
    for size, chance in zip(np.asarray(sizes).tolist(), np.asarray(chances).tolist(), strict=True):
        middle, half = size * chance, _FAR * (size * chance * (1 - chance)) ** 0.5 + _FAR
        first, last = max(0, int(middle - half)), min(size, int(middle + half) + 1)
        total = np.convolve(total, binom.pmf(np.arange(first, last + 1), size, chance))
        low += first
    return float(min(1.0, total[max(0, count - low) :].sum()))


def _join(
    first: FloatArray, reached: float, second: FloatArray, other_reached: float, count: int
) -> tuple[FloatArray, float]:
    """Two groups of flips as one: chances of fewer than `count` successes, and of at least as many."""
    both = np.convolve(first, second)
    return both[:count], reached + float(first.sum()) * other_reached + float(both[count:].sum())


def adjust(values: ArrayLike, *, method: str = "bh") -> FloatArray:
    """p-values corrected for their number: Benjamini-Hochberg, or `by` for any dependence."""
    array = np.asarray(values, dtype=np.float64)
    if array.size == 0:
        return array
    from scipy.stats import false_discovery_control

    adjusted: FloatArray = false_discovery_control(np.clip(array, 0.0, 1.0), method=method)
    return adjusted


def more_often(own: Sequence[bool], other: Sequence[bool]) -> float:
    """One-sided exact McNemar test: does the first of two paired outcomes happen more often?"""
    first = sum(a and not b for a, b in zip(own, other, strict=True))
    second = sum(b and not a for a, b in zip(own, other, strict=True))
    if first + second == 0:
        return 1.0
    from scipy.stats import binom

    return float(binom.sf(first - 1, first + second, 0.5))


def larger(own: ArrayLike, other: ArrayLike) -> float:
    """One-sided Wilcoxon signed-rank test of paired values: is the first larger?"""
    difference = np.asarray(own, dtype=np.float64) - np.asarray(other, dtype=np.float64)
    if not np.any(difference != 0):
        return 1.0
    from scipy.stats import wilcoxon

    found: Any = wilcoxon(difference, alternative="greater", method="auto")
    return float(found.pvalue)
