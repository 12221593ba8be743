"""The answering side: what a model must be able to say so that it can be audited.

The method asks questions (`auditor.cidr.questions`), the engine cuts their rows into batches, and something
answers them with logits for a text with some words removed, and, where it can, with gradients. `Classifier`
does so with a network's embeddings, `TextModel` with anything that maps texts to class scores.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from auditor.data.words import Pieces
from auditor.model.encoding import BoolArray, Encoded, IntArray

FloatArray = NDArray[np.float64]


class Input(Protocol):
    """One input to a model: a text with some words removed."""

    def __len__(self) -> int:
        """What it takes of a batch, in pieces."""


class Answering(Protocol):
    """A model as something to ask."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The classes."""

    @property
    def replacement(self) -> str:
        """What stands in the place of a removed word: `pad` or `mask`; `delete` where nothing does."""

    @property
    def differentiable(self) -> bool:
        """Whether it answers with gradients."""

    @property
    def filler_side(self) -> str:
        """Where filler goes that makes a batch rectangular: `right`, `left`, `none`; `free` needs none."""

    @property
    def pieces(self) -> Pieces | None:
        """What splits scripts without blanks into words."""

    @property
    def device(self) -> torch.device:
        """Where it computes."""

    def encode(self, *texts: str) -> Encoded:
        """One or two texts as words and pieces; an empty text is an error."""

    def without(self, encoded: Encoded, removed: BoolArray, *, alpha: float, removal: str) -> Any:
        """The input with some words removed, (words,), at a place of the path from the empty text."""

    def logits(self, rows: Sequence[Any]) -> FloatArray:
        """(rows, classes) logits."""

    def gradients(self, rows: Sequence[Any], targets: IntArray) -> tuple[FloatArray, list[FloatArray]]:
        """Probability of each row's target class, and its gradient to the presence of each piece."""
