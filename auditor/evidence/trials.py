"""Which tokens and pairs are intervened on, in which texts, and against which placebos.

Candidates come from reliance and from association: what labels favour may move the model although no minimal
set shows it. Every choice among texts is drawn from the texts' ids.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.config import EvidenceConfig
from auditor.evidence.counts import BoolArray, Corpus, IntArray, Token
from auditor.evidence.interventions import (
    Deletion,
    Insertion,
    Laboratory,
    Together,
    alone,
    delete,
    insert,
    interact,
    occurrences,
    relative_places,
)
from auditor.evidence.pairs import Pair
from auditor.evidence.recurrence import LEAST, Tests
from auditor.evidence.verdicts import INTERACTS
from auditor.findings import Estimate, Flips, Interaction, Intervention
from auditor.normal import normal
from auditor.records.text import Explanation
from auditor.sweep.store import RunStore

PLACEBOS = 8
"""Placebo tokens for each candidate."""
UNREMARKABLE = 0.2
"""p-value above which a token shows nothing, and may be a placebo."""
FAVOURED = 0.2
"""p-value of association, uncorrected, up to which a token is worth a score."""
SPOKEN = 32
"""Quiet tokens, the most frequent, that a token alone is compared with."""
PLACES = 8
"""Texts that show where a token stands which is only scored."""
MARKS, REACHES = 0.8, 0.1
"""A token marks its class when so many of its texts have the label, and so many of the label's texts (or
sets) hold it."""
FREE = 10
"""Texts without such a token that are enough to insert into."""
EVERY = 10**9
"""No limit."""
Candidate = tuple[int, int]
"""A token and the class it may speak for."""


@dataclass(frozen=True)
class Trial:
    """What was tried on the model with one candidate."""

    intervention: Intervention
    pull: float | None = None
    """Mean change of the class's margin when it is inserted, in logits."""
    alone: float | None = None
    """The class's margin when it is the whole text, beside placebos, in logits."""


def candidates(tests: Sequence[Tests], limit: int) -> list[Candidate]:
    """Tokens significant in any of the families, with their class; the most significant first."""
    best: dict[Candidate, float] = {}
    for family in tests:
        for token, label in zip(*np.nonzero(family.significant), strict=True):
            key = (int(token), int(label))
            best[key] = min(best.get(key, 1.0), float(family.p[token, label]))
    return sorted(best, key=lambda key: (best[key], key))[:limit]


def favoured(association: Tests, found: Sequence[Candidate], limit: int) -> list[Candidate]:
    """More tokens that the labels favour, short of significance, to be scored beside the candidates."""
    known = {token for token, _ in found}
    near = [
        (float(association.p[token, label]), int(token), int(label))
        for token, label in zip(*np.nonzero(association.tested & (association.p <= FAVOURED)), strict=True)
        if token not in known
    ]
    return [(token, label) for _, token, label in sorted(near)[:limit]]


@dataclass(frozen=True, eq=False)
class Shelf:
    """The texts that trials need, by their number in the corpus."""

    texts: dict[int, Explanation]

    def of(self, docs: Iterable[int]) -> tuple[Explanation, ...]:
        """The texts with these numbers."""
        return tuple(self.texts[int(doc)] for doc in docs)


def fetch(store: RunStore, corpus: Corpus, docs: Iterable[int]) -> dict[int, Explanation]:
    """Read some texts of the corpus from the run."""
    number = {int(corpus.place[doc]): int(doc) for doc in docs}
    found = store.outcomes_at(sorted(number))
    return {number[place]: o.explanation for place, o in found.items() if o.explanation is not None}


def first_by_key(corpus: Corpus, docs: IntArray, count: int) -> IntArray:
    """So many of the texts, in the random order that their ids give."""
    chosen: IntArray = docs[np.argsort(corpus.key[docs], kind="stable")][:count]
    return chosen


