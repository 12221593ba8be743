"""Both solvers of the printed knapsack against brute force."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.cidr.paper.solvers import best_filling, solve, table_filling, whole_units

SIZES = st.integers(1, 11)


def every(items: int) -> np.ndarray:
    return np.array(list(product([False, True], repeat=items)))


@settings(max_examples=200)
@given(items=SIZES, seed=st.integers(0, 10**6), share=st.floats(0, 1.1), alike=st.booleans())
def test_the_filling_is_the_best_of_all(items: int, seed: int, share: float, alike: bool) -> None:
    generator = np.random.default_rng(seed)
    weights = 0.3 + (0.01 if alike else 1.0) * generator.random(items)
    values = np.abs(generator.standard_normal(items))
    capacity = share * weights.sum()
    inside = best_filling(weights, values, capacity)
    fits = every(items)[every(items) @ weights <= capacity]
    assert inside @ weights <= capacity + 1e-9
    assert inside @ values == pytest.approx((fits @ values).max())


@settings(max_examples=100)
@given(items=st.integers(1, 9), seed=st.integers(0, 10**6), space=st.integers(0, 40))
def test_the_table_is_the_best_of_all_and_the_loop_holds_it(items: int, seed: int, space: int) -> None:
    generator = np.random.default_rng(seed)
    units, values = generator.integers(0, 12, size=items), generator.random(items)
    inside = table_filling(units, values, space, in_loop=False)
    fits = every(items)[every(items) @ units <= space]
    assert inside @ values == pytest.approx((fits @ values).max())
    added = table_filling(units, values, space, in_loop=True)
    assert (inside <= added).all()


def test_the_loop_adds_what_any_capacity_would_take() -> None:
    """Weights 1 and 2, values 1 and 3, capacity 2: the best filling is the second item alone. The first is
    added on the way, when nothing else is there yet, and the listing never takes it out."""
    units, values = np.array([1, 2]), np.array([1.0, 3.0])
    assert table_filling(units, values, 2, in_loop=False).tolist() == [False, True]
    assert table_filling(units, values, 2, in_loop=True).tolist() == [True, True]


@pytest.mark.parametrize(
    ("rounding", "units"), [("down", [0, 1, 2, 30]), ("nearest", [0, 2, 2, 30]), ("up", [1, 2, 3, 30])]
)
def test_units(rounding: str, units: list[int]) -> None:
    assert whole_units(np.array([0.0004, 0.0019, 0.0021, 0.03]), rounding).tolist() == units


@pytest.mark.parametrize("rounding", ["exact", "nearest"])
def test_what_weighs_nothing_or_less_makes_room(rounding: str) -> None:
    """Weights -0.2, 0.3 and 0.5 in a capacity of 0.1: the first makes it 0.3, where the second fits."""
    weights, values = np.array([-0.2, 0.3, 0.5]), np.ones(3)
    inside = solve(weights, values, 0.1, solver="traceback", rounding=rounding)
    assert inside.tolist() == [True, True, False]
    assert not solve(weights, values, -0.3, solver="traceback", rounding=rounding).any()


def test_many_items_take_no_time_and_none_outside_could_be_swapped_in() -> None:
    generator = np.random.default_rng(0)
    weights, values = 0.05 + 0.001 * generator.random(800), np.abs(generator.standard_normal(800))
    capacity = 0.9 * weights.sum()
    inside = best_filling(weights, values, capacity)
    room = capacity - inside @ weights
    gain = values[~inside][None, :] - values[inside][:, None]
    fits = weights[~inside][None, :] - weights[inside][:, None] <= room
    assert room >= 0 and not (fits & (gain > 1e-12)).any()
    assert (weights[~inside] > room).all()


@pytest.mark.parametrize("seed", range(12))
def test_large_knapsacks_are_solved_as_well_as_by_integer_programming(seed: int) -> None:
    """As many items as texts of 8 to 25 words have pairs; scipy's solver knows nothing of this one."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    generator = np.random.default_rng(seed)
    items = int(generator.choice([28, 66, 120, 300]))
    weights = np.abs(generator.normal(0.2, 0.15, size=items)) + 1e-3
    values = np.abs(generator.standard_normal(items))
    capacity = float(generator.uniform(0.05, 0.95)) * float(weights.sum())
    inside = best_filling(weights, values, capacity)
    found = milp(
        -values,
        constraints=LinearConstraint(weights[None], ub=capacity),
        integrality=np.ones(items),
        bounds=Bounds(0, 1),
        options={"mip_rel_gap": 0.0},
    )
    assert inside @ weights <= capacity + 1e-9
    assert inside @ values == pytest.approx(-found.fun, abs=1e-6)
