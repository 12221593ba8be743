"""Candidates: what the tests single out, the most significant first."""

import numpy as np
import pytest

from auditor.signals import recurrence
from auditor.signals.candidates import Candidate, significant


def family(p: list[list[float]]) -> recurrence.Tests:
    """Tests with these p-values, (tokens, classes), uncorrected."""
    values = np.array(p)
    shape = np.zeros(values.shape, dtype=np.int64)
    return recurrence.Tests(shape, shape, values, values < 1, values, values, shape)


def cells(*families: recurrence.Tests) -> list[tuple[int, int]]:
    return [candidate.cell for candidate in significant(families)]


def test_they_come_from_both_families_the_most_significant_first() -> None:
    first, second = family([[0.2, 0.01], [1.0, 0.04]]), family([[1.0, 0.03], [0.001, 0.5]])
    assert cells(first, second) == [(1, 0), (0, 1), (1, 1)]
    assert cells(second) == [(1, 0), (0, 1)]
    assert cells(first, second) == cells(second, first)


def test_ties_are_in_the_order_of_tokens_and_classes() -> None:
    assert cells(family([[0.01, 0.01], [0.01, 0.001]])) == [(1, 1), (0, 0), (0, 1), (1, 0)]


def test_nothing_is_significant_where_nothing_was_tested() -> None:
    assert cells(family([[1.0, 1.0]])) == [] and cells() == []


def test_a_pair_has_no_place_in_a_table_of_tokens() -> None:
    assert Candidate((3,), 1).cell == (3, 1) and not Candidate((3,), 1).is_pair
    pair = Candidate((3, 5), 1)
    assert pair.is_pair
    with pytest.raises(ValueError, match="too many values"):
        _ = pair.cell
