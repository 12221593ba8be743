"""Tests of every token: does it go with a label (association), does the model lean on it (reliance)?

Association counts documents by the dataset's labels; the exact hypergeometric tail says how often so many of
a token's documents would have the label by chance. Reliance counts minimal sets by the predicted class: if a
set of k needed words picked them at random among the n words of its text, a token that occurs m times would
be in it with probability 1 - C(n-m, k) / C(n, k): the number of sets that need it is Poisson-binomial. No set
needs the form of a text; there the predictions are counted, see `auditor.signals.dependence`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from auditor.features.form import Form
from auditor.signals.counts import BoolArray, Corpus, IntArray
from auditor.signals.dependence import dependence
from auditor.signals.statistics import (
    FloatArray,
    adjust,
    hypergeometric_tail,
    poisson_binomial_tail,
)

LEAST = 5
"""Texts that must hold a token before it is tested."""
LEVEL = 0.05
"""Level of every family of tests, and of the confirmation on the other half."""
BLOCK = 1_000_000
"""Entries that are worked on at once, so that a large run needs little more memory than its corpus."""


@dataclass(frozen=True, eq=False)
class Tests:
    """One family of tests, (tokens, classes) each; what was not tested has p = 1."""

    observed: IntArray
    """Texts with the label, or sets that need the token."""
    holding: IntArray
    """Texts that hold it, and count for the test."""
    expected: FloatArray
    """What chance gives."""
    tested: BoolArray
    p: FloatArray
    adjusted: FloatArray
    confirmed: IntArray
    """1 = discovered on one half and confirmed on the other, 0 = discovered only, -1 = not discovered."""

    @property
    def significant(self) -> BoolArray:
        """(tokens, classes) below the level after correction."""
        found: BoolArray = self.tested & (self.adjusted <= LEVEL)
        return found


def association(corpus: Corpus, gold: IntArray, *, method: str = "bh", halves: bool = True) -> Tests:
    """Tokens by label over the texts of a run; `gold` (texts,) has -1 where a text has no label."""
    holding, documents = label_counts(corpus, gold)
    return label_tests(holding, documents, method=method, halves=halves)


def label_counts(corpus: Corpus, gold: IntArray) -> tuple[IntArray, IntArray]:
    """(tokens, halves, classes) and (halves, classes) labelled texts of a run."""
    tokens, classes = len(corpus.vocabulary), len(corpus.labels)
    half = corpus.half
    known = gold >= 0
    documents = np.bincount(half[known] * classes + gold[known], minlength=2 * classes)
    holding = np.zeros((tokens, 2, classes), dtype=np.int64)
    for block in _blocks(corpus):
        entries = _entries(corpus, block)
        counted = known[corpus.doc[entries]]
        doc, token = corpus.doc[entries][counted], corpus.token[entries][counted] - block.start
        cell = (token * 2 + half[doc]) * classes + gold[doc]
        holding[block] = np.bincount(cell, minlength=holding[block].size).reshape(-1, 2, classes)
    return holding, documents.reshape(2, classes)


def label_tests(holding: IntArray, documents: IntArray, *, method: str = "bh", halves: bool = True) -> Tests:
    """Tests of every token with every label from counts (tokens, halves, classes), (halves, classes)."""
    parts = [_associate(holding.sum(axis=1), documents.sum(axis=0))]
    if halves:
        parts += [_associate(holding[:, half], documents[half]) for half in (0, 1)]
    return _complete(parts, method)


def reliance(
    corpus: Corpus, *, needed: BoolArray | None = None, method: str = "bh", halves: bool = True
) -> Tests:
    """Tokens by predicted class, over texts with a verified set; `needed` stands in for the sets' words.

    Forms of texts by predicted class, over all texts; with other sets they are not tested.
    """
    chosen = corpus.needed if needed is None else needed
    parts = [_rely(corpus, chosen, some) for some in _parts(corpus, halves)]
    if needed is None:
        for part, some in zip(parts, _parts(corpus, halves), strict=True):
            _depend(corpus, part, some)
    return _complete(parts, method)


def _parts(corpus: Corpus, halves: bool) -> list[BoolArray]:
    """(texts,) all of them, and each half if asked."""
    whole = np.ones(len(corpus), dtype=bool)
    return [whole, corpus.half == 0, corpus.half == 1] if halves else [whole]


def in_random_sets(corpus: Corpus) -> FloatArray:
    """(entries,) the chance that a random set of the text's own size holds the token; 0 without a set."""
    found = np.zeros(len(corpus.doc))
    for block in _blocks(corpus):
        entries = _entries(corpus, block)
        found[entries] = _chances(corpus, entries)
    return found


