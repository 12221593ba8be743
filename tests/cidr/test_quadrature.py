"""Rules that place the nodes of a path integral."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.cidr.quadrature import midpoint, placed, tripled


def test_midpoint_by_hand() -> None:
    nodes, weights = midpoint(4)
    np.testing.assert_allclose(nodes, [0.125, 0.375, 0.625, 0.875])
    np.testing.assert_allclose(weights, 0.25)


@pytest.mark.parametrize("count", [1, 2, 5, 12])
def test_tripling_keeps_the_old_nodes(count: int) -> None:
    old, _ = midpoint(count)
    both = np.sort(np.concatenate([old, tripled(count)]))
    np.testing.assert_allclose(both, midpoint(3 * count)[0], atol=1e-15)


@pytest.mark.parametrize(("degree", "error"), [(0, 0.0), (1, 0.0), (2, 1 / 12 / 8**2)])
def test_midpoint_is_exact_on_lines_and_has_the_known_error_on_a_square(degree: int, error: float) -> None:
    nodes, weights = midpoint(8)
    assert 1 / (degree + 1) - weights @ nodes**degree == pytest.approx(error, abs=1e-14)


@given(
    profile=st.lists(st.floats(-5, 5), min_size=1, max_size=30),
    count=st.integers(1, 20),
)
def test_placed_rules_integrate_constants_exactly_and_ascend(profile: list[float], count: int) -> None:
    nodes, weights = placed(midpoint(len(profile))[0], np.array(profile), count)
    assert weights.sum() == pytest.approx(1.0)
    assert (weights > 0).all()
    assert (np.diff(nodes) > 0).all()
    assert 0 < nodes[0] <= nodes[-1] < 1


def test_a_flat_or_silent_profile_gives_the_midpoint_rule() -> None:
    for profile in (np.ones(6), np.zeros(6), -np.ones(6)):
        nodes, weights = placed(midpoint(6)[0], profile, 5)
        np.testing.assert_allclose(nodes, midpoint(5)[0], atol=1e-12)
        np.testing.assert_allclose(weights, 0.2, atol=1e-12)


def test_placed_nodes_gather_where_the_profile_is_steep() -> None:
    """By hand: the first quarter holds the profile's half of the mass and a quarter of the uniform half."""
    profile = np.repeat([1.0, 0.0], [250, 750])
    nodes, weights = placed(midpoint(1000)[0], profile, 20)
    share = 0.5 + 0.5 * 0.25
    assert (nodes < 0.26).sum() == 13  # the thirteenth node, at mass 12.5 / 20 = 0.625, is the edge itself
    assert weights[nodes < 0.24].max() < weights[nodes > 0.26].min()
    # Within the quarter the nodes are even, and so are they beyond it.
    np.testing.assert_allclose(np.diff(nodes[nodes < 0.24]), 0.25 / (20 * share), rtol=0.01)
    np.testing.assert_allclose(np.diff(nodes[nodes > 0.26]), 0.75 / (20 * (1 - share)), rtol=0.01)
