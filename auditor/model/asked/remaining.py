"""What remains of a text when words are removed from it.

A word is deleted together with the blank that would be left over, or replaced by a mask. Words that stood
apart only by what was deleted ("good<br>bad") are kept apart by a blank, except in scripts that put none
between words.
"""

import unicodedata
from collections.abc import Sequence

from auditor.data.words import Word

CASELESS = "Lo"
"""Unicode category of letters without upper and lower case: Chinese, Japanese, Thai and the like."""


def remaining(
    texts: Sequence[str], words: Sequence[Word], removed: Sequence[bool], *, mask: str | None = None
) -> tuple[str, ...]:
    """The fields of a text without its removed words; with `mask`, that is written in the place of each."""
    found = []
    for field, text in enumerate(texts):
        parts, position = [], 0
        for word, gone in zip(words, removed, strict=True):
            if gone and word.field == field:
                parts.append(text[position : word.start])
                position = word.end
        parts.append(text[position:])
        found.append(_joined(parts) if mask is None else mask.join(parts))
    return tuple(found)


def _joined(parts: Sequence[str]) -> str:
    """What stood between deleted words, as one text."""
    text, *rest = parts
    for part in rest:
        if not text or text[-1].isspace():
            part = part.lstrip()
        elif part and _would_grow_together(text[-1], part[0]):
            part = f" {part}"
        text += part
    return text.rstrip() if rest else text


def _would_grow_together(left: str, right: str) -> bool:
    return all(one.isalnum() and unicodedata.category(one) != CASELESS for one in (left, right))
