"""Sets of words as rows of a mask."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.cidr.questions import masks


def test_rows_by_hand() -> None:
    found = masks([frozenset({0, 2}), frozenset(), frozenset({1})], 3)
    assert found.tolist() == [[True, False, True], [False, False, False], [False, True, False]]
    assert found.dtype == np.bool_


@given(
    st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.frozensets(st.integers(0, n - 1)))))
)
def test_a_row_says_which_words_and_no_others(drawn: tuple[int, list[frozenset[int]]]) -> None:
    words, sets = drawn
    found = masks(sets, words)
    assert found.shape == (len(sets), words)
    assert [frozenset(np.flatnonzero(row).tolist()) for row in found] == sets


def test_no_sets_and_no_words() -> None:
    assert masks([], 4).shape == (0, 4) and masks([frozenset()], 0).shape == (1, 0)
    with pytest.raises(IndexError):
        masks([frozenset({3})], 3)
