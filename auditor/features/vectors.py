"""Where words stand in a model's own input embeddings.

A word's vector is the mean of its pieces' embeddings, less the mean of the whole vocabulary, at unit length:
the cosine of two such vectors says how near in meaning the model's training left the words. A word without
pieces, or with values that are not numbers, has no vector.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from auditor.data.wordlists import word_lists

FloatArray = NDArray[np.float32]
Pieces = Callable[[Sequence[str]], Sequence[Sequence[int]]]
"""The numbers of each word's pieces, unknown ones left out. Tokenizers that tell a word's beginning by the
blank before it must be given that blank, and cased ones words as they are written."""
FEWEST = 5
"""Words of a list that the model must know for the list to say something about its space."""
LISTS = 5
"""Lists that it takes to say so."""
MEANING = 0.8
"""How often the words of a list must be near each other. Spaces that a large corpus made are above 0.9, those
that one small dataset made are at 0.5, but for lists that a shortcut of that dataset moved together."""


NO_EMBEDDINGS, ONE_DIMENSION, NOT_NUMBERS = "no_embeddings", "one_dimension", "not_numbers"
FEW_LISTS, NO_MEANING = "few_lists", "no_meaning"


def why_without_meaning(table: NDArray[np.floating] | None, pieces: Pieces) -> str:
    """A code of why words cannot be compared by these embeddings; empty where they can."""
    if table is None:
        return NO_EMBEDDINGS
    if table.ndim != 2 or table.shape[1] < 2:
        return ONE_DIMENSION
    if not np.isfinite(table).all(axis=1).any():
        return NOT_NUMBERS
    lists = nearness_of_lists(pieces, table)
    if len(lists) < LISTS:
        return FEW_LISTS
    return NO_MEANING if float(np.median(list(lists.values()))) < MEANING else ""


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


def nearness_of_lists(pieces: Pieces, table: NDArray[np.floating]) -> dict[str, float]:
    """For each known list, how often two of its words are nearer than one of it and one of another list.

    0.5 is chance; of the comparisons with each other list, the median. Only words that the model knows as one
    piece count, so that shared pieces do not; lists with fewer than `FEWEST` of them are left out.
    """
    words = [(entry.name, word) for entry in word_lists() for word in entry.words]
    numbers = pieces([word for _, word in words])
    known = [(name, word) for (name, word), some in zip(words, numbers, strict=True) if len(some) == 1]
    vectors = word_vectors([word for _, word in known], table, pieces)
    places: dict[str, list[int]] = {}
    for place, (name, _) in enumerate(known):
        places.setdefault(name, []).append(place)
    groups = {name: vectors[some] for name, some in places.items() if len(some) >= FEWEST}
    return {
        name: float(np.median([_apart(own, other) for rival, other in groups.items() if rival != name]))
        for name, own in groups.items()
        if len(groups) > 1
    }


def _apart(own: FloatArray, other: FloatArray) -> float:
    """The share of comparisons in which two rows of `own` are nearer than one of each."""
    within = (own @ own.T)[~np.eye(len(own), dtype=bool)]
    across = np.sort((own @ other.T).ravel())
    return float(np.searchsorted(across, within).mean() / len(across))
