"""Verification: find, on the model itself, a set that loses the class.

The proposal orders the pairs; the model decides. First every word alone: in logits the effects of words
nearly add up, so that the sum of two effects says which pairs are worth a try. These and the leading pairs of
the proposal are evaluated, a few at a time. Where no pair does it, sets are grown from the best pairs, two
words at a time, by what the removals so far say about each word. The search goes past the words with positive
attribution: what attribution misses, it can find. The wide search instead tries every pair and every word as
far as the forward budget goes; when all pairs fit, "no single pair" is a fact.
"""

import itertools
from dataclasses import dataclass

import numpy as np

from auditor.cidr.essence import LOST
from auditor.cidr.questions import Asking, FloatArray, WordSet
from auditor.cidr.removals import Removals
from auditor.records.text import SUBSETS

LENGTHS = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
"""Lengths of prefixes that are tried first."""
KEPT = (1, 2, 3, 4, 6, 8)
"""Words, the last in order, that are left alone: an empty text may get the class, and they another."""
RESERVE = 2 * (len(LENGTHS) + len(KEPT))
"""Removals kept for prefixes, so that growing small sets cannot use up what finds a large one."""
EXCHANGED = 2
"""Words of a set, the weakest, that are exchanged, and words outside, the strongest, that come in."""
SHORTLIST = 64
"""Words of a long text that the search considers, leading ones by attribution."""
SCOUTS = 16
"""Words of a long text, leading ones by attribution, among which a quick search looks for a pair first."""


@dataclass(frozen=True)
class Effort:
    """How widely to search."""

    chunk: int
    """Pairs evaluated before looking whether one of them was enough; doubled each time."""
    pairs: int
    """Pairs evaluated in all."""
    hope: float
    """Share of the margin that the best of the first pairs may leave for others to be tried."""
    beam: int
    """Sets that are grown at a time."""
    grown: int
    """Larger sets that are tried for each of them."""
    step: int
    """Words by which a set of pairs grows."""
    largest: int
    """Words of a set beyond which it is not grown further."""


QUICK = Effort(chunk=4, pairs=16, hope=0.5, beam=1, grown=6, step=2, largest=16)
WIDE = Effort(chunk=48, pairs=10**9, hope=1.0, beam=6, grown=10**9, step=1, largest=SHORTLIST)


@dataclass(frozen=True, eq=False)
class Proposal:
    """What attribution suggests."""

    pairs: list[tuple[int, int]]
    """Pairs, the most promising first."""
    attributions: FloatArray
    """(words,) integrated gradients"""
    near_empty: FloatArray | None = None
    """(words,) what they do where nearly nothing of the text is there: slopes at the path's beginning."""


def find(
    removals: Removals, proposal: Proposal, *, unit: str, effort: Effort = QUICK
) -> Asking[WordSet | None]:
    """Words whose removal loses the class, as few units as the effort finds; None when there are none.

    A word that loses the class alone is the answer when words are the unit, and also when no pair does it:
    where a second removal brings the class back, the word stands alone.
    """
    words = shortlist(proposal.attributions)
    positive = [w for w in words if proposal.attributions[w] > 0]
    single = None
    for some in (positive, words) if 2 <= len(positive) < len(words) else (words,):
        few, single = yield from find_few(removals, proposal.pairs, some, unit=unit, effort=effort)
        if few is not None:
            return few
    if single is not None:
        return single
    step = 1 if unit == "words" else effort.step
    found = yield from _grow(removals, words, effort, step=step)
    if found is None:
        for order in _orders(removals, words, proposal):
            found = yield from _shortest_prefix(removals, order, len(positive))
            if found is not None:
                break
    if found is None:
        return None
    found = yield from prune(removals, found)
    stronger = yield from exchanged(removals, found, words)
    return found if stronger == found else (yield from prune(removals, stronger))


def find_few(
    removals: Removals, pairs: list[tuple[int, int]], words: list[int], *, unit: str, effort: Effort
) -> Asking[tuple[WordSet | None, WordSet | None]]:
    """A pair, or a word where words are the unit, that loses the class; and the word that does it alone."""
    singles = yield from removals.excess([frozenset([w]) for w in words])
    single = frozenset([words[int(singles.argmin())]]) if singles.min() <= LOST else None
    if unit == "words" and single is not None:
        return single, single
    return (yield from _first_pair(removals, pairs, words, effort)), single


def shortlist(attributions: FloatArray) -> list[int]:
    """The words that are considered at all, leading ones by attribution."""
    order = sorted(range(len(attributions)), key=lambda w: (-attributions[w], w))
    return order[:SHORTLIST]


def _first_pair(
    removals: Removals, proposed: list[tuple[int, int]], words: list[int], effort: Effort
) -> Asking[WordSet | None]:
    """A single pair that loses the class; of those found at once, the one that takes most."""
    rank = {frozenset(pair): place for place, pair in enumerate(proposed)}
    every = [frozenset(pair) for pair in itertools.combinations(sorted(words), 2)]
    tried: set[WordSet] = set()
    allowed = min(
        effort.pairs, len(every), removals.left if len(every) <= removals.left else removals.left // 2
    )
    size = effort.chunk
    while len(tried) < allowed:
        effects = removals.effects(words)
        promising = sorted(
            (pair for pair in every if pair not in tried),
            key=lambda pair: (sum(effects[w] for w in sorted(pair)), sorted(pair)),
        )
        suggested = [pair for pair in rank if pair not in tried]
        both = itertools.chain.from_iterable(itertools.zip_longest(promising, suggested))
        chunk = list(dict.fromkeys(pair for pair in both if pair))[: min(size, allowed - len(tried))]
        lost = (yield from removals.excess(chunk)) <= LOST
        if lost.any():
            return min(
                itertools.compress(chunk, lost),
                key=lambda pair: (round(removals.margin(pair), 3), rank.get(pair, len(rank)), sorted(pair)),
            )
        tried |= set(chunk)
        size *= 2
        nearest = min(map(removals.margin, tried))
        if allowed < len(every) and nearest > effort.hope * removals.margin(frozenset()):
            return None
    return None


