"""CIDR on one text, from words to a minimal feature set.

Integrated gradients score the words, cooperative ones the pairs; the knapsack and refinement propose; the
search verifies on the model. The computation only asks questions (see `auditor.cidr.questions`).
"""

import itertools
from dataclasses import dataclass

import numpy as np

from auditor.cidr.cooperative import Scores, pair_scores
from auditor.cidr.integrated import BasePath, base_path, without_words
from auditor.cidr.knapsack import candidates, essence_capacity
from auditor.cidr.paper.asking import printed_set
from auditor.cidr.questions import Asking, FloatArray, Forward, WordSet
from auditor.cidr.refinement import frequencies, greedy, proposal_order, recurring
from auditor.cidr.removals import LOST, Removals
from auditor.cidr.search import (
    QUICK,
    SHORTLIST,
    SUBSETS,
    WIDE,
    Proposal,
    find,
    minimal,
    prune,
    shortlist,
)
from auditor.config import CidrConfig
from auditor.data.examples import example_id
from auditor.model.classifier import softmax
from auditor.model.encoding import Encoded
from auditor.records.text import Explanation, Pair, Status

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


def minimal_set(encoded: Encoded, labels: tuple[str, ...], config: CidrConfig) -> Asking[Explanation]:
    """The minimal feature set of one text."""
    if config.method == "paper":
        return (yield from printed_set(encoded, labels, config)).explanation
    words = len(encoded.words)
    removals = Removals(
        words, essence=config.essence, threshold=config.threshold, budget=config.forward_budget
    )
    ends = np.array([[False] * words, [True] * words, [False] * words])
    # Paths begin with every word replaced: the bare text, unless removal deletes.
    rows = 3 if config.removal == "delete" else 2
    answers = yield Forward(ends[:rows], np.array([1.0, 1.0, 0.0])[:rows])
    written, bare, path_start = answers[0], answers[1], answers[-1]
    offset = bare if config.baseline_correction else np.zeros_like(bare)
    removals.start(written, offset)
    target = removals.target
    first = float(softmax(path_start - offset)[target])
    change = float(softmax(written - offset)[target]) - first
    base = yield from base_path(
        words, target=target, offset=offset, change=change, steps=config.steps, tolerance=config.tolerance
    )
    start = float((yield from removals.excess([frozenset()]))[0])
    proposed = yield from _propose(base, removals, start, first, encoded, config)
    chosen, items, status = yield from _decide(removals, proposed, start, config)
    core = (yield from prune(removals, chosen)) if status is Status.VERIFIED else chosen
    pairs = yield from _pairs(removals, items, proposed, encoded, config)
    yield from removals.ask([chosen])
    return Explanation(
        texts=encoded.texts,
        words=tuple(word.text for word in encoded.words),
        spans=tuple((word.field, word.start, word.end) for word in encoded.words),
        label=labels[target],
        probability=removals.probability(frozenset(), corrected=False),
        probability_after=removals.probability(chosen, corrected=False),
        evidence=removals.probability(frozenset(), corrected=True),
        evidence_after=removals.probability(chosen, corrected=True),
        status=status,
        reason=_reason(status, items, removals, config),
        set=tuple(sorted(chosen)),
        core=tuple(sorted(core)),
        pairs=pairs,
        attributions=tuple(base.attributions.tolist()),
        baseline_correction=config.baseline_correction,
        completeness_error=abs(base.error),
        forwards=removals.spent + rows - 1,
        gradients=len(base.nodes) + proposed.gradients,
        truncated=encoded.truncated,
    )


def _propose(
    base: BasePath, removals: Removals, start: float, first: float, encoded: Encoded, config: CidrConfig
) -> Asking[_Proposed]:
    """Score the pairs of positive words and let the knapsack rounds vote on them.

    `start` is how far the class is from being lost, `first` its probability where every path begins.
    """
    words = [] if start <= LOST else positive_words(base.attributions)
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


