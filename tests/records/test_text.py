"""What the evaluations cost, added up."""

import pytest

from auditor.records.text import Tally


def test_batches_by_hand() -> None:
    """Rows of 5, 3 and 4 pieces take 15 places, 3 of them filler; then a gradient batch of 2 and 2."""
    tally = Tally()
    tally.add_batch([5, 3, 4], 0.5, gradient=False)
    assert (tally.forwards, tally.gradients, tally.batches) == (3, 0, 1)
    assert (tally.pieces, tally.filler, tally.waste) == (12, 3, pytest.approx(0.2))
    tally.add_batch([2, 2], 0.25, gradient=True)
    assert (tally.forwards, tally.gradients, tally.batches) == (3, 2, 2)
    assert (tally.pieces, tally.filler, tally.seconds) == (16, 3, 0.75)


def test_nothing_wastes_nothing() -> None:
    assert Tally().waste == 0.0
