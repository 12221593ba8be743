"""Reweight: no row changes; each gets a weight with which the artefacts say nothing of the class.

The weights are those nearest to 1 (raking, also called iterative proportional fitting): what holds an
artefact has the classes in their usual shares, and so has what lacks it, and both weigh what they weighed. A
row whose artefact no other class has gets no weight, since none would make it say nothing.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from auditor.repair.cells import BoolArray, Cell, Cells, FloatArray
from auditor.repair.marked_rows import Marked
from auditor.repair.repaired import RepairConfig, Repaired, RepairedRow, check_left, ids_of

NAME = "reweight"
ROUNDS = 500
SETTLED = 1e-9
DIGITS = 6
"""Of a weight."""


def repair(marked: Marked, config: RepairConfig) -> Repaired:
    """The same rows with weights; their mean is 1."""
    cells = Cells(marked)
    weights = weights_of(cells)
    left = dict(zip(marked.labels, cells.by_label(weights * cells.counts).tolist(), strict=True))
    check_left(marked, left, config)
    by_row = {
        id(row): weight for rows, weight in zip(cells.rows.values(), weights, strict=True) for row in rows
    }
    return Repaired(
        tuple(
            RepairedRow(row.example, round(float(by_row[id(row)]), DIGITS), findings=ids_of(marked, row.held))
            for row in marked.rows
        ),
        weighted=True,
    )


def weights_of(cells: Cells) -> FloatArray:
    """(cells,) the weight of a row of each cell."""
    shares = cells.by_label(cells.counts) / max(1.0, cells.counts.sum())
    mass = cells.counts.astype(np.float64)
    sides = [(side, float(mass[side].sum())) for having in cells.having for side in (having, ~having)]
    for side, _ in sides[::2]:
        if _lacks_a_class(cells, side, shares):
            mass[side] = 0.0
    for _ in range(ROUNDS):
        before = mass.copy()
        for side, total in sides:
            _fit(cells, mass, side, shares * total)
        if np.abs(mass - before).max() < SETTLED * max(1.0, mass.max()):
            break
    weights = np.where(cells.counts > 0, mass / np.maximum(cells.counts, 1.0), 0.0)
    scale = cells.counts.sum() / max(SETTLED, float(mass.sum()))
    found: FloatArray = weights * scale
    return found


def _lacks_a_class(cells: Cells, side: BoolArray, shares: FloatArray) -> bool:
    return any(share > 0 and not (side & (cells.labels == label)).any() for label, share in enumerate(shares))


def _fit(cells: Cells, mass: FloatArray, side: BoolArray, target: FloatArray) -> None:
    """Scale the cells of a side so that its classes weigh what they should."""
    for label, wanted in enumerate(target):
        chosen = side & (cells.labels == label)
        seen = mass[chosen].sum()
        if seen > 0:
            mass[chosen] *= wanted / seen


def evened(marked: Marked, weights: Sequence[float]) -> list[float]:
    """Weights with which every group of rows, by artefacts and class, weighs the same: for the last layer."""
    cells = Cells(marked)
    sums: defaultdict[Cell, float] = defaultdict(float)
    keys = [(cells.traits(row), row.label) for row in marked.rows]
    for key, weight in zip(keys, weights, strict=True):
        sums[key] += weight
    each = sum(weights) / max(1, sum(total > 0 for total in sums.values()))
    return [
        weight * each / sums[key] if sums[key] else 0.0 for key, weight in zip(keys, weights, strict=True)
    ]
