"""Balance: rows are dropped or repeated until what holds an artefact has the classes as all rows have them.

Of all numbers of rows that do it, and leave the shares of the classes as they were, those are taken that keep
the most different rows: a linear program over the cells (which artefacts, which class).
"""

import numpy as np

from auditor.data.examples import draw
from auditor.repair.cells import Cells, FloatArray
from auditor.repair.marked_rows import Marked, MarkedRow
from auditor.repair.repair_manifest import Dropped
from auditor.repair.repaired import (
    REPEATED,
    RepairConfig,
    Repaired,
    RepairedRow,
    check_left,
    ids_of,
)

NAME = "balance"
REPEAT = 1e-3
"""What a repeated row is worth beside a kept one: rows are repeated only where that keeps others."""


def repair(marked: Marked, config: RepairConfig) -> Repaired:
    """The rows of each cell as often as the program says, the first by the draw of their text."""
    cells = Cells(marked)
    wanted = amounts(cells, config.most_repeats)
    left = dict(zip(marked.labels, cells.by_label(np.minimum(wanted, cells.counts)).tolist(), strict=True))
    check_left(marked, left, config)
    rows: list[RepairedRow] = []
    dropped: list[Dropped] = []
    for members, count in zip(cells.rows.values(), wanted.astype(int).tolist(), strict=True):
        ranked = sorted(
            members, key=lambda row: (draw(config.seed, "balance", row.example.id), row.example.row)
        )
        times, more = divmod(count, len(ranked))
        for place, row in enumerate(ranked):
            rows += _copies(row, times + (place < more), marked)
            if times + (place < more) == 0:
                dropped.append(Dropped(row.example.row, ids_of(marked, _of_parts(row)), "balance"))
    rows.sort(key=lambda row: row.example.row)
    return Repaired(tuple(rows), tuple(sorted(dropped, key=lambda one: one.row)))


def _copies(row: MarkedRow, times: int, marked: Marked) -> list[RepairedRow]:
    if not times:
        return []
    again = RepairedRow(row.example, change=REPEATED, findings=ids_of(marked, _of_parts(row)))
    return [RepairedRow(row.example), *([again] * (times - 1))]


def _of_parts(row: MarkedRow) -> frozenset[int]:
    """The artefacts of which a row has a part."""
    return frozenset(number for number, _ in row.places)


def amounts(cells: Cells, most_repeats: int) -> FloatArray:
    """(cells,) how many rows of each cell, in whole rows; repeated ones where that keeps others."""
    from scipy.optimize import linprog

    if not len(cells.having):
        return cells.counts
    count = len(cells.counts)
    shares = cells.by_label(cells.counts) / cells.counts.sum()
    sides = [*cells.having, np.ones(count, dtype=bool)]
    table = np.array(
        [
            np.where(side, (cells.labels == label) - share, 0.0)
            for side in sides
            for label, share in enumerate(shares)
        ]
    )
    solved = linprog(
        c=np.concatenate([np.full(count, -1.0), np.full(count, REPEAT)]),
        A_eq=np.hstack([table, table]),
        b_eq=np.zeros(len(table)),
        bounds=[(0, n) for n in cells.counts] + [(0, (most_repeats - 1) * n) for n in cells.counts],
        method="highs",
    )
    found: FloatArray = np.round(solved.x[:count] + solved.x[count:])
    return found
