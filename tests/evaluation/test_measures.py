"""Each metric against numbers worked out by hand, and FMS against brute force."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.cidr.questions import Asking
from auditor.config import CidrConfig
from auditor.evaluation.conventions import Convention, convention
from auditor.evaluation.measures import (
    Chosen,
    Measured,
    chosen,
    essential_and_minimal,
    log_odds,
    minimal_as_printed,
    removal_measures,
)
from auditor.evaluation.methods import MethodResult
from auditor.evaluation.removed import Removed
from tests.support import Logits, drive, from_table, probability, subsets

LINEAR = probability(lambda x: 0.1 + 0.3 * x[0] + 0.2 * x[1] + 0.2 * x[2] + 0.1 * x[3])
"""F of the text is 0.9; each word is worth its weight."""


def choose(*items: tuple[int, ...], top: tuple[int, ...] = (), core: tuple[int, ...] = ()) -> Chosen:
    pairs = tuple(frozenset(item) for item in items)
    members = frozenset(top or (word for item in items for word in item))
    return Chosen(members, pairs, pairs, pairs, frozenset(core or members), zero=not members)


def figures(
    choice: Chosen, logits: Logits = LINEAR, words: int = 4, config: CidrConfig | None = None
) -> Measured:
    return drive(removal_measures(words, [choice], sets=True, config=config), logits)[0]


def test_removal_by_hand() -> None:
    """Without the first two words F is 0.4; they alone give 0.6."""
    found = figures(choose((0, 1)))
    assert found["lo"] == pytest.approx(math.log(0.4 / 0.9))
    assert found["comp"] == pytest.approx(0.5)
    assert found["sufficiency"] == pytest.approx(0.3)
    assert (found["essence"], found["fms"], found["fms_pairs"], found["fms_words"]) == (1, 1, 1, 1)
    assert (found["set_size"], found["empty"], found["zero_k"]) == (2, 0, 0)


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
    assert (found["essence"], found["fms"], found["fms_pairs"]) == (0, 0, 0)
    assert (found["empty"], found["zero_k"]) == (1, 1)


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
        return (yield from essential_and_minimal(Removed(words), items))

    assert drive(ask(), from_table(table)) == (essential, minimal)


def test_beyond_five_items_one_item_less_is_asked() -> None:
    """Seven words, five of which must go: six items are not minimal, and no part of five is asked."""
    logits = probability(lambda x: 0.15 + 0.1 * x.sum())
    items = [(w,) for w in range(7)]
    assert figures(choose(*items[:4]), logits, words=7)["fms"] == 1
    assert figures(choose(*items[:6]), logits, words=7)["fms"] == 0


def test_rankings_remove_twice_k_words() -> None:
    """n = 25 makes K two; the reference's set has three pairs of five words."""
    ranking = MethodResult(ranking=(3, 0, 2, 1, 4, 5))
    three = (frozenset({0, 1}), frozenset({1, 2}), frozenset({3, 4}))
    one = chosen(ranking, Convention(), units=25, reference=three)
    assert one.top == one.core == {3, 0, 2, 1}
    assert one.printed == ({3}, {0}, {2}, {1})
    assert one.pairs == ({3, 0}, {2, 1})
    assert one.same_size == ({3, 0}, {2, 1}, {4})
    capped = chosen(ranking, Convention(), units=25, reference=three[:1])
    assert (capped.top, capped.pairs, capped.zero) == ({3, 0}, ({3, 0},), False)
    none = chosen(ranking, Convention(), units=9, reference=three)
    assert (none.top, none.printed, none.pairs, none.zero) == (frozenset(), (), (), True)
    assert none.same_size == one.same_size  # the equal size does not depend on K
    fifth = chosen(ranking, convention("published"), units=17, reference=three[:1])
    assert fifth.pairs == ({3, 0}, {2})


def test_a_reference_of_one_word_gives_rankings_one_word() -> None:
    one = chosen(MethodResult(ranking=(3, 0)), Convention(), units=20, reference=(frozenset({1}),))
    assert (one.top, one.same_size) == ({3, 0}, ({3},))


