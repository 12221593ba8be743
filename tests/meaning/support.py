"""Toy embeddings whose relevance can be worked out by hand."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace

import numpy as np

from auditor.model.embeddings import Embeddings, Origin

RULE = SimpleNamespace(related_from=0.9, unrelated_below=0.5)
LABELS = ("negative", "positive")
POSITIVE = ("gold", "silver", "pearl", "ruby")
NEGATIVE = ("mud", "dust", "rust", "grime")
_LETTERS = "bcdfghjklmnpqrstvwxz"


def filler(count: int) -> list[str]:
    """Made-up words, each with a stem of its own."""
    return [f"{a}{b}{c}o" for a in _LETTERS for b in "aeiou" for c in _LETTERS][:count]


def embeddings_of(
    vectors: Mapping[str, Sequence[float]], *, source: str = "own", scratch: bool = False
) -> Embeddings:
    """One piece a word; a word outside cannot be spelt, a word with `+` has two pieces."""
    vocabulary = list(vectors)
    matrix = np.array([vectors[word] for word in vocabulary], dtype=np.float32)
    numbers = {word: number for number, word in enumerate(vocabulary)}

    def pieces(word: str) -> list[int]:
        parts = word.split("+")
        return [numbers[part] for part in parts] if all(part in numbers for part in parts) else []

    return Embeddings(vocabulary, matrix, pieces, Origin(source, "toy", scratch))


def two_poles(*, extra: Mapping[str, Sequence[float]] | None = None, width: int = 16, noise: float = 0.3):
    """Words of two poles along two axes, 600 random words, and what is asked for."""
    generator = np.random.default_rng(0)
    vectors: dict[str, np.ndarray] = {}
    for axis, words in enumerate((POSITIVE, NEGATIVE)):
        for word in words:
            vectors[word] = np.eye(width)[axis] + noise * generator.normal(size=width) / np.sqrt(width)
    for word in filler(600):
        vectors[word] = generator.normal(size=width) / np.sqrt(width)
    for word, vector in (extra or {}).items():
        vectors[word] = np.resize(np.asarray(vector, dtype=float), width)
    return embeddings_of(vectors)
