"""Pairs of tokens: how often a minimal set needs both, and what the labels say of texts with both or one.

Which pairs are looked at: those that sets need together, and those whose two tokens recur in sets and stand
together in texts. The second kind matters for pairs that speak only together: removing either word turns the
prediction and removing both turns it back, so that no minimal set ever holds both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from auditor.signals.candidates import Candidate
from auditor.signals.counts import Corpus, IntArray
from auditor.signals.recurrence import missed
from auditor.signals.statistics import adjust, hypergeometric_tail, poisson_binomial_tail

Pair = tuple[int, int]
LARGEST = 40
"""Needed words of a set beyond which its pairs are not listed."""
FOLLOWED = 0.05
"""Adjusted p up to which the labels follow a pair of groups closely enough for a trial."""
MOSTLY = 0.6
"""Share of a pair's texts from which one member is all that a group has to say."""
TOGETHER = 8
"""Texts that must hold both tokens."""


@dataclass(frozen=True, eq=False)
class PairCount:
    """One pair in the texts predicted as one class."""

    tokens: Pair
    """Numbers of the tokens, the lower first."""
    label: int
    both: IntArray
    """Texts (of any class) that hold both."""
    sets: int
    """Verified sets of the class that need both."""
    holding: int
    """Texts of the class that hold both and have a verified set."""
    expected: float
    """Sets that would need both if sets picked their words at random."""
    p: float
    """Poisson-binomial tail against that."""
    beyond: float
    """The same given how often each member is needed where it occurs."""
    expected_beyond: float
    adjusted: float = 1.0
    adjusted_beyond: float = 1.0


def pairs_in_sets(corpus: Corpus, *, least: int = 3) -> dict[tuple[int, Pair], int]:
    """Sets by predicted class and pair of words that need both, where there are at least `least`."""
    needed = np.flatnonzero(corpus.needed & (corpus.token < corpus.words))
    order = needed[np.argsort(corpus.doc[needed], kind="stable")]
    doc, token = corpus.doc[order], corpus.token[order]
    begin = np.flatnonzero(np.diff(doc, prepend=-1))
    sizes = np.diff(np.append(begin, len(doc)))
    vocabulary = len(corpus.vocabulary)
    keys = []
    for size in range(2, min(LARGEST, int(sizes.max(initial=0))) + 1):
        rows = token[begin[sizes == size][:, None] + np.arange(size)]  # (texts, size), tokens ascending
        first, second = np.triu_indices(size, 1)
        label = corpus.predicted[doc[begin[sizes == size]]][:, None]
        lower, upper = (
            np.minimum(rows[:, first], rows[:, second]),
            np.maximum(rows[:, first], rows[:, second]),
        )
        keys.append(((label * vocabulary + lower) * vocabulary + upper).ravel())
    if not keys:
        return {}
    unique, counts = np.unique(np.concatenate(keys), return_counts=True)
    found = {}
    for key, count in zip(unique[counts >= least].tolist(), counts[counts >= least].tolist(), strict=True):
        rest, upper = divmod(key, vocabulary)
        label, lower = divmod(rest, vocabulary)
        found[label, (lower, upper)] = count
    return found


def standing_together(corpus: Corpus, tokens: list[int], *, least: int = TOGETHER) -> dict[Pair, IntArray]:
    """Pairs of these tokens that stand together in at least `least` texts, with the texts."""
    docs = {token: corpus.doc[corpus.entries(token)] for token in tokens}
    found = {}
    for pair in combinations(sorted(tokens), 2):
        both = np.intersect1d(docs[pair[0]], docs[pair[1]], assume_unique=True)
        if len(both) >= least:
            found[pair] = both
    return found


def count_pairs(corpus: Corpus, wanted: Sequence[Candidate], *, method: str = "bh") -> list[PairCount]:
    """Counts and tests of pairs, each for one predicted class; corrected as one family."""
    counts = [_count(corpus, one.label, (one.tokens[0], one.tokens[1])) for one in wanted]
    adjusted = adjust([count.p for count in counts], method=method)
    beyond = adjust([count.beyond for count in counts], method=method)
    return [
        PairCount(**{**vars(count), "adjusted": float(a), "adjusted_beyond": float(b)})
        for count, a, b in zip(counts, adjusted, beyond, strict=True)
    ]


def _count(corpus: Corpus, label: int, pair: Pair) -> PairCount:
    first, second = (corpus.entries(token) for token in pair)
    both, i, j = np.intersect1d(
        corpus.doc[first], corpus.doc[second], assume_unique=True, return_indices=True
    )
    counted = (corpus.predicted[both] == label) & (corpus.size[both] > 0)
    held = corpus.needed[first][i][counted] & corpus.needed[second][j][counted]
    n, k = corpus.length[both][counted], corpus.size[both][counted]
    a, b = corpus.times[first][i][counted], corpus.times[second][j][counted]
    # Of k words picked at random, some are the first token and some the second.
    together = np.clip(1.0 - missed(n, k, a) - missed(n, k, b) + missed(n, k, a + b), 0.0, 1.0)
    rates = [_needed_rate(corpus, label, token) for token in pair]
    given = np.full(len(n), rates[0] * rates[1])
    sets = int(held.sum())
    return PairCount(
        tokens=pair,
        label=label,
        both=both,
        sets=sets,
        holding=int(counted.sum()),
        expected=float(together.sum()),
        p=poisson_binomial_tail(sets, together),
        beyond=poisson_binomial_tail(sets, given),
        expected_beyond=float(given.sum()),
    )


