"""What each row of a dataset counts for: a column of numbers."""

import math
from pathlib import Path
from typing import Any

from auditor.data.sources.file_options import AUTO, FileOptions
from auditor.data.sources.opening import open_source
from auditor.errors import AuditError


def read_weights(
    spec: str | Path,
    column: str,
    *,
    split: str | None = None,
    header: str = AUTO,
    quoting: str = AUTO,
    encoding: str = AUTO,
) -> dict[int, float]:
    """The weight of each row by its number; rows that cannot be read have none."""
    options = FileOptions(header, quoting, encoding, (column,))
    source = open_source(spec, split=split, stream=True, options=options)
    if source.columns.count(column) != 1:
        raise AuditError(
            f"{source.description} has no column {column!r}, or several",
            f"Its columns are {', '.join(map(repr, source.columns))}; choose one with --weight-column.",
        )
    rows = enumerate(source.rows((column,)), start=1)
    return {
        number: _weight(row.values.get(column), number, column) for number, row in rows if not row.problem
    }


def _weight(value: Any, row: int, column: str) -> float:
    try:
        weight = float(value)
    except (TypeError, ValueError):
        weight = math.nan
    if not 0 <= weight < math.inf:
        raise AuditError(
            f"row {row} has the weight {str(value)[:60]!r} in column {column!r}",
            "A weight is a number, 0 or larger.",
        )
    return weight
