"""The knapsack against brute force, and the capacity."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.cidr.cooperative import Scores, pair_scores
from auditor.cidr.knapsack import candidates, cheapest_cover, essence_capacity

MASSES = st.lists(st.floats(0.01, 1.0), min_size=2, max_size=6)


def pairs_of(attributions: np.ndarray, *, cooperation: float = 0.5, beta: float = 0.5) -> Scores:
    """Every pair; with another word gone, each word keeps `cooperation` of its attribution."""
    count = len(attributions)
    without = cooperation * np.tile(attributions, (count, 1)) * (1 - np.eye(count))
    return pair_scores(attributions, list(range(count)), without, beta=beta)


@settings(max_examples=60)
@given(
    weights=st.lists(st.integers(0, 12), min_size=1, max_size=8),
    need=st.integers(0, 30),
    seed=st.integers(0, 10**6),
)
def test_the_cover_is_cheapest_and_heavy_enough_in_every_round(
    weights: list[int], need: int, seed: int
) -> None:
    weight = np.array(weights)
    need = min(need, int(weight.sum()))
    values = np.random.default_rng(seed).random((5, len(weights)))
    chosen = cheapest_cover(values, weight, need)
    assert (chosen @ weight >= need).all()
    every = np.array(list(product([0, 1], repeat=len(weights))))
    enough = every[every @ weight >= need]
    np.testing.assert_allclose((chosen * values).sum(axis=1), (values @ enough.T).min(axis=1))


@pytest.mark.parametrize("items", [8, 45, 2016])
def test_of_equal_items_as_many_are_outside_as_the_excess_asks_for(items: int) -> None:
    outside = candidates(np.ones(items), items - 3.5, rounds=3, generator=np.random.default_rng(0))
    assert outside.sum(axis=1).tolist() == [4, 4, 4]


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.95])
@pytest.mark.parametrize("items", [40, 2016])
def test_no_item_outside_could_come_back(items: int, share: float) -> None:
    """Whatever rounding does to light weights, no more is outside than has to be."""
    generator = np.random.default_rng(1)
    weights = generator.random(items) + 0.01
    excess = share * weights.sum()
    outside = candidates(weights, weights.sum() - excess, rounds=20, generator=generator)
    weight = outside @ weights
    lightest = np.where(outside, weights, np.inf).min(axis=1)
    assert (weight >= excess * (1 - 1e-9)).all()
    assert (weight - lightest < excess).all()


@settings(max_examples=100)
@given(
    weights=st.lists(st.floats(1e-4, 10), min_size=1, max_size=15),
    share=st.floats(0, 1.2),
    seed=st.integers(0, 99),
)
def test_what_stays_inside_fits_with_real_weights(weights: list[float], share: float, seed: int) -> None:
    weight = np.array(weights)
    capacity = share * weight.sum()
    outside = candidates(weight, capacity, rounds=4, generator=np.random.default_rng(seed))
    assert outside.shape == (4, len(weights))
    assert (~outside @ weight <= capacity * (1 + 1e-9)).all()
    if weight.sum() <= capacity:
        assert not outside.any()


def test_no_capacity_leaves_everything_outside() -> None:
    assert candidates(np.array([0.1, 0.2]), 0.0, rounds=3, generator=np.random.default_rng(0)).all()


def test_nothing_to_pack() -> None:
    assert candidates(np.zeros(0), 1.0, rounds=3, generator=np.random.default_rng(0)).shape == (3, 0)


def test_rounds_differ_and_seeds_repeat() -> None:
    weights = np.linspace(0.1, 1.0, 10)
    first, again = (candidates(weights, 2.0, rounds=10, generator=np.random.default_rng(7)) for _ in range(2))
    assert (first == again).all()
    assert len({row.tobytes() for row in first}) > 1


def test_essence_capacity_by_hand() -> None:
    """IG_i + IG_j are 0.6 + 0.5 + 0.3 = 1.4, the individual part a quarter of that, like a need of 0.35."""
    scores = pairs_of(np.array([0.4, 0.2, 0.1]))
    assert scores.cooperative.sum() == pytest.approx(1.4)
    assert scores.cig.sum() == pytest.approx(1.75)
    assert essence_capacity(scores, 0.35) == pytest.approx(0.75 * 1.75)
    assert essence_capacity(scores, 2.0) == 0.0


@settings(max_examples=100)
@given(masses=MASSES, need=st.floats(1e-4, 0.5), beta=st.floats(0, 1), cooperation=st.floats(-0.5, 1))
def test_essence_capacity_never_leaves_the_candidate_set_empty(
    masses: list[float], need: float, beta: float, cooperation: float
) -> None:
    scores = pairs_of(np.array(masses), beta=beta, cooperation=cooperation)
    outside = candidates(
        scores.cig, essence_capacity(scores, need), rounds=5, generator=np.random.default_rng(0)
    )
    assert outside.any(axis=1).all()


@settings(max_examples=50)
@given(masses=MASSES, share=st.floats(0.05, 0.95))
def test_what_is_left_outside_weighs_what_must_go(masses: list[float], share: float) -> None:
    """The candidate set holds at least the share of all weight that the need is of the sums IG_i + IG_j."""
    scores = pairs_of(np.array(masses))
    need = share * scores.cooperative.sum()
    outside = candidates(
        scores.cig, essence_capacity(scores, need), rounds=5, generator=np.random.default_rng(1)
    )
    assert (outside @ scores.cig >= share * scores.cig.sum() * (1 - 1e-9)).all()
