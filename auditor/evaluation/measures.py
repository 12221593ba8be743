"""What the model says about a text without the words that a method names.

    LO = log F(X without the top) - log F(X)         lower is better
    Comp = F(X) - F(X without the top)               higher is better
    sufficiency = F(X) - F(the top alone)            lower is better

F is the probability of the class predicted for the text as written, here and everywhere. A set is *essential*
if the class is lost without it (another class wins), and *minimal* if no part of it does that: every part for
up to five items, beyond that every part with one item less. FMS asks for both.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.cidr.essence import LOST, Flip
from auditor.cidr.questions import Asking, Forward, WordSet, masks
from auditor.cidr.removals import Removals
from auditor.evaluation.conventions import Convention
from auditor.evaluation.methods import Found
from auditor.records.text import SUBSETS

TIE = 1e-6
"""Lead of the class that rounding explains: with half of the probability it is lost, as in the paper."""


@dataclass(frozen=True)
class Chosen:
    """What is removed for one method on one text."""

    top: WordSet
    """The words that LO and Comp remove: K pairs, or 2K words."""
    items: tuple[WordSet, ...]
    """The items of the method's set."""
    same_size: tuple[WordSet, ...]
    """The same; of a ranking, with as many words as the set of `cidr` has pairs, times two."""
    core: WordSet
    """Words that are said to be needed one by one."""
    zero: bool
    """Whether K is zero."""


Figures = dict[str, float]
"""The figures of one method on one text, by name."""


def chosen(found: Found, convention: Convention, *, units: int, in_set: int) -> Chosen:
    """What a method's result removes; `in_set` is the number of pairs in the set of `cidr`."""
    if found.items is not None:
        count = convention.pairs(units, len(found.items))
        top: WordSet = frozenset().union(*found.items[:count])
        return Chosen(top, found.items, found.items, found.core, count == 0)
    words = convention.words(units, in_set)
    items = found.pairs(words)
    members = frozenset(found.ranking[:words])
    return Chosen(members, items, found.pairs(2 * in_set), members, words == 0)


def removal_measures(words: int, choices: Sequence[Chosen], *, essence: bool) -> Asking[list[Figures]]:
    """LO, Comp and sufficiency of each choice; with `essence`, also whether its set is a minimal one."""
    removals = Removals(words, Flip(lead=-TIE), budget=0)
    every = frozenset(range(words))
    written = yield Forward(masks([frozenset()], words))
    removals.start(written[0])
    yield from removals.ask([part for one in choices for part in (one.top, every - one.top)])
    full = removals.probability(frozenset())
    results = []
    for one in choices:
        without = removals.probability(one.top)
        # Where nothing is removed there is no top to keep either.
        alone = removals.probability(every - one.top) if one.top else full
        found = {"lo": log_odds(full, without), "comp": full - without, "sufficiency": full - alone}
        if essence:
            found |= yield from _set_measures(removals, one)
        results.append(found)
    return results


def log_odds(full: float, without: float) -> float:
    """LO of one text; a probability of nothing counts as the smallest there is."""
    smallest = np.finfo(np.float64).tiny
    return float(np.log(max(without, smallest)) - np.log(max(full, smallest)))


def _set_measures(removals: Removals, one: Chosen) -> Asking[Figures]:
    essential, whole = yield from essential_and_minimal(removals, one.items)
    same = whole
    if one.same_size != one.items:
        _, same = yield from essential_and_minimal(removals, one.same_size)
    single = tuple(frozenset([word]) for word in sorted(one.core))
    _, by_word = yield from essential_and_minimal(removals, single, subsets=0)
    return {
        "essence": float(essential),
        "fms": float(whole),
        "fms_same_size": float(same),
        "fms_words": float(by_word),
        "set_size": float(len(frozenset().union(*one.items))),
        "zero_k": float(one.zero),
    }


def essential_and_minimal(
    removals: Removals, items: Sequence[WordSet], *, subsets: int = SUBSETS
) -> Asking[tuple[bool, bool]]:
    """Whether removing all items loses the class, and whether then no part of them does.

    Every part is asked for up to `subsets` items, beyond that every part with one item less.
    """
    if not items:
        return False, False
    start, all_gone = yield from removals.excess([frozenset(), frozenset().union(*items)])
    if start <= LOST or all_gone > LOST:
        return False, False
    sizes = range(1, len(items)) if len(items) <= subsets else range(len(items) - 1, len(items))
    parts = [part for size in sizes if size for part in itertools.combinations(items, size)]
    if not parts:
        return True, True
    excess = yield from removals.excess([frozenset().union(*part) for part in parts])
    return True, bool(excess.min() > LOST)
