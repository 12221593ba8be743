"""What the method asks of a model, apart from how the answers are computed.

The algorithms of this package are generators: they yield questions about one text and are sent the answers.
They hold no model and no batch size, so one text or thousands at once run through the same code, and a result
cannot depend on how its evaluations were batched (see `auditor.cidr.engine`).
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
WordSet = frozenset[int]
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Forward:
    """Asks for the logits, (rows, classes), of the text with some words removed."""

    removed: BoolArray
    """(rows, words)"""
    alphas: FloatArray | None = None
    """(rows,) how far along the path from the empty text; None = all the way, the text as written."""


@dataclass(frozen=True, eq=False)
class Gradient:
    """Asks for the class probability, (rows,), and its gradient to the presence of each word, (rows, words),
    at points on straight paths from the empty text to the text with some words removed."""

    removed: BoolArray
    """(rows, words)"""
    alphas: FloatArray
    """(rows,) how far along the path, 0 = empty, 1 = written."""
    target: int
    """The class."""


Question = Forward | Gradient
Asking = Generator[Question, Any, Result]
"""A computation that asks questions on the way to its result."""


def masks(sets: list[WordSet], words: int) -> BoolArray:
    """Sets of words as rows of a mask."""
    rows = np.zeros((len(sets), words), dtype=bool)
    for row, members in zip(rows, sets, strict=True):
        row[list(members)] = True
    return rows