def positive_words(attributions: FloatArray) -> list[int]:
    """The words a proposed set may be made of, in text order; of a long text, those that are searched."""
    return sorted(w for w in shortlist(attributions) if attributions[w] > 0)


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
    last = np.array([removals.probability(frozenset([w]), corrected=True) for w in words])
    return (
        yield from without_words(
            base,
            words,
            target=removals.target,
            offset=removals.offset,
            count=path_nodes(min(len(words), config.leading or len(words)), config),
            leading=config.leading,
            # Deletion shortens the text, so that its paths begin elsewhere.
            totals=None if config.removal == "delete" else last - first,
        )
    )


def _decide(
    removals: Removals, proposed: _Proposed, start: float, config: CidrConfig
) -> Asking[tuple[WordSet, list[WordSet], Status]]:
    """The words of the set, the items (pairs or words) it is made of, and how far it is trusted."""
    pairs = [(int(i), int(j)) for i, j in proposed.scores.pairs]
    attributions = proposed.base.attributions
    if start <= LOST:
        return frozenset(), [], Status.DEFAULT
    if not config.verify:
        members = (
            recurring(proposed.scores, proposed.frequency, proposed.capacity, epsilon=config.epsilon)
            if config.refine
            else greedy(proposed.scores, proposed.capacity)
        )
        items = [frozenset(pairs[i]) for i in np.flatnonzero(members)]
        if config.unit == "words":
            items = [frozenset([w]) for w in sorted(frozenset().union(*items))]
        return frozenset().union(*items), items, Status.UNVERIFIED
    order = (
        proposal_order(proposed.scores, proposed.frequency)
        if config.refine
        else list(range(len(proposed.scores)))
    )
    proposal = Proposal([pairs[i] for i in order], attributions)
    found = yield from find(removals, proposal, unit=config.unit, effort=QUICK if config.leading else WIDE)
    if found is None and config.leading and len(attributions) <= SHORTLIST:
        found = yield from find(removals, proposal, unit=config.unit, effort=WIDE)
    if found is None:
        return frozenset(), [], Status.UNREACHABLE
    if config.unit == "words" or len(found) == 1:
        pruned = yield from prune(removals, found)
        items = yield from minimal(removals, [frozenset([w]) for w in sorted(pruned)])
    else:
        items = yield from minimal(removals, (yield from pair_up(found, removals)))
    return frozenset().union(*items), items, Status.VERIFIED


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
    removals: Removals, items: list[WordSet], proposed: _Proposed, encoded: Encoded, config: CidrConfig
) -> Asking[tuple[Pair, ...]]:
    """The set's pairs with their scores and second differences, best first."""
    couples = sorted(tuple(sorted(item)) for item in items if len(item) == 2)
    members = [frozenset([w]) for couple in couples for w in couple]
    yield from removals.ask(members + [frozenset(couple) for couple in couples])
    place = {(int(i), int(j)): k for k, (i, j) in enumerate(proposed.scores.pairs)}

    def evidence(*removed: int) -> float:
        return removals.probability(frozenset(removed), corrected=config.baseline_correction)

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
                interaction=evidence() - evidence(i) - evidence(j) + evidence(i, j),
            )
        )
    return tuple(sorted(pairs, key=lambda pair: (-pair.score, pair.indices)))


def _reason(status: Status, items: list[WordSet], removals: Removals, config: CidrConfig) -> str:
    kind = "word" if config.unit == "words" or any(len(item) == 1 for item in items) else "pair"
    count = f"{len(items)} {kind}{'' if len(items) == 1 else 's'}"
    if status is Status.VERIFIED:
        checked = "no part" if len(items) <= SUBSETS else f"no part with one {kind} less"
        return f"removing {count} loses the class, and {checked} of the set does"
    if status is Status.DEFAULT:
        if config.baseline_correction and config.essence == "flip":
            return "the text holds no more evidence for this class than an empty text"
        return "the class does not hold with every word in place: there is nothing to remove"
    if status is Status.UNREACHABLE:
        return f"none of {removals.spent} removals that were tried loses the class"
    return f"{count} proposed and not checked on the model"
