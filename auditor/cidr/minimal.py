"""CIDR on one text, from words to a minimal feature set.

Integrated gradients score the words, cooperative ones the pairs; the knapsack and refinement propose; the
search verifies on the model. First it looks for words without which another class wins. Only where there are
none, since an empty text gets the class too, it looks for the words that hold most of what the text adds. The
computation only asks questions (see `auditor.cidr.questions`).
"""

import itertools
from dataclasses import dataclass, replace

import numpy as np

from auditor.cidr.cooperative import Scores, pair_scores
from auditor.cidr.essence import LOST, Evidence, Flip, Threshold, evidence_of
from auditor.cidr.integrated import BasePath, base_path, without_words
from auditor.cidr.knapsack import candidates, essence_capacity
from auditor.cidr.left_out import left_out
from auditor.cidr.paper.matrices import printed_set
from auditor.cidr.questions import Asking, FloatArray, Forward, WordSet
from auditor.cidr.refinement import frequencies, greedy, proposal_order, recurring
from auditor.cidr.removals import Removals
from auditor.cidr.search import (
    QUICK,
    SCOUTS,
    SHORTLIST,
    WIDE,
    Proposal,
    find,
    find_few,
    minimal,
    prune,
    shortlist,
)
from auditor.config import CidrConfig
from auditor.data.examples import example_id
from auditor.model.classifier import softmax
from auditor.model.encoding import Encoded
from auditor.records.text import SOME, Explanation, Pair, Status

FALLBACK = 400
"""Removals that the second question may ask beyond those of the first."""
FEW_PATHS = 6
"""Paths without a word below which their nodes are shared out among those that there are."""


@dataclass(frozen=True, eq=False)
class _Proposed:
    """The words and pairs with their scores, and what the knapsack rounds say of them."""

    base: BasePath
    scores: Scores
    frequency: FloatArray
    """(pairs,)"""
    capacity: float
    """The weight that may stay."""
    gradients: int


@dataclass(frozen=True, eq=False)
class _Chosen:
    """The set, and the question that it answers."""

    items: list[WordSet]
    """The pairs or words it is made of."""
    status: Status
    removals: Removals
    """What is known, under the meaning of losing the class for which the set is minimal."""

    @property
    def words(self) -> WordSet:
        return frozenset().union(*self.items)


def minimal_set(
    encoded: Encoded, labels: tuple[str, ...], config: CidrConfig, *, gradients: bool = True
) -> Asking[Explanation]:
    """The minimal feature set of one text; without gradients the words are scored by leaving each out."""
    if config.method == "paper":
        return (yield from printed_set(encoded, labels, config)).explanation
    words = len(encoded.words)
    essence = Flip() if config.essence == "flip" else Threshold(config.threshold)
    removals = Removals(words, essence, budget=config.forward_budget)
    ends = np.array([[False] * words, [True] * words, [False] * words])
    # Paths begin with every word replaced: the bare text, unless removal deletes.
    rows = 3 if config.removal == "delete" and gradients else 2
    answers = yield Forward(ends[:rows], np.array([1.0, 1.0, 0.0])[:rows])
    written, bare, path_start = answers[0], answers[1], answers[-1]
    removals.start(written)
    target = removals.target
    first = float(softmax(path_start)[target])
    change = float(softmax(written)[target]) - first
    if gradients:
        base = yield from base_path(
            words,
            target=target,
            change=change,
            steps=config.steps,
            tolerance=config.tolerance,
        )
    else:
        base, config = (yield from left_out(removals, change=change)), replace(config, cooperate=False)
    start = float((yield from removals.excess([frozenset()]))[0])
    evidence = evidence_of(written, bare, target)
    proposed, chosen = yield from _chosen(base, removals, start, first, evidence, encoded, config)
    core = chosen.words
    if chosen.status in (Status.VERIFIED, Status.EVIDENCE):
        core = yield from prune(chosen.removals, core)
    pairs = yield from _pairs(removals, chosen.items, proposed, encoded)
    yield from removals.ask([chosen.words])
    after = removals.logits(chosen.words)
    return Explanation(
        texts=encoded.texts,
        words=tuple(word.text for word in encoded.words),
        spans=tuple((word.field, word.start, word.end) for word in encoded.words),
        label=labels[target],
        probability=removals.probability(frozenset()),
        probability_after=removals.probability(chosen.words),
        label_after=labels[int(after.argmax())],
        probability_empty=float(softmax(bare)[target]),
        evidence=evidence.total,
        evidence_after=float(evidence.left(after[None], target)[0]),
        status=chosen.status,
        set=tuple(sorted(chosen.words)),
        core=tuple(sorted(core)),
        pairs=pairs,
        attributions=tuple(base.attributions.tolist()),
        completeness_error=abs(base.error),
        forwards=removals.spent + rows - 1,
        gradients=len(base.nodes) + proposed.gradients,
        truncated=encoded.truncated,
    )