def test_sets_remove_their_first_pairs() -> None:
    found = MethodResult(items=(frozenset({4, 1}), frozenset({2, 3})), core=frozenset({4}))
    one = chosen(found, Convention(), units=10, reference=())
    assert (one.top, one.core) == ({4, 1}, {4})
    assert one.printed == one.pairs == one.same_size == found.items


def test_the_four_ways_of_fms_by_hand() -> None:
    """A ranking 0, 3, 1, 2 of F = 0.0999 + 0.3 a + 0.2 b + 0.2 c + 0.1 d, which is 0.8999.

    2K = 2 words: {0, 3} leave 0.4999, so the class is lost; without word 0 alone 0.6 is left, without word 3
    alone 0.8: minimal as printed, by pairs and by words. At the size of a reference of three words {0, 3, 1}
    leave 0.2999, and its part {0, 3} already loses the class.
    """
    ranking = MethodResult(ranking=(0, 3, 1, 2))
    three = (frozenset({0, 1}), frozenset({1, 2}))
    one = chosen(ranking, Convention(), units=10, reference=three)
    logits = probability(lambda x: 0.0999 + 0.3 * x[0] + 0.2 * x[1] + 0.2 * x[2] + 0.1 * x[3])
    found = figures(one, logits)
    assert [found[name] for name in ("fms", "fms_pairs", "fms_words", "fms_same_size")] == [1, 1, 1, 0]


def test_words_and_pairs_differ_for_a_ranking() -> None:
    """One word is enough, so of two words one can be left out; as a pair they are one item, and minimal."""
    ranking = MethodResult(ranking=(0, 1))
    logits = probability(lambda x: 0.1 + 0.6 * x[0] + 0.1 * x[1])
    one = chosen(ranking, Convention(), units=10, reference=(frozenset({0, 1}),))
    found = figures(one, logits, words=2)
    assert (found["fms"], found["fms_words"], found["fms_pairs"], found["fms_same_size"]) == (0, 0, 1, 1)


def test_as_printed_only_one_item_less_is_asked() -> None:
    """Three items: any one loses the class, but any two together do not. The paper asks about two."""
    margins = [1.0 if kept.bit_count() % 2 else -1.0 for kept in range(8)]  # odd numbers of words kept win
    found = figures(choose((0,), (1,), (2,)), from_table(np.array(margins)), words=3)
    assert (found["essence"], found["fms"], found["fms_pairs"]) == (1, 1, 0)


def test_as_printed_the_threshold_decides() -> None:
    """Without both words F is 0.4. At t = 0.5 the set is minimal; at t = 0.3 the class is not lost; at
    t = 0.75 it is lost without word 0 already."""
    choice = choose((0,), (1,))
    printed = {t: figures(choice, config=CidrConfig(threshold=t))["fms"] for t in (0.3, 0.5, 0.75)}
    assert printed == {0.3: 0, 0.5: 1, 0.75: 0}
    by_pairs = {t: figures(choice, config=CidrConfig(threshold=t))["fms_pairs"] for t in (0.3, 0.5, 0.75)}
    assert by_pairs == {0.3: 1, 0.5: 1, 0.75: 1}  # another class wins, whatever t
    strict = CidrConfig(threshold=0.3, essence="threshold")
    assert figures(choice, config=strict)["fms_pairs"] == 0


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), words=st.integers(2, 5), count=st.integers(1, 4))
def test_fms_as_printed_by_the_formula(seed: int, words: int, count: int) -> None:
    """Against min over k of FM_k FE_k, written out."""
    generator = np.random.default_rng(seed)
    shares = generator.uniform(0.05, 0.95, size=2**words)
    shares[-1] = max(shares[-1], 0.51)
    table = np.log(shares / (1 - shares))
    items = list(
        dict.fromkeys(
            frozenset(int(w) for w in generator.choice(words, size=2, replace=False)) for _ in range(count)
        )
    )

    def left(part: list[frozenset[int]]) -> float:
        return float(shares[sum(1 << w for w in range(words) if not any(w in item for item in part))])

    essential = left(items) <= 0.5
    right = min((left([i for i in items if i != item]) > 0.5) * essential for item in items)

    def ask() -> Asking[bool]:
        return (yield from minimal_as_printed(Removed(words), items, threshold=0.5))

    assert drive(ask(), from_table(table)) == bool(right)