def _needed_rate(corpus: Corpus, label: int, token: int) -> float:
    """How often a token is needed in the class's sets, where it occurs."""
    entries = corpus.entries(token)
    doc = corpus.doc[entries]
    counted = (corpus.predicted[doc] == label) & (corpus.size[doc] > 0)
    total = int(counted.sum())
    return float(corpus.needed[entries][counted].sum() / total) if total else 0.0


@dataclass(frozen=True, eq=False)
class Apart:
    """The texts of a pair by which of its words they hold."""

    both: IntArray
    first: IntArray
    """Texts with the first word alone."""
    second: IntArray


def apart(corpus: Corpus, pair: tuple[int, ...]) -> Apart:
    """Texts with both words, and with one alone."""
    first, second = (corpus.doc[corpus.entries(token)] for token in pair)
    return Apart(np.intersect1d(first, second), np.setdiff1d(first, second), np.setdiff1d(second, first))


def label_follows(corpus: Corpus, places: Apart, label: int) -> float:
    """p of the exact test: does the label come with both words more often than with one of them?"""
    either = np.concatenate([places.both, places.first, places.second])
    known = either[corpus.gold[either] >= 0]
    both = int((corpus.gold[places.both] >= 0).sum())
    together = int((corpus.gold[places.both] == label).sum())
    if not both or both == len(known):
        return 1.0
    labelled = int((corpus.gold[known] == label).sum())
    return float(hypergeometric_tail(together, documents=len(known), labelled=labelled, holding=both))


@dataclass(frozen=True, eq=False)
class PairChoice:
    """A pair worth a trial, with the class that the labels give it."""

    tokens: Pair
    label: int
    places: Apart
    p: float
    """Of the exact test, corrected for the number of classes that were tried."""
    adjusted_p: float
    """Corrected for all pairs that were looked at."""


def choose_pairs(
    corpus: Corpus, recurring: list[int], groups: Sequence[int] = (), *, method: str = "bh"
) -> list[PairChoice]:
    """Pairs worth a trial, those that the labels follow most closely first.

    Pairs of `recurring` tokens that stand together, and pairs that minimal sets need together. A pair of a
    group with a word, or with another group that it shares no word with, is among them where the labels
    follow it more closely than any pair of its members.
    """
    together = set(standing_together(corpus, recurring)) | {pair for _, pair in pairs_in_sets(corpus)}
    found = []
    for pairs in (sorted(together), _group_pairs(corpus, recurring, groups)):  # each a family of its own
        choices = _choices(corpus, pairs)
        adjusted = adjust([choice.p for choice in choices], method=method)
        found += [replace(choice, adjusted_p=float(p)) for choice, p in zip(choices, adjusted, strict=True)]
    found.sort(key=lambda choice: (choice.p, choice.label, choice.tokens))
    return _without_idle_groups(corpus, found)


def _choices(corpus: Corpus, pairs: Sequence[Pair]) -> list[PairChoice]:
    """Each pair with the class that the labels give it; pairs that hardly stand together are left out."""
    found = []
    for pair in pairs:
        places = apart(corpus, pair)
        if len(places.both) < TOGETHER:
            continue
        common = np.bincount(corpus.predicted[places.both], minlength=len(corpus.labels))
        options = [(label_follows(corpus, places, c), -int(common[c]), c) for c in range(len(corpus.labels))]
        p, _, label = min(options)
        found.append(PairChoice(pair, label, places, min(1.0, p * len(options)), 1.0))  # the best of several
    return found


def _group_pairs(corpus: Corpus, recurring: Sequence[int], groups: Sequence[int]) -> list[Pair]:
    """Groups with words outside them, and with groups that share no word with them."""
    members = {token: frozenset(corpus.members(token).tolist()) for token in (*recurring, *groups)}
    field = {token: corpus.vocabulary[token].field for token in members}
    return sorted(
        {
            (min(group, other), max(group, other))
            for group in groups
            for other in (*recurring, *groups)
            if field[group] == field[other] and members[group].isdisjoint(members[other])
        }
    )


def _without_idle_groups(corpus: Corpus, choices: Sequence[PairChoice]) -> list[PairChoice]:
    """The choices without pairs of groups that say no more than a pair before them, the best come first.

    The labels must follow a pair of a group, no two members may make most of its texts, and no pair that the
    labels follow as closely may be of words of both.
    """
    kept: list[PairChoice] = []
    for choice in choices:
        wide = any(token in corpus.groups for token in choice.tokens)
        idle = choice.adjusted_p > FOLLOWED or any(
            one.label == choice.label and _shares(corpus, one.tokens, choice.tokens) for one in kept
        )
        if not wide or not (idle or _is_of_one(corpus, choice)):
            kept.append(choice)
    return kept


def _shares(corpus: Corpus, pair: Pair, other: Pair) -> bool:
    """Whether each side of a pair has words in common with a side of the other one."""
    a, b, c, d = (frozenset(corpus.members(token).tolist()) for token in (*pair, *other))
    return bool((a & c and b & d) or (a & d and b & c))


def _is_of_one(corpus: Corpus, choice: PairChoice) -> bool:
    """Whether one member of a group makes most of the texts that hold the pair."""
    both = choice.places.both
    for token in choice.tokens:
        members = corpus.members(token)
        held = [len(np.intersect1d(corpus.doc[corpus.entries(one)], both)) for one in members.tolist()]
        if token in corpus.groups and max(held, default=0) > MOSTLY * len(both):
            return True
    return False
