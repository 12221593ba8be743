"""The strongest of the sets that the search knows, by hand."""

import pytest
import torch

from auditor.cidr.questions import Asking, Forward, WordSet, masks
from auditor.evaluation.conventions import Convention
from auditor.evaluation.explaining import asked_methods
from auditor.evaluation.memo import Asked, Memo, remembered
from auditor.evaluation.methods import Found
from auditor.evaluation.strongest import strongest
from tests.support import Logits, drive, probability, toy_encoded


def linear(weights: list[float], rest: float) -> Logits:
    values = torch.tensor(weights, dtype=torch.float64)
    return probability(lambda x: rest + values @ x)


def best(
    logits: Logits, words: int, items: list[set[int]], known: list[set[int]]
) -> tuple[tuple[WordSet, ...], WordSet]:
    memo = Memo()

    def ask() -> Asking[None]:
        yield Forward(masks([frozenset(pair) for pair in known], words))

    if known:
        drive(remembered(ask(), memo, Asked()), logits)
    return drive(strongest(words, [frozenset(item) for item in items], memo), logits)


def test_the_pair_that_leaves_least_is_taken_among_those_that_are_known() -> None:
    logits = linear([0.3, 0.25, 0.2, 0.1], 0.1)  # 0.95 as written; (2, 3) leaves 0.65
    assert best(logits, 4, [{0, 2}], [{0, 1}, {2, 3}, {1, 2}]) == ((frozenset({0, 1}),), frozenset({0, 1}))
    assert best(logits, 4, [{0, 2}], [{2, 3}])[0] == (frozenset({0, 2}),)


def test_a_word_that_is_enough_alone_is_the_only_one_needed() -> None:
    logits = linear([0.5, 0.2, 0.1], 0.1)
    assert best(logits, 3, [{0, 2}], [{0, 1}]) == ((frozenset({0, 1}),), frozenset({0}))


def test_larger_sets_keep_their_words_and_put_the_strongest_pair_first() -> None:
    logits = linear([0.1, 0.15, 0.12, 0.08], 0.45)  # 0.9, and all four must go for 0.45
    items, core = best(logits, 4, [{0, 1}, {2, 3}], [])
    assert items == (frozenset({1, 2}), frozenset({0, 3}))
    assert core == {0, 1, 2, 3}
    odd, _ = best(linear([0.1, 0.15, 0.2], 0.47), 3, [{0, 1}, {1, 2}], [])
    assert odd == (frozenset({1, 2}), frozenset({0, 2}))


def test_it_is_never_weaker_than_the_set_of_cidr() -> None:
    weights = torch.tensor([0.02, 0.25, -0.05, 0.12, 0.08, 0.2], dtype=torch.float64)
    logits = probability(lambda x: 0.3 + weights @ x)
    wanted = [("cidr", 0), ("cidr-strongest", 0)]
    _, found, asked = drive(asked_methods(toy_encoded(6), ("a", "b"), wanted, Convention(), Memo()), logits)
    sums = []
    for run in wanted:
        result = found[run]
        assert isinstance(result, Found) and result.items and len(result.items) == 1
        sums.append(sum(weights[w].item() for w in result.items[0]))
    assert sums[1] >= sums[0]
    assert sums[1] == pytest.approx(0.45)
    assert asked["cidr-strongest", 0] == asked["cidr", 0]
