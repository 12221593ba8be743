"""Each metric against numbers worked out by hand, and FMS against brute force."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.cidr.essence import Flip
from auditor.cidr.questions import Asking, Forward
from auditor.cidr.removals import Removals
from auditor.evaluation.conventions import Convention, convention
from auditor.evaluation.measures import (
    TIE,
    Chosen,
    Figures,
    chosen,
    essential_and_minimal,
    log_odds,
    removal_measures,
)
from auditor.evaluation.methods import Found
from tests.support import Logits, drive, from_table, probability, subsets

LINEAR = probability(lambda x: 0.1 + 0.3 * x[0] + 0.2 * x[1] + 0.2 * x[2] + 0.1 * x[3])
"""F of the text is 0.9; each word is worth its weight."""


def choose(*items: tuple[int, ...], top: tuple[int, ...] = (), core: tuple[int, ...] = ()) -> Chosen:
    pairs = tuple(frozenset(item) for item in items)
    members = frozenset(top or (word for item in items for word in item))
    return Chosen(members, pairs, pairs, frozenset(core or members), zero=not members)


def figures(choice: Chosen, logits: Logits = LINEAR, words: int = 4) -> Figures:
    return drive(removal_measures(words, [choice], essence=True), logits)[0]


def test_removal_by_hand() -> None:
    """Without the first two words F is 0.4; they alone give 0.6."""
    found = figures(choose((0, 1)))
    assert found["lo"] == pytest.approx(math.log(0.4 / 0.9))
    assert found["comp"] == pytest.approx(0.5)
    assert found["sufficiency"] == pytest.approx(0.3)
    assert (found["essence"], found["fms"], found["fms_words"]) == (1, 1, 1)
    assert (found["set_size"], found["zero_k"]) == (2, 0)


def test_the_top_may_be_less_than_the_set() -> None:
    found = figures(choose((0, 3), (1, 2), top=(0, 3)))
    assert found["comp"] == pytest.approx(0.4)
    assert (found["essence"], found["set_size"]) == (1, 4)
    assert found["fms"] == 0  # 0.9 - 0.4 is lost with either pair gone


def test_a_set_that_is_not_essential_or_not_minimal() -> None:
    assert [figures(choose((2, 3)))[name] for name in ("essence", "fms")] == [0, 0]
    assert [figures(choose((0, 1), (2, 3)))[name] for name in ("essence", "fms")] == [1, 0]
    # {0, 1, 2}: the pair (0, 1) alone loses the class, so one word can be spared.
    spared = figures(choose((0, 1, 2)))
    assert (spared["fms"], spared["fms_words"]) == (1, 0)


def test_nothing_removed_changes_nothing() -> None:
    found = figures(choose())
    assert (found["lo"], found["comp"], found["sufficiency"]) == (0, 0, 0)
    assert (found["essence"], found["fms"], found["zero_k"]) == (0, 0, 1)


def test_the_class_is_the_one_of_the_whole_text() -> None:
    """F of the first class is 0.2 as written: the second is explained, at 0.8."""
    found = figures(choose((0,)), probability(lambda x: 0.6 - 0.3 * x[0] - 0.1 * x[1]), words=2)
    assert found["comp"] == pytest.approx(0.8 - 0.5)
    assert found["essence"] == 1


def test_a_probability_of_nothing_is_no_infinity() -> None:
    assert math.isfinite(log_odds(1.0, 0.0))
    assert log_odds(0.8, 0.2) == pytest.approx(math.log(0.25))


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), words=st.integers(2, 6), count=st.integers(1, 4))
def test_fms_by_brute_force(seed: int, words: int, count: int) -> None:
    """Against every subset of the items, on random functions of the words that are kept."""
    generator = np.random.default_rng(seed)
    table = generator.normal(size=2**words)
    items = [
        frozenset(int(w) for w in generator.choice(words, size=min(words, 2), replace=False))
        for _ in range(count)
    ]
    items = list(dict.fromkeys(items))

    def kept_without(part: tuple[frozenset[int], ...]) -> int:
        return sum(1 << w for w in range(words) if not any(w in item for item in part))

    sign = 1 if table[-1] > 0 else -1
    lost = {part: sign * table[kept_without(part)] <= 0 for part in subsets(items)}
    essential = lost[tuple(items)]
    minimal = essential and not any(flag for part, flag in lost.items() if part and part != tuple(items))

    def ask() -> Asking[tuple[bool, bool]]:
        removals = Removals(words, Flip(lead=-TIE), budget=0)
        written = yield from removal_written(words)
        removals.start(written)
        return (yield from essential_and_minimal(removals, items))

    assert drive(ask(), from_table(table)) == (essential, minimal)


def removal_written(words: int) -> Asking[np.ndarray]:
    return (yield Forward(np.zeros((1, words), dtype=bool)))[0]


def test_beyond_five_items_one_item_less_is_asked() -> None:
    """Seven words, five of which must go: six items are not minimal, and no part of five is asked."""
    logits = probability(lambda x: 0.15 + 0.1 * x.sum())
    items = [(w,) for w in range(7)]
    assert figures(choose(*items[:4]), logits, words=7)["fms"] == 1
    assert figures(choose(*items[:6]), logits, words=7)["fms"] == 0


def test_rankings_remove_twice_k_words_and_are_taken_two_by_two() -> None:
    ranking = Found(ranking=(3, 0, 2, 1, 4, 5))
    one = chosen(ranking, Convention(), units=25, in_set=3)
    assert one.top == {3, 0, 2, 1}
    assert one.items == ({3, 0}, {2, 1})
    assert one.same_size == ({3, 0}, {2, 1}, {4, 5})
    capped = chosen(ranking, Convention(), units=25, in_set=1)
    assert (capped.top, capped.items, capped.zero) == ({3, 0}, ({3, 0},), False)
    none = chosen(ranking, Convention(), units=9, in_set=3)
    assert (none.top, none.items, none.zero) == (frozenset(), (), True)
    fifth = chosen(ranking, convention("published"), units=17, in_set=1)
    assert fifth.items == ({3, 0}, {2})


def test_sets_remove_their_first_pairs() -> None:
    found = Found(items=(frozenset({4, 1}), frozenset({2, 3})), core=frozenset({4}))
    one = chosen(found, Convention(), units=10, in_set=7)
    assert (one.top, one.core) == ({4, 1}, {4})
    assert one.items == one.same_size == found.items
