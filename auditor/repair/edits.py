"""Texts with words taken out, replaced or written in; what stands around them stays as it is."""

from collections.abc import Mapping, Sequence

from auditor.data.examples import Example, make_example
from auditor.data.words import Word, split_words
from auditor.planting.placement import is_free, rebuild

Edit = Mapping[tuple[int, int], str]
"""Field and number of a word: what is written in its place, nothing if it is empty."""


def edited(example: Example, edits: Edit) -> Example | None:
    """The example with some words replaced or taken out; None where a text would be left without a word."""
    if not edits:
        return example
    texts = []
    for field, text in enumerate(example.texts):
        words = split_words(text, field=field)
        here = {number: new for (where, number), new in edits.items() if where == field}
        if not any(here.get(number, "left") for number in range(len(words))):
            return None
        texts.append(_replaced(text, words, here))
    return make_example(tuple(texts), example.label, example.row)


def _replaced(text: str, words: Sequence[Word], new: Mapping[int, str]) -> str:
    parts, position = [], 0
    for number, word in enumerate(words):
        if number not in new:
            continue
        between = text[position : word.start]
        end = word.end
        if not new[number]:
            between, end = _closed(text, between, end)
        parts += [between, new[number]]
        position = end
    return "".join(parts) + text[position:]


def _closed(text: str, before: str, end: int) -> tuple[str, int]:
    """What stands before a word that is taken out, and where the text goes on: one blank goes with it."""
    if end < len(text) and text[end].isspace() and (not before or before[-1].isspace()):
        return before, end + 1
    if end == len(text) or not text[end].isalnum():
        return (before[:-1], end) if before[-1:].isspace() else (before, end)
    return before, end


def written_in(example: Example, form: str, *, field: int, place: float) -> Example:
    """The example with a word in front of the free place nearest to a relative one; 1 is the end."""
    text = example.texts[field]
    words = split_words(text, field=field)
    free = [number for number in range(len(words)) if is_free(words, number)]
    at = min([*free, len(words)], key=lambda number: (abs(number - place * len(words)), number))
    written, _ = rebuild(text, words, [(at, form)])
    texts = (*example.texts[:field], written, *example.texts[field + 1 :])
    return make_example(texts, example.label, example.row)
