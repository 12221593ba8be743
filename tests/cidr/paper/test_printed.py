"""The printed method on small matrices: worked out by hand, and against an oracle that tries everything."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.cidr.paper.printed import Trace, draw, printed, with_values
from auditor.reading import ALLOWED, Reading, parse_reading
from tests.cidr.paper.oracle import expected, greedy, outline, recurring

READINGS = [
    "",
    *(f"{key}={value}" for key, values in ALLOWED.items() for value in values[1:]),
    "ordered,items=positive-words",
    "ordered,member=inside,values=truncated",
    "rounding=down,ordered",
    "items=all-pairs,ordered,values=clipped",
]
THREE = np.array([0.5, -0.2, -0.1])
THREE_WITHOUT = np.array([[0.0, -0.1, 0.0], [0.4, 0.0, 0.1], [0.2, -0.3, 0.0]])


def trace_of(ig: Any, without: Any, reading: str = "", *, seed: int = 0, **settings: Any) -> Trace:
    return printed(
        np.array(ig, dtype=float),
        np.array(without, dtype=float),
        generator=np.random.default_rng(seed),
        reading=parse_reading(reading),
        **settings,
    )


def test_three_words_by_hand() -> None:
    """IG 0.5, -0.2, -0.1; row j of the matrix is IG without word j; β = 0.5.

    CIG_01 = 0.5 - 0.2 + 0.5 (IG_0 without 1, 0.4, + IG_1 without 0, -0.1) = 0.3 + 0.15 = 0.45
    CIG_02 = 0.5 - 0.1 + 0.5 (0.2 + 0.0)                                   = 0.4 + 0.1  = 0.5
    CIG_12 = -0.2 - 0.1 + 0.5 (IG_1 without 2, -0.3, + IG_2 without 1, 0.1) = -0.3 - 0.1 = -0.4
    One word is positive, so that U1 = 2 (1 - 1) 0.5 = 0. Items are (0, 1) and (0, 2), and U2 = 0.15 + 0.1.
    U2' = 0.15 v_01 + 0.1 v_02: with v = (1, 2) it is 0.35, and neither 0.45 nor 0.5 fits.
    """
    trace = trace_of(THREE, THREE_WITHOUT)
    found = trace.as_dict()
    assert [row[:k] + row[k + 1 :] for k, row in enumerate(found["cig"])] == [
        pytest.approx([0.45, 0.5]),
        pytest.approx([0.45, -0.4]),
        pytest.approx([0.5, -0.4]),
    ]
    assert [found["cig"][k][k] for k in range(3)] == [None, None, None]
    assert (found["s_pos"], found["sp_pos"]) == ([0], [[0, 1], [0, 2]])
    assert (found["u1"], found["u2"]) == (0.0, pytest.approx(0.25))
    assert found["items"] == [[0, 1], [0, 2]] and found["weights"] == pytest.approx([0.45, 0.5])
    assert trace.bounds.u2_prime(np.array([[1.0, 2.0]])).tolist() == pytest.approx([0.35])
    np.testing.assert_allclose(trace.capacities, trace.v @ [0.15, 0.1])
    assert found["greedy_printed"] == [[0, 2]]  # 0 < 0.25: the heaviest is added, and 0.5 is enough


def test_rounds_of_three_words_by_hand() -> None:
    """The pairs weigh 0.45 and 0.5. v = (1, 2) has the capacity 0.35, where neither fits; v = (3, 1) and
    (1, 4) have 0.55, where the more valuable one does; v = (5, 2) has 0.95, which is both."""
    v = np.array([[1.0, 2.0], [3.0, 1.0], [1.0, 4.0], [5.0, 2.0]])
    trace = with_values(THREE, THREE_WITHOUT, v)
    np.testing.assert_allclose(trace.capacities, [0.35, 0.55, 0.55, 0.95])
    assert trace.inside.tolist() == [[False, False], [True, False], [False, True], [True, True]]
    assert trace.frequency.tolist() == [0.5, 0.5] and trace.minimal == ((0, 1), (0, 2))
    assert with_values(THREE, THREE_WITHOUT, v, epsilon=0.6).minimal == ()
    strict = with_values(THREE, THREE_WITHOUT, v, reading=Reading(strict="yes"))
    assert strict.minimal == () and strict.frequency.tolist() == [0.5, 0.5]


def test_four_words_where_everything_fits() -> None:
    """All IG positive and nothing changes without another word: IG 0.4, 0.3, 0.2, 0.1, each the same without.

    CIG_ij = 1.5 (IG_i + IG_j), so all pairs weigh 1.5 · 3 · 1.0 = 4.5. U1 = 2 · 3 · 1.0 = 6: all fit whatever
    is drawn, no pair is left for the set, and the greedy listing runs out of pairs before it reaches
    U1 + U2 = 6 + 1.5 = 7.5.
    """
    ig = np.array([0.4, 0.3, 0.2, 0.1])
    trace = trace_of(ig, np.tile(ig, (4, 1)) * (1 - np.eye(4)))
    assert trace.bounds.u1 == pytest.approx(6.0) and trace.bounds.u2 == pytest.approx(1.5)
    assert trace.bounds.weights.sum() == pytest.approx(4.5)
    assert (trace.minimal, len(trace.greedy)) == ((), 6)
    assert trace.greedy[0] == (0, 1) and not trace.candidates.any()
    assert trace_of(ig, np.tile(ig, (4, 1)) * (1 - np.eye(4)), "member=inside").minimal == trace.bounds.items


def test_ordered_pairs_make_the_bound_of_positive_words_tight() -> None:
    """The same four words, each pair twice: weights sum to 9, U1 stays 6 and U2 is 3.

    What is outside weighs 3 - U2', so that something is outside exactly where the mean v of the rounds,
    weighed by CIG, is below 1.
    """
    ig = np.array([0.4, 0.3, 0.2, 0.1])
    trace = trace_of(ig, np.tile(ig, (4, 1)) * (1 - np.eye(4)), "ordered", rounds=40)
    assert len(trace.bounds.items) == 12 and trace.bounds.u2 == pytest.approx(3.0)
    assert trace.bounds.weights.sum() == pytest.approx(9.0)
    below = trace.v @ trace.bounds.weights < 9.0
    assert 0 < below.sum() < 40
    assert (trace.candidates.any(axis=1) == below).all()


@settings(max_examples=150)
@given(
    words=st.integers(1, 4),
    reading=st.sampled_from(READINGS),
    seed=st.integers(0, 10**6),
    beta=st.floats(0.1, 1.0),
    epsilon=st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    lean=st.sampled_from([-0.15, 0.0, 0.1]),
)
def test_every_step_is_what_the_oracle_says(
    words: int, reading: str, seed: int, beta: float, epsilon: float, lean: float
) -> None:
    generator = np.random.default_rng(seed)
    ig = generator.normal(lean, 0.2, size=words)
    without = generator.normal(lean, 0.2, size=(words, words)) * (1 - np.eye(words))
    found = trace_of(ig, without, reading, beta=beta, epsilon=epsilon, rounds=4, seed=seed).as_dict()
    for key, value in expected(found).items():
        if key == "cig":
            assert [[x for x in row if x is not None] for row in found[key]] == [
                pytest.approx([x for x in row if x is not None]) for row in value
            ]
        elif key in ("inside", "candidates", "minimal", "items", "sp_pos", "s_pos", "greedy_printed"):
            assert found[key] == value, key
        else:
            assert found[key] == pytest.approx(value), key


@settings(max_examples=60)
@given(words=st.integers(2, 9), reading=st.sampled_from(READINGS), seed=st.integers(0, 10**6))
def test_properties_of_every_trace(words: int, reading: str, seed: int) -> None:
    generator = np.random.default_rng(seed)
    ig = generator.normal(0.02, 0.2, size=words)
    without = generator.normal(0.02, 0.2, size=(words, words)) * (1 - np.eye(words))
    trace, again = (trace_of(ig, without, reading, seed=seed) for _ in range(2))
    assert trace.as_dict() == again.as_dict()
    json.loads(json.dumps(trace.as_dict(), allow_nan=False))
    assert ((trace.frequency >= 0) & (trace.frequency <= 1)).all()
    assert list(trace.bounds.items) == sorted(trace.bounds.items)
    assert set(trace.bounds.sp_pos) <= set(trace.bounds.items)
    assert (trace.v > 0).all()
    if trace.reading.values != "abs-normal":
        assert (trace.v < 1).all()
    if trace.reading.rounding == "exact":
        loads = trace.inside @ trace.bounds.weights
        assert (loads <= np.maximum(trace.capacities, 0) + 1e-9).all() or trace.reading.items == "all-pairs"


def test_values_are_drawn_anew_in_every_round_and_from_the_seed() -> None:
    trace, other = trace_of(THREE, THREE_WITHOUT), trace_of(THREE, THREE_WITHOUT, seed=1)
    assert len(np.unique(trace.v)) == trace.v.size == 20
    assert not (trace.v == other.v).any()


@pytest.mark.parametrize(
    ("values", "mean", "ones"),
    # |N|: √(2/π); clipped: half below 0, 0.159 above 1, φ(0) - φ(1) = 0.157 between; truncated: 0.157 / 0.341
    [("abs-normal", 0.798, 0.317), ("clipped", 0.316, 0.0), ("truncated", 0.460, 0.0)],
)
def test_distributions(values: str, mean: float, ones: float) -> None:
    drawn = draw(np.random.default_rng(0), (200, 500), values)
    assert drawn.mean() == pytest.approx(mean, abs=0.005)
    assert (drawn >= 1).mean() == pytest.approx(ones, abs=0.005)


def test_merged_repeats_and_a_strict_threshold() -> None:
    """No individual contribution and U1 = 0: nothing fits. Ten equal candidate sets are one when merged."""
    nothing = np.zeros((3, 3))
    plain = trace_of(THREE, nothing, epsilon=1.0)
    assert plain.frequency.tolist() == [1.0, 1.0] and plain.minimal == ((0, 1), (0, 2))
    assert trace_of(THREE, nothing, "strict", epsilon=1.0).minimal == ()
    merged = trace_of(THREE, nothing, "repeats=merged")
    assert merged.frequency.tolist() == [0.1, 0.1] and merged.minimal == ()


@pytest.mark.parametrize("words", [1, 2])
def test_texts_without_an_item(words: int) -> None:
    trace = trace_of(np.full(words, -0.1), np.zeros((words, words)))
    assert trace.bounds.items == trace.minimal == trace.greedy == ()
    assert trace.bounds.u1 == 0 and trace.capacities.tolist() == [0.0] * 10


def best_worth(weights: list[float], values: list[float], capacity: float) -> float | None:
    """What the best filling is worth, by integer programming; None where nothing fits."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    found = milp(
        -np.array(values),
        constraints=LinearConstraint(np.array(weights)[None], ub=capacity),
        integrality=np.ones(len(weights)),
        bounds=Bounds(0, 1),
        options={"mip_rel_gap": 0.0},
    )
    return None if found.x is None else -float(found.fun)