def intervene(
    laboratory: Laboratory,
    store: RunStore,
    corpus: Corpus,
    chosen: Sequence[Candidate],
    scored: Sequence[Candidate],
    tests: tuple[Tests, Tests],
    config: EvidenceConfig,
) -> dict[Candidate, Trial]:
    """Delete and insert every candidate; `tests` are association and reliance.

    The `scored` ones are only inserted, into half as many texts and without placebos.
    """
    every = [*chosen, *scored]
    quiet = quiet_tokens(corpus, tests)
    standing = {c: _holding(corpus, c, max(config.deletions, PLACES)) for c in chosen}
    holding = {c: docs[: config.deletions] for c, docs in standing.items()}
    standing |= {c: _holding(corpus, c, PLACES) for c in scored}
    rivals = rival_texts(corpus, *tests)
    counts = [config.insertions] * len(chosen) + [(config.insertions + 1) // 2] * len(scored)
    targets = {c: _targets(corpus, c, rivals, count) for c, count in zip(every, counts, strict=True)}
    wanted = {int(doc) for docs in (*standing.values(), *targets.values()) for doc in docs}
    shelf = Shelf(fetch(store, corpus, wanted))
    frequency = np.diff(corpus.start)
    calm = set(quiet.tolist())
    deletions = [
        Deletion(corpus.vocabulary[token], label, shelf.of(holding[token, label])) for token, label in chosen
    ]
    others = [
        [_like(corpus, shelf, frequency, calm, token, int(doc)) for doc in holding[token, label]]
        for token, label in chosen
    ]
    insertions = [
        Insertion(
            form=corpus.forms[token][0],
            field=corpus.vocabulary[token].field,
            label=label,
            places=relative_places(shelf.of(standing[token, label]), corpus.vocabulary[token]),
            placebos=tuple(corpus.forms[other][0] for other in _alike(corpus, frequency, quiet, token))
            if number < len(chosen)
            else (),
        )
        for number, (token, label) in enumerate(every)
    ]
    deleted = [*delete(laboratory, deletions, others), *[(Flips(), Estimate())] * len(scored)]
    put_in = insert(laboratory, insertions, [shelf.of(targets[c]) for c in every])
    said = _said(laboratory, corpus, insertions, quiet)
    return {
        c: Trial(Intervention(taken, put, lost), pull, says)
        for c, (taken, lost), (put, pull), says in zip(every, deleted, put_in, said, strict=True)
    }


def _said(
    laboratory: Laboratory, corpus: Corpus, insertions: Sequence[Insertion], quiet: IntArray
) -> Sequence[float | None]:
    """What each token says as a whole text beside quiet ones; nothing where a text has two fields."""
    if any(token.field for token in corpus.vocabulary):
        return [None] * len(insertions)
    frequent = quiet[np.argsort(-np.diff(corpus.start)[quiet], kind="stable")]
    placebos = [corpus.forms[token][0] for token in frequent[:SPOKEN]]
    return alone(laboratory, [(insertion.form, insertion.label) for insertion in insertions], placebos)


def _holding(corpus: Corpus, candidate: Candidate, count: int) -> IntArray:
    token, label = candidate
    docs = corpus.doc[corpus.entries(token)]
    return first_by_key(corpus, docs[corpus.predicted[docs] == label], count)


def rival_texts(corpus: Corpus, association: Tests, reliance: Tests) -> BoolArray:
    """(texts,) whether a text holds a token that all but marks its class, or needs one that many sets need.

    Such a token would answer for the one that is inserted: two shortcuts in one text cancel out. A word of
    the task is in few texts and few sets of its class.
    """
    classes = np.bincount(corpus.gold[corpus.gold >= 0], minlength=len(corpus.labels))
    share = association.observed / np.maximum(1, association.holding)
    marks = association.significant & (share >= MARKS) & (association.observed >= REACHES * classes)
    sets = np.bincount(corpus.predicted[corpus.size > 0], minlength=len(corpus.labels))
    frequent = reliance.significant & (reliance.observed >= REACHES * sets)
    label = corpus.predicted[corpus.doc]
    rival = marks[corpus.token, label] | (frequent[corpus.token, label] & corpus.needed)
    held = np.zeros(len(corpus), dtype=bool)
    held[corpus.doc[rival]] = True
    return held


def _targets(corpus: Corpus, candidate: Candidate, rivals: BoolArray, count: int) -> IntArray:
    """Texts predicted as another class, rightly where that is known, that do not hold the token.

    Texts without a rival are taken where there are enough of them.
    """
    token, label = candidate
    fit = corpus.predicted != label
    if corpus.labelled:
        fit &= (corpus.gold == corpus.predicted) | (corpus.gold < 0)
    fit[corpus.doc[corpus.entries(token)]] = False
    free = fit & ~rivals
    return first_by_key(corpus, np.flatnonzero(free if free.sum() >= FREE else fit), count)


def quiet_tokens(corpus: Corpus, tests: Sequence[Tests]) -> IntArray:
    """Tokens that show nothing in any family, and are words: the stock of placebos."""
    calm = np.diff(corpus.start) >= LEAST
    for family in tests:
        calm &= (family.p > UNREMARKABLE).all(axis=1)
    words = np.array([token.text.isalpha() for token in corpus.vocabulary], dtype=bool)
    found: IntArray = np.flatnonzero(calm & words)
    return found


def _alike(corpus: Corpus, frequency: IntArray, quiet: IntArray, token: int) -> list[int]:
    """Quiet tokens of the same field with the most similar frequency."""
    field = corpus.vocabulary[token].field
    fit = [int(other) for other in quiet if other != token and corpus.vocabulary[other].field == field]
    distance = [abs(np.log(frequency[other] / frequency[token])) for other in fit]
    return [fit[i] for i in np.lexsort((fit, distance))[:PLACEBOS]] if fit else []


def _like(
    corpus: Corpus, shelf: Shelf, frequency: IntArray, calm: set[int], token: int, doc: int
) -> int | None:
    """A word of the text, of like frequency, that shows nothing; any other word where there is none."""
    explanation = shelf.texts[doc]
    own = set(occurrences(explanation, corpus.vocabulary[token]))
    numbers = _numbers(corpus, explanation)
    rest = [i for i in range(len(explanation.words)) if i not in own]
    quiet = [i for i in rest if numbers[i] in calm] or rest
    return min(quiet, key=lambda i: (abs(np.log(frequency[numbers[i]] / frequency[token])), i), default=None)


def _numbers(corpus: Corpus, explanation: Explanation) -> list[int]:
    """The token number of each word of a text."""
    return [
        bisect_left(corpus.vocabulary, Token(normal(word), span[0]))
        for word, span in zip(explanation.words, explanation.spans, strict=True)
    ]


def interactions(
    laboratory: Laboratory,
    store: RunStore,
    corpus: Corpus,
    chosen: Sequence[tuple[Pair, IntArray]],
    loud: set[int],
    count: int,
    *,
    follows: Sequence[bool] = (),
) -> list[Interaction]:
    """The second difference of each pair over texts that hold both; `loud` tokens are no placebo.

    `follows` says which pairs the labels follow: those are measured again, with the words taken out of the
    text, where padding shows nothing. A model may look at neighbours, and a padded word stands between them.
    """
    docs = [first_by_key(corpus, both, count) for _, both in chosen]
    shelf = Shelf(fetch(store, corpus, {int(doc) for some in docs for doc in some}))
    cases = []
    for (pair, _), some in zip(chosen, docs, strict=True):
        first, second = (corpus.vocabulary[token] for token in pair)
        case = []
        for doc in some:
            text = shelf.texts[int(doc)]
            own = occurrences(text, first), occurrences(text, second)
            numbers = _numbers(corpus, text)
            rest = [
                i for i, number in enumerate(numbers) if number not in loud and i not in {*own[0], *own[1]}
            ]
            third = (len(rest) - 1) // 3
            spread = (rest[third], rest[-1 - third]) if len(rest) >= 2 else None
            case.append(Together(text, tuple(own[0]), tuple(own[1]), spread))
        cases.append(case)
    found = interact(laboratory, cases)
    silent = [
        place
        for place, followed in enumerate(follows)
        if followed and not _speaks(found[place]) and laboratory.removal != "delete"
    ]
    if not silent:
        return found
    again = interact(replace(laboratory, removal="delete"), [cases[place] for place in silent])
    for place, interaction in zip(silent, again, strict=True):
        if _speaks(interaction):
            shown = interaction.second_difference
            twice = replace(shown, p=None if shown.p is None else min(1.0, 2 * shown.p))  # a second try
            found[place] = replace(interaction, second_difference=twice)
    return found


def _speaks(interaction: Interaction) -> bool:
    return (interaction.second_difference.low or 0.0) >= INTERACTS
