"""The units of a text: words, or each piece of the tokenizer as a word of its own.

The whole method works on words; a text whose every piece is its own word is the same method on pieces.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from auditor.model.encoding import SPECIAL, Encoded


def in_units(encoded: Encoded, unit: str, tokenizer: Any) -> Encoded:
    """The text in words (as it is) or in pieces."""
    if unit == "words":
        return encoded
    places = np.flatnonzero(encoded.word_of != SPECIAL)
    words = []
    for place in places:
        whole = encoded.words[int(encoded.word_of[place])]
        words.append(replace(whole, text=str(tokenizer.convert_ids_to_tokens(int(encoded.ids[place])))))
    word_of = np.full(len(encoded), SPECIAL, dtype=np.int64)
    word_of[places] = np.arange(len(places))
    return replace(encoded, words=tuple(words), word_of=word_of)


def counted(encoded: Encoded, *, specials: bool) -> int:
    """n: the units of a text, with the special tokens where the convention counts them."""
    return len(encoded) if specials else len(encoded.words)