@pytest.mark.parametrize("words", [5, 8, 12])
@pytest.mark.parametrize("reading", ["", "ordered", "items=all-pairs", "values=truncated", "member=inside"])
def test_every_round_of_a_long_text_fills_as_well_as_can_be(words: int, reading: str) -> None:
    """Too many pairs to try every filling; bounds, frequencies and the greedy listing by the oracle."""
    generator = np.random.default_rng(words)
    ig = generator.normal(0.0, 0.2, size=words)
    without = generator.normal(0.0, 0.2, size=(words, words)) * (1 - np.eye(words))
    trace = trace_of(ig, without, reading, rounds=4)
    found = trace.as_dict()
    told = outline(found)
    for key in ("u1", "u2", "u2_prime", "capacities", "weights"):
        assert found[key] == pytest.approx(told[key]), key
    for key in ("items", "sp_pos", "s_pos"):
        assert found[key] == told[key], key
    for values, capacity, inside, candidate in zip(
        found["v"], found["capacities"], found["inside"], found["candidates"], strict=True
    ):
        held = [item in inside for item in found["items"]]
        worth = best_worth(found["weights"], values, capacity)
        assert float(np.dot(values, held)) == pytest.approx(worth or 0.0, abs=1e-6)
        assert worth is None or np.dot(found["weights"], held) <= capacity + 1e-9
        outside = [item for item in found["items"] if item not in inside]
        assert candidate == (inside if reading == "member=inside" else outside)
    items = [(i, j) for i, j in found["items"]]
    counted = recurring(found, {"candidates": found["candidates"]}, items)
    assert found["frequency"] == pytest.approx(counted["frequency"])
    assert found["minimal"] == counted["minimal"]
    assert found["greedy_printed"] == greedy(items, found["weights"], found["u1"] + found["u2"])
