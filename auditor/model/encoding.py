"""Text as the model sees it: word pieces, and which word each piece belongs to.

The text is tokenized once, exactly as the model would see it, and pieces are mapped to words by character
offsets. A piece that reaches over two words belongs to the one it overlaps most, the earlier one if equal.
What the model's length limit cuts off is counted, never silent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auditor.data.words import Pieces, Span, Word, split_words
from auditor.errors import AuditError

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]
SPECIAL = -1
"""Word index of a piece that belongs to no word: [CLS], [SEP], a blank."""


@dataclass(frozen=True, eq=False)
class Encoded:
    """One text (or pair of texts) with its words and pieces."""

    texts: tuple[str, ...]
    """One text, or two."""
    words: tuple[Word, ...]
    """The words the model sees, in order; every one has at least one piece."""
    ids: IntArray
    """(pieces,) token ids, special tokens included."""
    word_of: IntArray
    """(pieces,) index into `words`, or SPECIAL."""
    types: IntArray | None
    """(pieces,) token type ids, for models that use them."""
    truncated: int
    """Words the length limit cut off, wholly or in part."""

    def __len__(self) -> int:
        return len(self.ids)


def encode(tokenizer: Any, texts: Sequence[str], *, limit: int | None, type_ids: bool) -> Encoded:
    """Tokenize one or two texts and map the pieces to words."""
    encoding = tokenizer(
        *texts,
        return_offsets_mapping=True,
        return_token_type_ids=type_ids,
        truncation=limit is not None,
        max_length=limit,
    )
    ids = np.asarray(encoding["input_ids"], dtype=np.int64)
    offsets: list[Span] = encoding["offset_mapping"]
    fields = encoding.sequence_ids()
    split = pieces_of(tokenizer)
    words: list[Word] = []
    word_of = np.full(len(ids), SPECIAL, dtype=np.int64)
    for field, text in enumerate(texts):
        positions = [i for i, f in enumerate(fields) if f == field]
        found = split_words(text, field=field, pieces=split)
        word_of[positions] = _assign([offsets[i] for i in positions], found, first=len(words))
        words.extend(found)
    overflow = limit is not None and bool(encoding.encodings[0].overflowing)
    truncated = _cut_words(len(texts), words, offsets, fields) if overflow else 0
    seen = np.unique(word_of[word_of >= 0])
    renumber = {int(old): new for new, old in enumerate(seen)}
    word_of = np.array([renumber.get(int(w), SPECIAL) for w in word_of], dtype=np.int64)
    types = np.asarray(encoding["token_type_ids"], dtype=np.int64) if type_ids else None
    kept = tuple(words[int(i)] for i in seen)
    return Encoded(tuple(texts), kept, ids, word_of, types, truncated)


def gone_pieces(encoded: Encoded, removed: BoolArray) -> BoolArray:
    """(pieces,) whether the piece belongs to a removed word."""
    gone: BoolArray = np.append(removed, False)[encoded.word_of]
    return gone


def kept_pieces(gone: BoolArray) -> BoolArray:
    """(pieces,) what deletion leaves; a text without special tokens keeps one piece, which is then padded."""
    kept = ~gone
    kept[0] |= not kept.any()
    return kept


def check_text(texts: Sequence[str]) -> None:
    """Refuse what has no words, with a reason that can be shown."""
    if not all(text.strip() for text in texts):
        raise AuditError("the text is empty or blank", "Give at least one word.")
    try:
        "".join(texts).encode("utf-8")
    except UnicodeEncodeError as error:
        raise AuditError("the text is not valid Unicode", "Save it as UTF-8.") from error


def _assign(offsets: list[Span], words: Sequence[Word], *, first: int) -> list[int]:
    """For each piece the index of the word it overlaps most, or SPECIAL; both lists are in text order."""
    assigned = []
    current = 0
    for start, end in offsets:
        while current < len(words) and words[current].end <= start:
            current += 1
        best, overlap = SPECIAL, 0
        for index in range(current, len(words)):
            word = words[index]
            if word.start >= end:
                break
            shared = min(end, word.end) - max(start, word.start)
            if shared > overlap:
                best, overlap = first + index, shared
        assigned.append(best)
    return assigned


def _cut_words(
    count: int, words: Sequence[Word], offsets: Sequence[Span], fields: Sequence[int | None]
) -> int:
    """Words that reach past the last piece the model sees of their field (of `count` fields)."""
    reach = [
        max((end for (_, end), f in zip(offsets, fields, strict=True) if f == field), default=0)
        for field in range(count)
    ]
    return sum(word.end > reach[word.field] for word in words)


def pieces_of(tokenizer: Any) -> Pieces:
    """Splits a run of text into a tokenizer's pieces, as character spans."""

    def pieces(text: str) -> list[Span]:
        spans: list[Span] = tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)[
            "offset_mapping"
        ]
        return spans

    return pieces
