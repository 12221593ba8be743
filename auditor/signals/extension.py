"""Groups of words as further tokens of the corpus.

A text holds a group when it holds any of its members, and its minimal set needs the group when it needs any
of them. So everything that is counted, tested, intervened on and judged for a word is so for a group, in the
same families of tests and under the same correction.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.features.families import families
from auditor.features.feature import Entries, Feature, extend
from auditor.features.gathering import gathered
from auditor.features.kinds import kind_of, shape_of
from auditor.features.vectors import FloatArray
from auditor.signals.counts import Corpus, Token

FORMS = 5
"""Members whose written forms speak for a group."""
Vectors = Callable[[Sequence[str]], FloatArray | None]
"""Unit vectors of words in a space that knows meaning; None where there is no such space."""


@dataclass(frozen=True)
class Group:
    """A feature of one text field."""

    token: Token
    """Its name, field and sort."""
    members: tuple[int, ...]
    """Numbers of its words in the corpus's vocabulary."""


def groups_of(corpus: Corpus, vectors: Vectors) -> list[Group]:
    """Kinds, shapes, lists and families among the words of a corpus, field by field.

    Made without a look at labels or sets, so that both can be tested on all texts.
    """
    found = []
    for field in sorted({token.field for token in corpus.vocabulary}):
        numbers = [n for n, token in enumerate(corpus.vocabulary) if token.field == field]
        words = [corpus.vocabulary[number].text for number in numbers]
        features: list[Feature] = list(gathered(words))
        space = vectors(words)
        if space is not None:
            frequency = np.diff(corpus.start)[numbers]
            features += families(words, space, frequency)
        for feature in features:
            members = tuple(numbers[member] for member in feature.members)
            found.append(Group(Token(feature.name, field, feature.kind), members))
    return found


def extended(corpus: Corpus, groups: Sequence[Group]) -> Corpus:
    """The corpus with each group as one more token, after all words."""
    if not groups:
        return corpus
    first = len(corpus.vocabulary)
    features = [Feature(group.token.text, group.token.kind, group.members) for group in groups]
    own = Entries(corpus.token, corpus.doc, corpus.times, corpus.needed)
    more = extend(own, first, features)
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
        groups={first + place: np.array(group.members) for place, group in enumerate(groups)},
    )


def belonging(corpus: Corpus, groups: Sequence[Group]) -> Callable[[Token], tuple[Token, ...]]:
    """What tells the groups of any word: of the corpus by membership, of others by kind and shape."""
    known: dict[Token, list[Token]] = {}
    for group in groups:
        for member in group.members:
            known.setdefault(corpus.vocabulary[member], []).append(group.token)
    names: Mapping[Token, Token] = {group.token: group.token for group in groups}
    words = frozenset(corpus.vocabulary[: corpus.words])

    def groups_of_word(token: Token) -> tuple[Token, ...]:
        if token in words:
            return tuple(known.get(token, ()))
        asked = (
            Token(kind_of(token.text), token.field, "kind"),
            Token(shape_of(token.text), token.field, "shape"),
        )
        return tuple(names[one] for one in asked if one in names)

    return groups_of_word


def _forms(corpus: Corpus, group: Group) -> tuple[str, ...]:
    """How the most frequent members are written."""
    members = np.array(group.members)
    frequency = corpus.start[members + 1] - corpus.start[members]
    order = members[np.lexsort((members, -frequency))][:FORMS]
    return tuple(corpus.forms[member][0] for member in order)