def _chosen(
    base: BasePath,
    removals: Removals,
    start: float,
    first: float,
    evidence: Evidence,
    encoded: Encoded,
    config: CidrConfig,
) -> Asking[tuple[_Proposed, _Chosen]]:
    """What attribution proposes and what the model makes of it; of a long text, a few words first."""
    if start > LOST and _scouts_first(base, config):
        proposed = yield from _propose(base, removals, start, first, encoded, config, SCOUTS)
        pair = yield from _scouted(removals, proposed, config)
        if pair is not None:
            return proposed, pair
    proposed = yield from _propose(base, removals, start, first, encoded, config, SHORTLIST)
    return proposed, (yield from _decide(removals, proposed, start, evidence, config))


def _propose(
    base: BasePath,
    removals: Removals,
    start: float,
    first: float,
    encoded: Encoded,
    config: CidrConfig,
    count: int,
) -> Asking[_Proposed]:
    """Score the pairs of positive words, `count` at most, and let the knapsack rounds vote on them.

    `start` is how far the class is from being lost, `first` its probability where every path begins.
    """
    words = [] if start <= LOST else positive_words(base.attributions, count)
    without = None
    if config.cooperate:
        without = yield from each_without(base, words, removals, config, first=first)
    visited = min(len(words), config.leading or len(words)) if config.cooperate else 0
    spent = visited * path_nodes(visited, config)
    scores = pair_scores(base.attributions, words, without, beta=config.beta)
    # Losing the class takes half of the gap to the runner-up; with a threshold, all that is above it.
    need = start / 2 if config.essence == "flip" else start
    capacity = essence_capacity(scores, need)
    generator = np.random.default_rng([config.seed, int(example_id(encoded.texts), 16)])
    outside = candidates(scores.cig, capacity, rounds=config.rounds, generator=generator)
    return _Proposed(base, scores, frequencies(outside), capacity, spent)


def positive_words(attributions: FloatArray, count: int = SHORTLIST) -> list[int]:
    """The words a proposed set may be made of, in text order; of a long text, the `count` that lead."""
    return sorted(w for w in shortlist(attributions)[:count] if attributions[w] > 0)


