"""Where words stand in a model's own input embeddings.

A word's vector is the mean of its pieces' embeddings, less the mean of the whole vocabulary, at unit length:
the cosine of two such vectors says how near in meaning the model's training left the words. A word without
pieces, or with values that are not numbers, has no vector.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]
Pieces = Callable[[Sequence[str]], Sequence[Sequence[int]]]
"""The numbers of each word's pieces."""


def why_without_meaning(table: NDArray[np.floating] | None) -> str | None:
    """Why words cannot be compared by these embeddings; None where they can."""
    if table is None:
        return "the model has no input embeddings"
    if table.ndim != 2 or table.shape[1] < 2:
        return "the model's embeddings have fewer than two dimensions"
    if not np.isfinite(table).all(axis=1).any():
        return "the model's embeddings are not numbers"
    return None


def word_vectors(words: Sequence[str], table: NDArray[np.floating], pieces: Pieces) -> FloatArray:
    """(words, dimensions) unit vectors; a row of zeros where a word has none."""
    usable = np.isfinite(table).all(axis=1)
    clean = np.where(usable[:, None], table, 0.0).astype(np.float32)
    centred = clean - clean[usable].mean(axis=0)
    found = np.zeros((len(words), table.shape[1]), dtype=np.float32)
    for number, some in enumerate(pieces(words)):
        known = [piece for piece in some if 0 <= piece < len(table) and usable[piece]]
        if known:
            found[number] = centred[known].mean(axis=0)
    length = np.linalg.norm(found, axis=1, keepdims=True)
    found /= np.where(length > 1e-6, length, np.inf)
    return found