def _grow(removals: Removals, words: list[int], effort: Effort, *, step: int) -> Asking[WordSet | None]:
    """The set that takes most of the smallest that lose the class, the best pairs grown by `step` words."""
    beam = removals.cheapest(2)[: effort.beam] or removals.cheapest(1)[: effort.beam]
    while beam and len(beam[0]) < effort.largest:
        effects = removals.effects(words)
        grown: list[WordSet] = []
        for members in beam:
            others = sorted((w for w in words if w not in members), key=lambda w: (effects[w], w))
            more = itertools.combinations(others[: effort.grown + 1], min(step, len(others)))
            ranked = sorted(more, key=lambda added: (sum(effects[w] for w in added), added))
            grown += [members | set(added) for added in ranked[: effort.grown] if added]
        grown = list(dict.fromkeys(grown))[: max(0, removals.left - RESERVE)]
        if not grown:
            return None
        excess = yield from removals.excess(grown)
        if excess.min() <= LOST:
            return grown[int(excess.argmin())]
        beam = sorted(grown, key=lambda members: (removals.margin(members), sorted(members)))[: effort.beam]
    return None


def _orders(removals: Removals, words: list[int], proposal: Proposal) -> list[list[int]]:
    """All words by what their removal does, by attribution, and by what they do by themselves.

    None of these orders finds every set. The last is right where nearly all has to go and what stays speaks
    for another class.
    """
    effects, attributions = removals.effects(words), proposal.attributions
    rest = sorted(set(range(len(attributions))) - set(words), key=lambda w: (-attributions[w], w))
    orders = [sorted(words, key=lambda w: (effects[w], w)) + rest, words + rest]
    if proposal.near_empty is not None:
        orders.append(np.argsort(-proposal.near_empty, kind="stable").tolist())
    return orders


def _shortest_prefix(removals: Removals, order: list[int], *more: int) -> Asking[WordSet | None]:
    """The shortest beginning of the ordered words that loses the class.

    Lengths are tried in growing steps (`more` of them), then between the last that did not and the first that
    did.
    """
    every = len(order)
    lengths = sorted(n for n in {*LENGTHS, *more, *(every - k for k in KEPT), every} if 0 < n <= every)
    low, found = 0, None
    while lengths:
        prefixes = [frozenset(order[:length]) for length in lengths][: removals.left]
        lost = (yield from removals.excess(prefixes)) <= LOST if prefixes else np.zeros(0, dtype=bool)
        if not lost.any():
            break
        place = int(lost.argmax())
        found, low = prefixes[place], lengths[place - 1] if place else low
        gap = len(found) - low
        lengths = sorted({low + gap * k // 4 for k in (1, 2, 3)} - {low}) if gap > 1 else []
    return found


def prune(removals: Removals, members: WordSet) -> Asking[WordSet]:
    """Drop words, the least needed first, while the rest still loses the class.

    What can be dropped one by one is dropped together as far as that goes; then all is asked again, so that
    in the end no word of the set can go. In a long text only words that could go are asked again until none
    of them can, and all of them then: what cannot go from a set seldom can from a part of it.
    """
    doubtful = members
    while len(members) > 1:
        words = sorted(doubtful)
        excess = yield from removals.excess([members - {w} for w in words])
        spare = [words[i] for i in excess.argsort(kind="stable") if excess[i] <= LOST]
        if spare:
            most = min(len(spare), len(members) - 1)
            rests = [
                members - set(spare[:k]) for k in range(1, most + 1) if k <= 4 or k % 4 == 0 or k == most
            ]
            lost = (yield from removals.excess(rests)) <= LOST
            members = rests[int(np.flatnonzero(lost)[-1])]
        elif doubtful == members:
            break
        left = members.intersection(spare) if removals.words > SHORTLIST else members
        doubtful = left or members
    return members


def exchanged(removals: Removals, members: WordSet, words: list[int]) -> Asking[WordSet]:
    """A set of as many words that takes more, while exchanging one word for another outside gives one.

    A word that takes next to nothing can tip the balance by accident; another that takes more does it too.
    """
    yield from removals.ask([members, *(frozenset([w]) for w in sorted(members))])
    while True:
        effects = removals.effects(sorted({*words, *members}))
        weakest = sorted(members, key=lambda w: (-effects[w], w))[:EXCHANGED]
        others = sorted((w for w in words if w not in members), key=lambda w: (effects[w], w))[:EXCHANGED]
        tried = [members - {w} | {o} for w in weakest for o in others if effects[o] < effects[w]]
        if not tried:
            return members
        lost = (yield from removals.excess(tried)) <= LOST
        known = [members, *itertools.compress(tried, lost)]
        best = min(known, key=lambda some: (removals.margin(some), sorted(some)))
        if best == members:
            return members
        members = best


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
