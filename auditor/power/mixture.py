"""The study of a run with one canary in it.

First every word that a canary may be made of becomes part of the vocabulary, held by no text (`prepared`).
Then one canary is put in (`mixed`): the texts that hold it are replaced by what the search found of them, the
labels are counted with it, and both families of tests are made again. All else is the audit's own. One canary
at a time: several would be discoveries beside each other, and discoveries make the correction more lenient.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.features.gathering import gathered
from auditor.power.canary import Canary, CanaryKind
from auditor.power.whole_texts import renumbered, with_outlines
from auditor.records.text import Explanation, Outcome, Status
from auditor.signals.counts import STATUSES, BoolArray, Corpus, IntArray, Token
from auditor.signals.extension import Group, extended
from auditor.signals.recurrence import Tests, label_tests, reliance
from auditor.signals.study import Outcomes, Study
from auditor.signals.words_in_texts import token_numbers

SETS = (Status.VERIFIED, Status.EVIDENCE)


@dataclass(frozen=True, eq=False)
class Replaced:
    """The stored outcomes of a run, some of them replaced."""

    store: Outcomes
    outcomes: Mapping[int, Outcome]
    """By place in the run."""

    def outcomes_at(self, places: Sequence[int]) -> Mapping[int, Outcome]:
        """The outcomes at these places."""
        stored = [place for place in places if place not in self.outcomes]
        return {
            **(self.store.outcomes_at(stored) if stored else {}),
            **{place: self.outcomes[place] for place in places if place in self.outcomes},
        }


def prepared(study: Study, words: Mapping[Token, str]) -> Study:
    """The study with more words in its vocabulary, each with how it is written; no text holds them."""
    corpus, before = study.corpus, study.corpus.words
    vocabulary = sorted({*corpus.vocabulary[:before], *words})
    number = {token: place for place, token in enumerate(vocabulary)}
    moved = np.array([number[token] for token in corpus.vocabulary[:before]], dtype=np.int64)
    forms: list[tuple[str, ...]] = [()] * len(vocabulary)
    for word, form in words.items():
        forms[number[word]] = (form,)
    for place, known in zip(moved.tolist(), corpus.forms[:before], strict=True):
        forms[place] = known
    kept = slice(0, int(corpus.start[before]))
    token = moved[corpus.token[kept]]
    plain = replace(
        corpus,
        vocabulary=tuple(vocabulary),
        forms=tuple(forms),
        token=token,
        doc=corpus.doc[kept],
        times=corpus.times[kept],
        needed=corpus.needed[kept],
        start=np.searchsorted(token, np.arange(len(vocabulary) + 1)),
        groups={},
        properties={},
        sources={},
    )
    plain = replace(plain, outlines=tuple(one.renumbered(moved) for one in corpus.outlines))
    observed = np.zeros((len(vocabulary), len(corpus.labels)), dtype=np.int64)
    observed[moved] = study.association.observed[:before]
    groups = [_moved(corpus, group, moved) for group in corpus.groups]
    counted = list(study.association.observed[before:])
    for group in _joined(plain, {number[word] for word in words}):
        place = next((n for n, one in enumerate(groups) if one.token == group.token), None)
        if place is None:
            groups.append(group)
            counted.append(observed[list(group.members)].sum(axis=0))
        else:
            members = {*groups[place].members, *group.members}
            groups[place] = replace(groups[place], members=tuple(sorted(members)))
    return _studied(study, extended(plain, groups), np.vstack([observed, *counted]))


def _moved(corpus: Corpus, group: int, number: IntArray) -> Group:
    """A group of the audit, with other numbers for its words."""
    one = uncounted(corpus, group)
    members = tuple(number[list(one.members)].tolist())
    return replace(one, members=members, whole=renumbered(one.whole, number))


def uncounted(corpus: Corpus, group: int) -> Group:
    """A group of a corpus as it was before it was counted."""
    members = tuple(corpus.groups[group].tolist())
    source, whole = corpus.sources.get(group, ""), corpus.properties.get(group)
    return Group(corpus.vocabulary[group], members, source, whole)


def _joined(plain: Corpus, added: Collection[int]) -> Iterator[Group]:
    """Kinds, shapes and lists that added words belong to."""
    for field in sorted({plain.vocabulary[number].field for number in added}):
        numbers = [n for n, token in enumerate(plain.vocabulary) if token.field == field]
        for feature in gathered([plain.vocabulary[number].text for number in numbers]):
            members = tuple(numbers[member] for member in feature.members)
            if not set(members).isdisjoint(added):
                yield Group(Token(feature.name, field, feature.kind), members, feature.source)


def _studied(study: Study, corpus: Corpus, observed: IntArray, store: Outcomes | None = None) -> Study:
    """The study of another corpus, with `observed` (tokens, classes) labelled documents; tested anew."""
    method = study.config.correction
    return replace(
        study,
        corpus=corpus,
        store=study.store if store is None else store,
        association=_label_tests(observed, study.labelled, method),
        reliance=reliance(corpus, method=method, halves=False),
        _read={},
    )


def _label_tests(observed: IntArray, labelled: IntArray, method: str) -> Tests:
    return label_tests(observed[:, None], labelled[None], method=method, halves=False)


def mixed(base: Study, canary: Canary, found: Mapping[int, Explanation]) -> Study:
    """The prepared study with one canary: `found` has, for each of its texts, what the search says of it."""
    corpus = _with_texts(base.corpus, found)
    observed = base.association.observed.copy()
    for token, counts in documents_added(base, canary).items():
        observed[token] += counts
    outcomes = {
        int(corpus.place[doc]): Outcome(corpus.ids[doc], 0, None, explanation)
        for doc, explanation in found.items()
    }
    return _studied(base, corpus, observed, Replaced(base.store, outcomes))


def _with_texts(corpus: Corpus, found: Mapping[int, Explanation]) -> Corpus:
    """The corpus with some texts replaced."""
    docs = np.array(sorted(found), dtype=np.int64)
    words = corpus.start[corpus.words]
    kept = ~np.isin(corpus.doc[:words], docs)
    parts = [_counted(corpus, found[doc]) for doc in docs.tolist()]
    token = np.concatenate([corpus.token[:words][kept], *(part[0] for part in parts)])
    doc = np.concatenate(
        [corpus.doc[:words][kept], *(np.full(len(p[0]), d) for p, d in zip(parts, docs, strict=True))]
    )
    times = np.concatenate([corpus.times[:words][kept], *(part[1] for part in parts)])
    needed = np.concatenate([corpus.needed[:words][kept], *(part[2] for part in parts)])
    order = np.lexsort((doc, token))
    plain = replace(
        _with_facts(corpus, found),
        vocabulary=corpus.vocabulary[: corpus.words],
        forms=corpus.forms[: corpus.words],
        token=token[order],
        doc=doc[order],
        times=times[order],
        needed=needed[order],
        start=np.searchsorted(token[order], np.arange(corpus.words + 1)),
        outlines=with_outlines(corpus, found, {doc: _needed(text) for doc, text in found.items()}),
        groups={},
        properties={},
        sources={},
    )
    return extended(plain, [uncounted(corpus, group) for group in corpus.groups])


def _counted(corpus: Corpus, text: Explanation) -> tuple[IntArray, IntArray, BoolArray]:
    """A text's tokens, how often each occurs, and whether its set needs it."""
    numbers = np.array(token_numbers(corpus, text), dtype=np.int64)
    needed = _needed(text)
    tokens, inverse, times = np.unique(numbers, return_inverse=True, return_counts=True)
    return tokens, times, np.bincount(inverse, weights=needed, minlength=len(tokens)) > 0


