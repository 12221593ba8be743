"""Verification: find, on the model itself, a set that loses the class.

The proposal orders the pairs; the model decides. First every word alone, then pairs in the proposal's order
and, as far as the forward budget goes, every other pair: when all fit, "no single pair" is a fact. Where no
pair does it, prefixes of several orders give a first set, and a beam search from the best pairs looks for a
smaller one. The search goes past the words with positive attribution: what attribution misses, it can find.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from auditor.cidr.questions import Asking, FloatArray, WordSet
from auditor.cidr.removals import LOST, Removals

CHUNK = 48
"""Pairs evaluated before looking whether one of them was enough."""
BEAM = 6
"""Sets that the beam search extends at a time."""
SHORTLIST = 64
"""Words of a long text that the search considers, leading ones by attribution."""


@dataclass(frozen=True, eq=False)
class Proposal:
    """What attribution suggests."""

    pairs: list[tuple[int, int]]
    """Pairs, the most promising first."""
    attributions: FloatArray
    """(words,) integrated gradients"""


def find(removals: Removals, proposal: Proposal, *, unit: str) -> Asking[WordSet | None]:
    """Words whose removal loses the class, as few units as the budget finds; None when there are none.

    A word that loses the class alone is the answer when words are the unit, and also when no pair does it:
    where a second removal brings the class back, the word stands alone.
    """
    words = [int(w) for w in np.argsort(-proposal.attributions, kind="stable")[:SHORTLIST]]
    singles = yield from removals.excess([frozenset([w]) for w in words])
    alone = dict(zip(words, singles.tolist(), strict=True))
    single = frozenset([words[int(singles.argmin())]]) if singles.min() <= LOST else None
    if unit == "words" and single is not None:
        return single
    pair = yield from _first_pair(removals, proposal.pairs, alone)
    if pair is not None or single is not None:
        return pair or single
    first = yield from _shortest_prefix(removals, _orders(proposal, alone))
    if first is not None:
        first = yield from prune(removals, first)
    smaller = yield from _beam(removals, words, at_most=len(first) if first else len(words))
    if smaller is None:
        return first
    return (yield from prune(removals, smaller))


def _first_pair(
    removals: Removals, proposed: list[tuple[int, int]], alone: dict[int, float]
) -> Asking[WordSet | None]:
    """The first single pair, in the proposal's order, that loses the class."""
    others = sorted(itertools.combinations(sorted(alone), 2), key=lambda p: (alone[p[0]] + alone[p[1]], p))
    order = list(dict.fromkeys(frozenset(p) for p in [*proposed[:CHUNK], *others]))
    order = order[: removals.left if len(order) <= removals.left else removals.left // 2]
    for start in range(0, len(order), CHUNK):
        chunk = order[start : start + CHUNK]
        lost = (yield from removals.excess(chunk)) <= LOST
        if lost.any():
            return chunk[int(lost.argmax())]
    return None


def _orders(proposal: Proposal, alone: dict[int, float]) -> list[list[int]]:
    """Orders in which words may be taken away until the class is lost."""
    by_attribution = sorted(alone, key=lambda w: (-proposal.attributions[w], w))
    by_removal = sorted(alone, key=lambda w: (alone[w], w))
    proposed = list(dict.fromkeys(w for pair in proposal.pairs for w in pair if w in alone))
    return [proposed + [w for w in by_attribution if w not in proposed], by_attribution, by_removal]


def _shortest_prefix(removals: Removals, orders: list[list[int]]) -> Asking[WordSet | None]:
    """The shortest beginning of any order that loses the class."""
    for start in range(3, len(orders[0]) + 1, 8):
        lengths = range(start, min(start + 8, len(orders[0]) + 1))
        prefixes = [frozenset(order[:length]) for length in lengths for order in orders]
        prefixes = list(dict.fromkeys(prefixes))[: removals.left]
        if not prefixes:
            return None
        lost = (yield from removals.excess(prefixes)) <= LOST
        if lost.any():
            return prefixes[int(lost.argmax())]
    return None


def _beam(removals: Removals, words: list[int], *, at_most: int) -> Asking[WordSet | None]:
    """A set of fewer pairs than `at_most` words make, grown word by word from the best pairs."""
    beam = removals.cheapest()[:BEAM]
    pairs_to_beat = (at_most + 1) // 2 if at_most < len(words) else len(words)
    for size in itertools.count(3):
        if (size + 1) // 2 >= pairs_to_beat or not beam:
            return None
        grown = [members | {w} for members in beam for w in words if w not in members]
        grown = list(dict.fromkeys(grown))[: removals.left]
        if not grown:
            return None
        excess = yield from removals.excess(grown)
        order = np.argsort(excess, kind="stable")
        if excess[order[0]] <= LOST:
            return grown[int(order[0])]
        beam = [grown[int(i)] for i in order[:BEAM]]
    return None


def prune(removals: Removals, members: WordSet) -> Asking[WordSet]:
    """Drop words one at a time, the least needed first, while the rest still loses the class."""
    while len(members) > 1:
        rest = [members - {w} for w in sorted(members)]
        excess = yield from removals.excess(rest)
        if excess.min() > LOST:
            break
        members = rest[int(excess.argmin())]
    return members


SUBSETS = 6
"""Largest number of items whose every subset is checked; beyond it, every set with one item less."""


def minimal(removals: Removals, items: list[WordSet]) -> Asking[list[WordSet]]:
    """The smallest part of `items` (pairs, or single words) whose union loses the class."""
    while len(items) > SUBSETS:
        rest = [items[:k] + items[k + 1 :] for k in range(len(items))]
        excess = yield from removals.excess([frozenset().union(*part) for part in rest])
        if excess.min() > LOST:
            return items
        items = rest[int(excess.argmin())]
    parts = [list(part) for size in range(1, len(items)) for part in itertools.combinations(items, size)]
    if not parts:
        return items
    lost = (yield from removals.excess([frozenset().union(*part) for part in parts])) <= LOST
    return parts[int(lost.argmax())] if lost.any() else items
