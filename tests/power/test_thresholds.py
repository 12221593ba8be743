"""The threshold of one more test is where the correction itself begins to reject it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.power.thresholds import largest_p
from auditor.signals.statistics import adjust

FAMILIES = st.lists(st.sampled_from([1e-9, 1e-4, 1e-3, 0.004, 0.01, 0.02, 0.03, 0.2, 0.7, 1.0]), max_size=40)


def test_alone_it_needs_the_level_itself() -> None:
    assert largest_p([], level=0.05) == 0.05


def test_among_nine_that_show_nothing_it_needs_a_tenth_and_beside_discoveries_more() -> None:
    assert largest_p([0.9] * 9, level=0.05) == pytest.approx(0.005)
    # Four others at 1e-9: the fifth of ten is rejected up to 5/10 of the level.
    assert largest_p([1e-9] * 4 + [0.9] * 5, level=0.05) == pytest.approx(0.025)


def test_any_dependence_costs_the_harmonic_sum() -> None:
    harmonic = sum(1 / k for k in range(1, 11))
    assert largest_p([0.9] * 9, level=0.05, method="by") == pytest.approx(0.005 / harmonic)


@pytest.mark.parametrize("method", ["bh", "by"])
@given(others=FAMILIES)
def test_it_is_where_the_correction_begins_to_reject(method: str, others: list[float]) -> None:
    threshold = largest_p(others, level=0.05, method=method)
    inside, outside = (
        adjust([*others, p], method=method)[-1] for p in (threshold * 0.999, threshold * 1.001)
    )
    assert inside <= 0.05 < outside


def test_the_order_of_the_others_does_not_matter() -> None:
    values = np.random.default_rng(0).random(50) ** 4
    assert largest_p(values, level=0.05) == largest_p(values[::-1], level=0.05)
