"""Outlines of texts given as strings, with the vocabulary that numbers their words."""

from collections.abc import Sequence

import numpy as np

from auditor.data.words import split_words
from auditor.features.outlines import TRAITS, Outlines, line_breaks, outlined, traits
from auditor.normal import normal


def read(texts: Sequence[str], sets: Sequence[Sequence[int]] = ()) -> tuple[Outlines, list[str]]:
    """The outlines of texts, and their vocabulary; `sets` has the needed words of each."""
    words = [[word.text for word in split_words(text)] for text in texts]
    vocabulary = sorted({normal(word) for some in words for word in some})
    flat = [word for some in words for word in some]
    number = np.array([vocabulary.index(normal(word)) for word in flat], dtype=np.int64)
    trait = np.array([traits(word) for word in flat], dtype=np.float32).reshape(-1, len(TRAITS))
    offset = np.concatenate([[0], np.cumsum([len(some) for some in words], dtype=np.int64)]).astype(np.int64)
    needed = np.zeros(len(flat), dtype=bool)
    for doc, wanted in enumerate(sets):
        needed[offset[doc] + np.array(wanted, dtype=np.int64)] = True
    breaks = np.array([line_breaks(text) for text in texts], dtype=np.int64)
    return outlined(number, trait, offset, breaks, needed), vocabulary