def _chances(corpus: Corpus, entries: slice) -> FloatArray:
    """The same of some entries."""
    doc = corpus.doc[entries]
    return 1.0 - missed(corpus.length[doc], corpus.size[doc], corpus.times[entries])


def _blocks(corpus: Corpus) -> Iterator[slice]:
    """Tokens one after the other, as many at a time as have about `BLOCK` entries together."""
    first, tokens = 0, len(corpus.vocabulary)
    while first < tokens:
        full = np.searchsorted(corpus.start, corpus.start[first] + BLOCK, side="right")
        last = max(first + 1, int(full) - 1)
        yield slice(first, last)
        first = last


def _entries(corpus: Corpus, block: slice) -> slice:
    """The entries of a block of tokens."""
    return slice(int(corpus.start[block.start]), int(corpus.start[block.stop]))


def missed(n: IntArray, k: IntArray, m: IntArray) -> FloatArray:
    """The chance that k of n words picked at random are none of m given ones: C(n-m, k) / C(n, k)."""
    found = np.ones(len(m))
    for j in range(int(m.max(initial=0))):
        more = m > j
        found[more] *= np.clip((n - k - j)[more], 0, None) / np.maximum((n - j)[more], 1)
    return found


_Part = tuple[IntArray, IntArray, FloatArray, FloatArray]


def _associate(observed: IntArray, labelled: IntArray) -> _Part:
    """Observed, holding, expected, p from documents by token and class, and by class."""
    documents = int(labelled.sum())
    holding: IntArray = np.repeat(observed.sum(axis=1)[:, None], observed.shape[1], axis=1)
    expected: FloatArray = holding * labelled / max(1, documents)
    p = np.ones(observed.shape)
    rows = holding[:, 0] >= LEAST
    if documents:
        p[rows] = hypergeometric_tail(
            observed[rows], documents=documents, labelled=labelled[None, :], holding=holding[rows]
        )
    return observed, holding, expected, p


def _rely(corpus: Corpus, needed: BoolArray, some: BoolArray) -> _Part:
    shape = (len(corpus.vocabulary), len(corpus.labels))
    observed, holding = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    expected, p = np.zeros(shape), np.ones(shape)
    with_set = some & (corpus.size > 0)
    for block in _blocks(corpus):
        entries = _entries(corpus, block)
        kept = with_set[corpus.doc[entries]]
        token, doc = corpus.token[entries][kept] - block.start, corpus.doc[entries][kept]
        cell = token * shape[1] + corpus.predicted[doc]
        chance = _chances(corpus, entries)[kept]
        count = expected[block].size
        held = np.bincount(cell, minlength=count)
        seen = np.bincount(cell, weights=needed[entries][kept], minlength=count).astype(np.int64)
        chanced = np.bincount(cell, weights=chance, minlength=count)
        tails = np.ones(count)
        begin = np.concatenate([[0], np.cumsum(held)])
        in_order = chance[np.argsort(cell, kind="stable")]
        # Where no more sets need it than chance gives, p is near a half or above: no discovery either way.
        for i in np.flatnonzero((held >= LEAST) & (seen > chanced)):
            tails[i] = poisson_binomial_tail(int(seen[i]), in_order[begin[i] : begin[i + 1]])
        for whole, part in zip((observed, holding, expected, p), (seen, held, chanced, tails), strict=True):
            whole[block] = part.reshape(-1, shape[1])
    return observed, holding, expected, p


def _depend(corpus: Corpus, part: _Part, some: BoolArray) -> None:
    """Put the tests of forms in their rows."""
    observed, holding, expected, p = part
    for token, feature in corpus.properties.items():
        if isinstance(feature, Form):
            found = dependence(corpus, token, some)
            observed[token], holding[token] = found.observed, found.holding
            expected[token] = found.expected
            p[token] = found.p if found.holding >= LEAST else 1.0


def _complete(parts: list[_Part], method: str) -> Tests:
    """Correct for all tests of the family, and see what each half confirms of the other's discoveries."""
    (observed, holding, expected, p), *halves = parts
    tested = holding >= LEAST
    adjusted = np.ones_like(p)
    adjusted[tested] = adjust(p[tested], method=method)
    confirmed = np.full(p.shape, -1)
    for (_, held, _, first), (_, _, _, second) in (halves, halves[::-1]) if halves else ():
        found = held >= LEAST
        corrected = np.ones_like(p)
        corrected[found] = adjust(first[found], method=method)
        discovered = np.flatnonzero((corrected <= LEVEL).reshape(-1))
        again = adjust(second.reshape(-1)[discovered], method=method) <= LEVEL
        flat = confirmed.reshape(-1)
        flat[discovered] = np.maximum(flat[discovered], again.astype(np.int64))
    return Tests(observed, holding, expected, tested, p, adjusted, confirmed)
