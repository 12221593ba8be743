"""Long texts, coarse to fine: spans of words first, then the words inside.

In a long text attribution says little of a single word (docs/benchmarks.md, Sweep), and asking every word
alone would cost more with every word. Where a large set is needed, the words that were not asked alone are
removed in spans, as many spans whatever the length; and a set of many words is thinned out in chunks before
its words are asked one by one.
"""

import itertools

import numpy as np

from auditor.cidr.essence import LOST
from auditor.cidr.questions import Asking, WordSet
from auditor.cidr.removals import Removals

SPANS = 32
"""Spans that the words not asked alone are cut into."""
CHUNKS = 16
"""Chunks that a large set is cut into; one of twice as many words or less is not thinned out."""


def by_spans(removals: Removals) -> Asking[list[int]]:
    """All words of the text, those whose removal does most first.

    Spans of the words that were not asked alone are removed beside the set that came nearest to losing the
    class, since that is where it matters what they do; a word counts for its share of its span.
    """
    words = removals.alone()
    beside = removals.nearest(words)
    spans = cut(sorted(set(range(removals.words)) - set(words)), SPANS)
    yield from removals.ask([beside | span for span in spans])
    effects = removals.effects(words)
    for span in spans:
        change = removals.margin(beside | span) - removals.margin(beside)
        effects |= dict.fromkeys(sorted(span), change / len(span))
    return sorted(effects, key=lambda w: (effects[w], w))


def cut(words: list[int], count: int) -> list[WordSet]:
    """Neighbours in the list together, in so many spans of nearly the same size."""
    edges = np.linspace(0, len(words), min(count, len(words)) + 1).round().astype(int).tolist()
    return [frozenset(words[start:end]) for start, end in itertools.pairwise(edges)]


def thinned(removals: Removals, members: WordSet, order: list[int]) -> Asking[WordSet]:
    """A set that still loses the class, with chunks of neighbours in `order` dropped while it is large."""
    place = {w: k for k, w in enumerate(order)}
    while len(members) > 2 * CHUNKS:
        chunks = cut(sorted(members, key=place.__getitem__), CHUNKS)
        excess = yield from removals.excess([members - chunk for chunk in chunks])
        spare = [chunks[i] for i in excess.argsort(kind="stable") if excess[i] <= LOST]
        if not spare:
            break
        most = min(len(spare), len(chunks) - 1)
        rests = [members.difference(*spare[:k]) for k in range(1, most + 1)]
        lost = (yield from removals.excess(rests)) <= LOST
        members = rests[int(np.flatnonzero(lost)[-1])]
    return members
