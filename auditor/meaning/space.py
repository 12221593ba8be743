"""A space of words: near each other are words that are used alike.

A word's vector is the mean of its pieces in the model's input embeddings, less the mean of the *background*,
at unit length (the vocabulary's mean would cancel out). A word that the vocabulary spells in pieces is placed
by its spelling as well (`spelling.py`). The background is what a word is compared with: the
first 6,000 alphabetic whole words of the vocabulary, which is ordered by frequency in most tokenizers. Where
it is in the order of the alphabet, the words that the dataset uses most are the background.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from auditor.meaning.spelling import TAUGHT, Spelling, learn_spelling
from auditor.model.embeddings import Embeddings, Origin
from auditor.normal import normal

Vectors = NDArray[np.float64]
OWN = Origin("own", "")
BACKGROUND = 6000
"""Words that a word is compared with."""
FEWEST = 300
"""Words that a background needs at least."""
SPELT = 2.0
"""Weight of a word's spelling beside its pieces, of a word in pieces."""
NARROWEST = 8
"""Dimensions that a space needs at least."""
SPREAD = 1e-4
"""Standard deviation of a coordinate, over the background, that some coordinate must reach."""
SORTED = 0.9
"""Share of neighbouring words in the order of the alphabet from which a vocabulary is sorted by it."""
MADE_FROM_DATA = 0.99
"""Share of the vocabulary's whole words that the data holds from which it was made from that data."""


@dataclass(frozen=True, eq=False)
class Space:
    """Words and their vectors; `reason` is empty where it can be used."""

    background: tuple[str, ...] = ()
    """In normal form, most frequent first."""
    vectors: Vectors = field(default_factory=lambda: np.zeros((0, 0), np.float64))
    """(background, width) unit length."""
    origin: Origin = OWN
    """Where the embeddings come from."""
    reason: str = ""
    """Why the space cannot be used: `not_finite`, `too_narrow`, `too_few_words`, `no_spread`,
    `trained_from_scratch`, `vocabulary_made_from_data`."""
    whole: Mapping[str, str] = field(default_factory=dict)
    """All whole words of the vocabulary in normal form, with how the vocabulary writes them."""
    embeddings: Embeddings | None = None
    """What words outside of the background are looked up in."""
    centre: Vectors = field(default_factory=lambda: np.zeros(0, np.float64))
    """(width,) what is subtracted from the mean of a word's pieces."""

    def look_up(self, words: Sequence[str]) -> tuple[Vectors, NDArray[np.bool_]]:
        """(words, width) unit vectors, and which words have one; the others are zero."""
        vectors, known = self._by_pieces(words)
        pieced = [place for place, word in enumerate(words) if word not in self.whole and known[place]]
        if pieced and self.background:
            spelt = _unit(self.spelling.vectors([words[place] for place in pieced]).astype(np.float64))
            vectors[pieced] = _unit(vectors[pieced] + SPELT * spelt)
        return vectors, known

    @cached_property
    def spelling(self) -> Spelling:
        """What the whole words of the vocabulary teach."""
        words = list(self.whole)[:TAUGHT]
        vectors, known = self._by_pieces(words)
        taught = [word for word, is_known in zip(words, known, strict=True) if is_known]
        return learn_spelling(taught, vectors[known])

    def _by_pieces(self, words: Sequence[str]) -> tuple[Vectors, NDArray[np.bool_]]:
        """(words, width) unit vectors from the pieces alone, and which words have one."""
        assert self.embeddings is not None  # noqa: S101 (an unusable space is not asked)
        found = np.stack([self._mean(word) for word in words]) if words else self.vectors[:0]
        known: NDArray[np.bool_] = np.isfinite(found.sum(axis=1))
        vectors = np.where(known[:, None], found - self.centre, 0.0)
        known &= np.linalg.norm(vectors, axis=1) > 0
        return _unit(vectors.astype(np.float64)), known

    def _mean(self, word: str) -> Vectors:
        """(width,) the mean of a word's pieces; not a number for a word that cannot be spelt."""
        assert self.embeddings is not None  # noqa: S101
        ids = list(self.embeddings.pieces(self.whole.get(word, word)))
        if not ids:
            return np.full(self.embeddings.matrix.shape[1], np.nan, np.float64)
        mean: Vectors = self.embeddings.matrix[ids].mean(axis=0)
        return mean


def _unit(vectors: Vectors) -> Vectors:
    """Rows at unit length; zero stays zero."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: Vectors = vectors / np.where(length > 0, length, 1.0)
    return found


def make_space(embeddings: Embeddings, counts: Mapping[str, int] | None = None) -> Space:
    """The space of a model's embeddings; `counts` says how often the audited data has each word."""
    origin, matrix = embeddings.origin, embeddings.matrix
    if origin.from_scratch:
        return Space(origin=origin, reason="trained_from_scratch")
    if matrix.ndim != 2 or matrix.shape[1] < NARROWEST:
        return Space(origin=origin, reason="too_narrow")
    if not np.isfinite(matrix).all():
        return Space(origin=origin, reason="not_finite")
    whole = whole_words(embeddings.vocabulary)
    if origin.source == "own" and counts and _share_known(whole, counts) >= MADE_FROM_DATA:
        return Space(origin=origin, reason="vocabulary_made_from_data")
    spelt = Space(origin=origin, whole=whole, embeddings=embeddings)
    background = by_frequency(list(whole), counts or {})[:BACKGROUND]
    if len(background) < FEWEST:
        return Space(origin=origin, reason="too_few_words")
    means = np.stack([spelt._mean(word) for word in background])
    spelt = replace(spelt, centre=np.nanmean(means, axis=0))
    vectors, known = spelt.look_up(background)
    if known.sum() < FEWEST or float(vectors[known].std(axis=0).max()) < SPREAD:
        return Space(origin=origin, reason="no_spread")
    kept = tuple(word for word, is_known in zip(background, known, strict=True) if is_known)
    return replace(spelt, background=kept, vectors=vectors[known])


def whole_words(vocabulary: Sequence[str]) -> dict[str, str]:
    """The alphabetic pieces that are words by themselves, normal form to spelling, in the vocabulary's order.

    Byte-level tokenizers mark the beginning of a word with `Ġ`, SentencePiece with `▁`; WordPiece marks what
    is not a beginning with `##`. A vocabulary without marks has whole words only.
    """
    mark = next((m for m in ("Ġ", "▁") if any(piece.startswith(m) for piece in vocabulary)), "")
    words = (piece.removeprefix(mark) for piece in vocabulary if piece.startswith(mark))
    # Byte-level pieces spell other letters than ASCII by bytes, each shown as some letter.
    found: dict[str, str] = {}
    for word in words:
        if word.isalpha() and (mark != "Ġ" or word.isascii()):
            known = normal(word)
            found[known] = word if word == known else found.get(known, word)
    return found


def by_frequency(words: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """Words as they stand, or by the data's counts where they stand in the order of the alphabet."""
    long = [word for word in words if len(word) > 1]
    rising = sum(first < second for first, second in pairwise(long))
    if len(long) < 2 or rising / (len(long) - 1) < SORTED:
        return list(words)
    return sorted(words, key=lambda word: (-counts.get(word, 0), word))


def _share_known(words: Iterable[str], counts: Mapping[str, int]) -> float:
    long = [word for word in words if len(word) > 1]
    return sum(word in counts for word in long) / len(long) if long else 1.0
