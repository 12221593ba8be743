"""What the model says about a text without the words that a method names.

    LO = log F(X without the top) - log F(X)         lower is better
    Comp = F(X) - F(X without the top)               higher is better
    sufficiency = F(X) - F(the top alone)            lower is better

F is the probability of the class predicted for the text as written, here and everywhere.

FMS asks of a set whether the class is lost without it (*essential*) and kept without any part of it
(*minimal*). It is computed in four ways, which differ in what an item of a set is:

- as the paper prints it: F at most t without the set, F above t without the set less any one item; the items
  are the pairs of a set method and the *words* of a ranking;
- by pairs: the words of a ranking are joined two by two, in their order, so that all methods answer the same
  question. The class is lost when another one wins. Every part of up to five items is removed, beyond that
  every part with one item less;
- at equal size: by pairs, with as many words of the ranking as the set of the reference has;
- by words: no single word can be left out, for all methods.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from auditor.cidr.questions import Asking, FloatArray, WordSet
from auditor.config import CidrConfig
from auditor.evaluation.conventions import Convention
from auditor.evaluation.methods import MethodResult
from auditor.evaluation.removed import Removed
from auditor.records.text import SUBSETS


@dataclass(frozen=True)
class Chosen:
    """What is removed for one method on one text."""

    top: WordSet
    """The words that LO and Comp remove: K pairs, or 2K words."""
    printed: tuple[WordSet, ...]
    """The items as the paper counts them: the pairs of a set, the single words of a ranking."""
    pairs: tuple[WordSet, ...]
    """The same; of a ranking, its words two by two."""
    same_size: tuple[WordSet, ...]
    """The same; of a ranking, as many words as the reference's set has, two by two."""
    core: WordSet
    """Words that are said to be needed one by one."""
    zero: bool
    """Whether K is zero."""


Measured = dict[str, float]
"""The figures of one method on one text, by name."""


def chosen(
    result: MethodResult, convention: Convention, *, units: int, reference: Sequence[WordSet]
) -> Chosen:
    """What a method's result removes; `reference` has the items of the reference's set."""
    if result.items is not None:
        count = convention.pairs(units, len(result.items))
        top: WordSet = frozenset().union(*result.items[:count])
        return Chosen(top, result.items, result.items, result.items, result.core, count == 0)
    words = convention.words(units, len(reference))
    members = result.ranking[:words]
    return Chosen(
        top=frozenset(members),
        printed=tuple(frozenset([word]) for word in members),
        pairs=result.pairs(words),
        same_size=result.pairs(len(frozenset().union(*reference))),
        core=frozenset(members),
        zero=words == 0,
    )


def removal_measures(
    words: int, choices: Sequence[Chosen], *, sets: bool, config: CidrConfig | None = None
) -> Asking[list[Measured]]:
    """LO, Comp and sufficiency of each choice; with `sets`, also whether its set is a minimal one.

    Of the settings, `essence` and `threshold` matter: they say when a class is lost.
    """
    rule = config or CidrConfig()
    removals = Removed(words, essence=rule.essence, threshold=rule.threshold)
    every = frozenset(range(words))
    yield from removals.ask([part for one in choices for part in (one.top, every - one.top)])
    full = removals.probability(frozenset())
    results = []
    for one in choices:
        without = removals.probability(one.top)
        # Where nothing is removed, no top is kept either.
        alone = removals.probability(every - one.top) if one.top else full
        found = {"lo": log_odds(full, without), "comp": full - without, "sufficiency": full - alone}
        if sets:
            found |= yield from _set_measures(removals, one, rule.threshold)
        results.append(found)
    return results


def log_odds(full: float, without: float) -> float:
    """LO of one text; a probability of nothing counts as the smallest there is."""
    smallest = np.finfo(np.float64).tiny
    return float(np.log(max(without, smallest)) - np.log(max(full, smallest)))


def _set_measures(removals: Removed, one: Chosen, threshold: float) -> Asking[Measured]:
    printed = yield from minimal_as_printed(removals, one.printed, threshold=threshold)
    essential, by_pairs = yield from essential_and_minimal(removals, one.pairs)
    same = by_pairs
    if one.same_size != one.pairs:
        _, same = yield from essential_and_minimal(removals, one.same_size)
    single = tuple(frozenset([word]) for word in sorted(one.core))
    _, by_words = yield from essential_and_minimal(removals, single, subsets=0)
    return {
        "essence": float(essential),
        "fms": float(printed),
        "fms_pairs": float(by_pairs),
        "fms_same_size": float(same),
        "fms_words": float(by_words),
        "set_size": float(len(frozenset().union(*one.pairs))),
        "empty": float(not one.pairs),
        "zero_k": float(one.zero),
    }


def minimal_as_printed(removals: Removed, items: Sequence[WordSet], *, threshold: float) -> Asking[bool]:
    """FMS of one text to the letter: F at most t without all items, above t without all but one of them."""
    if not items:
        return False
    whole: WordSet = frozenset().union(*items)
    less = [frozenset[int]().union(*items[:k], *items[k + 1 :]) for k in range(len(items))]
    yield from removals.ask([whole, *less])
    lost = removals.probability(whole) <= threshold
    return lost and all(removals.probability(part) > threshold for part in less)


class Excess(Protocol):
    """What can say how far a class is from being lost without some words."""

    def excess(self, sets: list[WordSet]) -> Asking[FloatArray]:
        """(sets,) at most zero where the class is lost."""
        ...


def essential_and_minimal(
    removals: Excess, items: Sequence[WordSet], *, subsets: int = SUBSETS
) -> Asking[tuple[bool, bool]]:
    """Whether removing all items loses the class, and whether then no part of them does.

    Every part is asked for up to `subsets` items, beyond that every part with one item less.
    """
    if not items:
        return False, False
    start, all_gone = yield from removals.excess([frozenset(), frozenset().union(*items)])
    if start <= 0 or all_gone > 0:
        return False, False
    sizes = range(1, len(items)) if len(items) <= subsets else range(len(items) - 1, len(items))
    parts = [part for size in sizes if size for part in itertools.combinations(items, size)]
    if not parts:
        return True, True
    excess = yield from removals.excess([frozenset().union(*part) for part in parts])
    return True, bool(excess.min() > 0)
