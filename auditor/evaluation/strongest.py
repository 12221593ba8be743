"""Of several minimal sets, the one that takes most from the class.

A text often has many minimal sets, and CIDR reports the first of its proposal that holds on the model. LO and
Comp reward something else: how far the class falls beyond being lost. The search has tried many pairs on the
way, so the strongest of them is known without asking for more: among pairs that lose the class alone, the one
with the least probability left; for larger sets, the same words, paired so that the strongest pair is first.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from auditor.cidr.questions import Asking, Forward, WordSet, masks
from auditor.cidr.removals import LOST, Removals
from auditor.evaluation.measures import essential_and_minimal
from auditor.evaluation.memo import Memo


def strongest(
    words: int, items: Sequence[WordSet], memo: Memo
) -> Asking[tuple[tuple[WordSet, ...], WordSet]]:
    """The strongest set of as many items, and the words of it that are needed one by one."""
    removals = Removals(words, essence="flip", threshold=0.5, budget=0)
    written = yield Forward(masks([frozenset()], words))
    removals.start(written[0], np.zeros_like(written[0]))
    if len(items) > 1:
        better = yield from _paired(removals, items)
    else:
        better = yield from _strongest_pair(removals, items, memo.pairs_removed(words))
    _, minimal = yield from essential_and_minimal(removals, better)
    chosen = better if minimal else tuple(items)
    members: WordSet = frozenset().union(*chosen)
    return chosen, (yield from _needed(removals, members))


def _strongest_pair(
    removals: Removals, items: Sequence[WordSet], known: list[WordSet]
) -> Asking[tuple[WordSet, ...]]:
    options = [*items, *known]
    excess = yield from removals.excess(options)
    lost = [option for option, left in zip(options, excess, strict=True) if left <= LOST]
    return tuple(sorted(lost, key=lambda option: (removals.margin(option), sorted(option)))[:1])


def _paired(removals: Removals, items: Sequence[WordSet]) -> Asking[tuple[WordSet, ...]]:
    """The words of the items in pairs, the strongest first; an odd word takes its strongest partner."""
    members = sorted(frozenset().union(*items))
    pairs = [frozenset(pair) for pair in combinations(members, 2)]
    yield from removals.ask(pairs)
    ranked = sorted(pairs, key=lambda pair: (removals.margin(pair), sorted(pair)))
    free, result = set(members), []
    for pair in ranked:
        if pair <= free:
            result.append(pair)
            free -= pair
    result += [next(pair for pair in ranked if word in pair) for word in sorted(free)]
    return tuple(result)


def _needed(removals: Removals, members: WordSet) -> Asking[WordSet]:
    """The words of a pair that lose the class together; of one that needs only one of the two, that one."""
    if len(members) != 2:
        return members
    singles = [frozenset([word]) for word in sorted(members)]
    excess = yield from removals.excess(singles)
    return singles[int(excess.argmin())] if excess.min() <= LOST else members
