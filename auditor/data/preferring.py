"""Samples that prefer some examples, with the number of examples that each one stands for.

Priority sampling (Duffield, Lund and Thorup 2007): an example of size s with a random number u has the
priority s / u, and the highest priorities are taken. With t the highest one that was not taken, an example
stands for max(1, t / s) of its kind: sums over the sample, so weighted, are right on average whatever the
sizes are. The random number comes from the example's id, so that a larger sample holds a smaller one.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.data.examples import Example
from auditor.data.loading import Dataset
from auditor.files import replacing

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
WEIGHTS = "sample.parquet"
"""Where a run says how many texts each audited one stands for."""
_RANGE = 2.0**64


@dataclass(frozen=True, eq=False)
class Preferred:
    """Some of the examples that could be taken."""

    chosen: IntArray
    """(sample,) their numbers, ascending"""
    weight: FloatArray
    """(sample,) how many examples each stands for"""


def prefer(sizes: FloatArray, draws: NDArray[Any], count: int) -> Preferred:
    """So many examples, those of large size before others; `draws` are 64-bit random numbers."""
    if count >= len(sizes):
        return Preferred(np.arange(len(sizes)), np.ones(len(sizes)))
    if count < 1:
        return Preferred(np.zeros(0, dtype=np.int64), np.zeros(0))
    priority = sizes / ((draws.astype(np.float64) + 1.0) / _RANGE)
    order = np.lexsort((draws, -priority))
    chosen, threshold = np.sort(order[:count]), priority[order[count]]
    return Preferred(chosen, np.maximum(1.0, threshold / sizes[chosen]))


def prefer_in_each(
    sizes: FloatArray, draws: NDArray[Any], stratum: IntArray, counts: dict[int, int]
) -> Preferred:
    """The same within each stratum by itself: of each, so many."""
    parts = []
    for name, count in counts.items():
        own = np.flatnonzero(stratum == name)
        part = prefer(sizes[own], draws[own], count)
        parts.append((own[part.chosen], part.weight))
    chosen, weight = (np.concatenate([part[n] for part in parts]) for n in (0, 1))
    order = np.argsort(chosen)
    return Preferred(chosen[order].astype(np.int64), weight[order])


def write_weights(folder: Path, dataset: Dataset) -> None:
    """Leave the weights of a preferring sample beside a run; of another sample none stay there."""
    path = folder / WEIGHTS
    if dataset.weights is None:
        path.unlink(missing_ok=True)
        return
    import pyarrow
    from pyarrow import parquet

    weights = dataset.weights
    chosen = [
        (record.id, record.row, weights[place])
        for place, record in enumerate(dataset.table)
        if place in weights and isinstance(record, Example)
    ]
    columns = dict(zip(("id", "row", "weight"), map(list, zip(*chosen, strict=True)), strict=True))
    with replacing(path) as temporary:
        parquet.write_table(pyarrow.table(columns), temporary)
