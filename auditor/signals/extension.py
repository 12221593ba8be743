"""Groups of words, and features of whole texts, as further tokens of the corpus.

A text holds a group when it holds any of its members, and its minimal set needs the group when it needs any
of them. A feature of the whole text says itself which texts hold it, and which sets need its words. So
everything that is counted, tested, intervened on and judged for a word is so for them, in the same families
of tests and under the same correction.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.features.families import families
from auditor.features.feature import Entries, Feature, extend, joined, of_documents
from auditor.features.form import form_features
from auditor.features.gathering import gathered
from auditor.features.kinds import kind_of, shape_of, style_of
from auditor.features.outlines import TextFeature
from auditor.features.place import OPEN, AtEnd, Opening, at_the_ends, openings
from auditor.features.vectors import FloatArray
from auditor.features.written import Written, written_features
from auditor.signals.counts import Corpus, IntArray, Token

FORMS = 5
"""Members whose written forms speak for a group."""
LOOKED_AT = 20_000
"""Words, the most frequent, among which a style looks for its examples."""
Vectors = Callable[[Sequence[str]], FloatArray | None]
"""Unit vectors of words in a space that knows meaning; None where there is no such space."""


@dataclass(frozen=True)
class Group:
    """A feature of one text field."""

    token: Token
    """Its name, field and sort."""
    members: tuple[int, ...]
    """Numbers of its words in the corpus's vocabulary."""
    source: str = ""
    """Where it comes from."""
    whole: TextFeature | None = None
    """What tells the texts that hold it; None where its members do."""


def groups_of(corpus: Corpus, vectors: Vectors) -> list[Group]:
    """Everything beyond single words that is counted in a corpus, field by field; features of texts last.

    Made without a look at labels or sets, so that both can be tested on all texts.
    """
    by_field = {f: _word_groups(corpus, vectors, f) for f in sorted({t.field for t in corpus.vocabulary})}
    groups = [group for some in by_field.values() for group in some]
    for number, some in by_field.items():
        groups += _text_features(corpus, some, number)
    return groups


def _word_groups(corpus: Corpus, vectors: Vectors, field: int) -> list[Group]:
    """Kinds, shapes, lists and families among the words of a field."""
    numbers = [n for n, token in enumerate(corpus.vocabulary) if token.field == field]
    words = [corpus.vocabulary[number].text for number in numbers]
    features: list[Feature] = list(gathered(words))
    space = vectors(words)
    if space is not None:
        features += families(words, space, np.diff(corpus.start)[numbers])
    return [
        Group(
            Token(feature.name, field, feature.kind),
            tuple(numbers[member] for member in feature.members),
            feature.source,
        )
        for feature in features
    ]


def _text_features(corpus: Corpus, groups: Sequence[Group], field: int) -> list[Group]:
    """Styles, openings, words and groups at the ends, and forms of a field."""
    if field >= len(corpus.outlines):
        return []
    texts, words = corpus.outlines[field], [token.text for token in corpus.vocabulary]
    named = [Feature(group.token.text, group.token.kind, group.members) for group in groups]
    found: list[TextFeature] = [
        *written_features(texts, field),
        *openings(texts, words, field=field),
        *at_the_ends(texts, words, named, field=field),
        *form_features(texts, field),
    ]
    features = [(one, one.feature) for one in found]
    return [Group(Token(f.name, field, f.kind), f.members, f.source, one) for one, f in features]


def extended(corpus: Corpus, groups: Sequence[Group]) -> Corpus:
    """The corpus with each group as one more token, after all words."""
    if not groups:
        return corpus
    first = len(corpus.vocabulary)
    more = _entries(corpus, groups, first)
    token = np.concatenate([corpus.token, more.token])
    return replace(
        corpus,
        vocabulary=(*corpus.vocabulary, *(group.token for group in groups)),
        forms=(*corpus.forms, *(_forms(corpus, group) for group in groups)),
        token=token,
        doc=np.concatenate([corpus.doc, more.doc]),
        times=np.concatenate([corpus.times, more.times]),
        needed=np.concatenate([corpus.needed, more.needed]),
        start=np.searchsorted(token, np.arange(first + len(groups) + 1)),
        groups={first + place: np.array(group.members, dtype=np.int64) for place, group in enumerate(groups)},
        properties={
            first + place: group.whole for place, group in enumerate(groups) if group.whole is not None
        },
        sources={first + place: group.source for place, group in enumerate(groups)},
    )


def _entries(corpus: Corpus, groups: Sequence[Group], first: int) -> Entries:
    """The entries of all groups, which get the numbers from `first` on."""
    own = Entries(corpus.token, corpus.doc, corpus.times, corpus.needed)
    parts = []
    for number, group in enumerate(groups, first):
        if group.whole is None:
            parts.append(extend(own, number, [Feature("", "family", group.members)]))
        else:
            texts, one = corpus.outlines[group.token.field], group.whole
            parts.append(of_documents(number, one.held(texts), one.words_of(texts), one.needed(texts)))
    return joined(parts)


def belonging(corpus: Corpus, groups: Sequence[Group]) -> Callable[[Token], tuple[int, ...]]:
    """What tells the groups of any word, by their place: of the corpus by membership, of others by kind."""
    known: dict[Token, list[int]] = {}
    for place, group in enumerate(groups):
        for member in group.members if group.whole is None else ():
            known.setdefault(corpus.vocabulary[member], []).append(place)
    places: Mapping[Token, int] = {group.token: place for place, group in enumerate(groups)}
    words = frozenset(corpus.vocabulary[: corpus.words])

    def groups_of_word(token: Token) -> tuple[int, ...]:
        if token in words:
            return tuple(known.get(token, ()))
        asked = (
            Token(kind_of(token.text), token.field, "kind"),
            Token(shape_of(token.text), token.field, "shape"),
        )
        return tuple(places[one] for one in asked if one in places)

    return groups_of_word


def _forms(corpus: Corpus, group: Group) -> tuple[str, ...]:
    """How a group is written, for instance: by its most frequent members."""
    if isinstance(group.whole, Opening):
        parts = group.whole.parts
        fillers = group.whole.fillers[:FORMS] or (OPEN,)
        return tuple(
            " ".join(corpus.forms[filler if part == OPEN else part][0] for part in parts)
            for filler in fillers
        )
    if isinstance(group.whole, Written):
        return _in_style(corpus, group.whole.style)
    if group.whole is not None and not isinstance(group.whole, AtEnd):
        return ()
    members = np.array(group.members, dtype=np.int64)
    order = members[np.lexsort((members, -_frequency(corpus, members)))][:FORMS]
    return tuple(corpus.forms[member][0] for member in order)


def _in_style(corpus: Corpus, style: str) -> tuple[str, ...]:
    """The most frequent words that are so written."""
    words = np.arange(corpus.words)
    order = np.argsort(-_frequency(corpus, words), kind="stable")[:LOOKED_AT]
    written = (form for word in order.tolist() for form in corpus.forms[word] if style_of(form) == style)
    return tuple(form for form, _ in zip(written, range(FORMS), strict=False))


def _frequency(corpus: Corpus, tokens: IntArray) -> IntArray:
    found: IntArray = corpus.start[tokens + 1] - corpus.start[tokens]
    return found