def path_nodes(paths: int, config: CidrConfig) -> int:
    """Nodes on each of so many paths without a word: where there are few paths, each gets more.

    In a text of few words every one weighs much, so that the path without it is far from the base path.
    """
    return max(config.removal_steps, FEW_PATHS * config.removal_steps // max(1, paths))


def each_without(
    base: BasePath, words: list[int], removals: Removals, config: CidrConfig, *, first: float
) -> Asking[FloatArray]:
    """Attributions of all words without each of `words`: (words, words of the text).

    `first` is the probability where every path begins.
    """
    yield from removals.ask([frozenset([w]) for w in words])
    last = np.array([removals.probability(frozenset([w])) for w in words])
    return (
        yield from without_words(
            base,
            words,
            target=removals.target,
            count=path_nodes(min(len(words), config.leading or len(words)), config),
            leading=config.leading,
            # Deletion shortens the text, so that its paths begin elsewhere.
            totals=None if config.removal == "delete" else last - first,
        )
    )


def _scouts_first(base: BasePath, config: CidrConfig) -> bool:
    """Whether a few words are tried before the others: in a long text, where proposing costs no gradient."""
    long = len(base.attributions) > SHORTLIST and base.slopes is not None
    return long and config.leading > 0 and config.verify and not config.removal_steps


def _scouted(removals: Removals, proposed: _Proposed, config: CidrConfig) -> Asking[_Chosen | None]:
    """A pair of the few words proposed, if one loses the class: most of a long text is then never asked."""
    words = positive_words(proposed.base.attributions, SCOUTS)
    if not words:
        return None
    pairs = _ordered(proposed, config)
    found, _ = yield from find_few(removals, pairs, words, unit=config.unit, effort=QUICK)
    if found is None:
        return None
    return _Chosen((yield from _items(removals, found, config)), Status.VERIFIED, removals)


def _ordered(proposed: _Proposed, config: CidrConfig) -> list[tuple[int, int]]:
    """The scored pairs, the most promising first."""
    order = (
        proposal_order(proposed.scores, proposed.frequency)
        if config.refine
        else list(range(len(proposed.scores)))
    )
    return [(int(i), int(j)) for i, j in proposed.scores.pairs[order]]


def _decide(
    removals: Removals, proposed: _Proposed, start: float, evidence: Evidence, config: CidrConfig
) -> Asking[_Chosen]:
    """A set without which another class wins; where there is none, one that holds most of the evidence."""
    if start <= LOST:
        return _Chosen([], Status.DEFAULT, removals)
    if not config.verify:
        return _Chosen(_unverified(proposed, config), Status.UNVERIFIED, removals)
    base = proposed.base
    near_empty = None if base.slopes is None else base.slopes[0]
    proposal = Proposal(_ordered(proposed, config), base.attributions, near_empty)
    found = yield from find(removals, proposal, unit=config.unit, effort=QUICK if config.leading else WIDE)
    if found is not None:
        items = yield from _items(removals, found, config)
        return _Chosen(items, Status.VERIFIED, removals)
    if evidence.total <= SOME:
        return _Chosen([], Status.DEFAULT, removals)
    if not config.fallback:
        return _Chosen([], Status.UNREACHABLE, removals)
    second = removals.under(evidence, more=FALLBACK)
    found = yield from find(second, proposal, unit=config.unit, effort=QUICK)
    if found is None:  # All words together hold all evidence, but in half precision not to the last digit.
        return _Chosen([], Status.DEFAULT, removals)
    items = yield from _items(second, found, config)
    return _Chosen(items, Status.EVIDENCE, second)


def _unverified(proposed: _Proposed, config: CidrConfig) -> list[WordSet]:
    """The items that the knapsack rounds, or the greedy listing, propose."""
    members = (
        recurring(proposed.scores, proposed.frequency, proposed.capacity, epsilon=config.epsilon)
        if config.refine
        else greedy(proposed.scores, proposed.capacity)
    )
    items: list[WordSet] = [frozenset(map(int, pair)) for pair in proposed.scores.pairs[members]]
    if config.unit == "words":
        return [frozenset([w]) for w in sorted(frozenset().union(*items))]
    return items


def _items(removals: Removals, found: WordSet, config: CidrConfig) -> Asking[list[WordSet]]:
    """The pairs or words that a found set is made of, as few as can be."""
    if config.unit == "words" or len(found) == 1:
        pruned = yield from prune(removals, found)
        return (yield from minimal(removals, [frozenset([w]) for w in sorted(pruned)]))
    return (yield from minimal(removals, (yield from pair_up(found, removals))))


def pair_up(members: WordSet, removals: Removals) -> Asking[list[WordSet]]:
    """Cover the words with as few pairs as can be, those that take most from the class first.

    An odd word out takes the partner with which it takes most; it is then the pair's private word. What is
    not known of a pair is estimated from its words, which are asked for the pairs' interaction anyway.
    """
    words = sorted(members)
    yield from removals.ask([frozenset([w]) for w in words])
    every = [frozenset(pair) for pair in itertools.combinations(words, 2)]
    left = removals.margins(every)
    ranked = sorted(every, key=lambda pair: (left[pair], sorted(pair)))
    free = set(words)
    result = []
    for pair in ranked:
        if pair <= free:
            result.append(pair)
            free -= pair
    return result + [next(pair for pair in ranked if word in pair) for word in free]


def _pairs(
    removals: Removals, items: list[WordSet], proposed: _Proposed, encoded: Encoded
) -> Asking[tuple[Pair, ...]]:
    """The set's pairs with their scores and second differences, best first."""
    couples = sorted(tuple(sorted(item)) for item in items if len(item) == 2)
    members = [frozenset([w]) for couple in couples for w in couple]
    yield from removals.ask(members + [frozenset(couple) for couple in couples])
    place = {(int(i), int(j)): k for k, (i, j) in enumerate(proposed.scores.pairs)}

    def left(*removed: int) -> float:
        return removals.probability(frozenset(removed))

    pairs = []
    for i, j in couples:
        k = place.get((i, j))
        pairs.append(
            Pair(
                indices=(i, j),
                words=(encoded.words[i].text, encoded.words[j].text),
                # Words that attribution leaves out have no individual contributions: their score is IG alone.
                score=float(
                    proposed.base.attributions[[i, j]].sum() if k is None else proposed.scores.cig[k]
                ),
                frequency=float(proposed.frequency[k]) if k is not None else 0.0,
                interaction=left() - left(i) - left(j) + left(i, j),
            )
        )
    return tuple(sorted(pairs, key=lambda pair: (-pair.score, pair.indices)))