def _needed(text: Explanation) -> BoolArray:
    """(words,) whether the set of a text needs the word."""
    needed = np.zeros(len(text.words), dtype=bool)
    if text.status in SETS:
        needed[list(text.core)] = True
    return needed


def _with_facts(corpus: Corpus, found: Mapping[int, Explanation]) -> Corpus:
    """What is known of each text: its class, length, set size and status."""
    numbers = {name: number for number, name in enumerate(corpus.labels)}
    columns = {name: getattr(corpus, name).copy() for name in ("predicted", "length", "size", "status")}
    for doc, text in found.items():
        columns["predicted"][doc] = numbers[text.label]
        columns["length"][doc] = len(text.words)
        columns["size"][doc] = len(text.core) if text.status in SETS else 0
        columns["status"][doc] = STATUSES.index(text.status)
    return replace(corpus, **columns)


def documents_added(base: Study, canary: Canary) -> dict[int, IntArray]:
    """(classes,) labelled documents that a canary adds, for each of its words and the groups they are in.

    Each date is in its share of the documents. A word of a pair alone is in as many documents of each class:
    the words say something only together.
    """
    numbers = [number_of(base.corpus, token) for token in canary.tokens]
    whole = spread(base.labelled, canary)
    counts: dict[int, IntArray]
    if canary.kind is CanaryKind.DATES:
        every, stride = np.repeat(np.arange(len(whole)), whole), len(numbers)
        counts = {
            number: np.bincount(every[place::stride], minlength=len(whole))
            for place, number in enumerate(numbers)
        }
    elif canary.kind is CanaryKind.PAIR:
        both = whole + spread(base.labelled, canary, agreeing=False)
        counts = dict.fromkeys(numbers, both)
    else:
        counts = {numbers[0]: whole}
    groups = {
        group: whole for group, members in base.corpus.groups.items() if np.isin(numbers, members).any()
    }
    return counts | groups


def spread(labelled: IntArray, canary: Canary, *, agreeing: bool = True) -> IntArray:
    """(classes,) so many documents: most have the canary's label, the others are shared out by class size.

    With `agreeing` false, as many with the label as the others have otherwise.
    """
    found = np.zeros(len(labelled), dtype=np.int64)
    if not labelled.sum():
        return found
    own = canary.agreeing_documents if agreeing else canary.documents - canary.agreeing_documents
    rest = labelled.copy()
    rest[canary.label] = 0
    exact = (canary.documents - own) * rest / max(1, rest.sum())
    found += exact.astype(np.int64)
    found[np.argsort(found - exact, kind="stable")[: canary.documents - own - int(found.sum())]] += 1
    found[canary.label] += own
    return found


def number_of(corpus: Corpus, token: Token) -> int:
    """A token's number in the vocabulary."""
    return bisect_left(corpus.vocabulary, token, hi=corpus.words)


def in_words(corpus: Corpus, tokens: Iterable[Token]) -> frozenset[int]:
    """The numbers of some words, and of the groups that they are in."""
    numbers = {number_of(corpus, token) for token in tokens}
    return frozenset(numbers | {g for g, members in corpus.groups.items() if numbers & set(members.tolist())})
