"""Features of whole texts in a mixture: under other numbers for words, and of other texts."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import cast

import numpy as np

from auditor.features.feature import Feature
from auditor.features.outlines import TRAITS, Outlines, TextFeature, line_breaks, outlined, traits
from auditor.features.place import AtEnd, Opening
from auditor.records.text import Explanation
from auditor.signals.counts import BoolArray, Corpus, IntArray
from auditor.signals.words_in_texts import token_numbers


def renumbered(one: TextFeature | None, number: IntArray) -> TextFeature | None:
    """The same feature where the words have other numbers: `number` (words,) has the new one of each."""

    def moved(members: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(int(number[member]) if member >= 0 else member for member in members)

    def of(feature: Feature) -> Feature:
        return replace(feature, members=moved(feature.members))

    if isinstance(one, Opening):
        parts, fillers = moved(one.parts), moved(one.fillers)
        return cast(TextFeature, replace(one, feature=of(one.feature), parts=parts, fillers=fillers))
    if isinstance(one, AtEnd):
        return cast(TextFeature, replace(one, feature=of(one.feature), of=of(one.of)))
    return one  # styles and forms name no word


def with_outlines(
    corpus: Corpus, found: Mapping[int, Explanation], needed: Mapping[int, BoolArray]
) -> tuple[Outlines, ...]:
    """The outlines of a corpus with some texts replaced; `needed` (words,) says what each set needs."""
    docs = np.array(sorted(found), dtype=np.int64)
    columns = []
    for field, texts in enumerate(corpus.outlines):
        own = [_outline(corpus, found[doc], needed[doc], field) for doc in docs.tolist()]
        parts = {name.name: getattr(texts, name.name).copy() for name in fields(Outlines)}
        for doc, one in zip(docs.tolist(), own, strict=True):
            for name, values in parts.items():
                values[doc] = getattr(one, name)[0]
        columns.append(Outlines(**parts))
    return tuple(columns)


def _outline(corpus: Corpus, text: Explanation, needed: BoolArray, field: int) -> Outlines:
    """Of one field of one text."""
    own = np.array([span[0] == field for span in text.spans], dtype=bool)
    number = np.array(token_numbers(corpus, text), dtype=np.int64)[own]
    written = [word for word, inside in zip(text.words, own.tolist(), strict=True) if inside]
    trait = np.array([traits(word) for word in written], dtype=np.float32).reshape(-1, len(TRAITS))
    breaks = np.array([line_breaks(text.texts[field])])
    return outlined(number, trait, np.array([0, len(number)]), breaks, needed[own])
