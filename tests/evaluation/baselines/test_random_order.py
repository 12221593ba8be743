"""The floor: an order that depends on the seed alone."""

from auditor.evaluation.baselines import random_order
from tests.evaluation.support import linear_text


def test_an_order_for_each_seed_at_no_cost() -> None:
    text, _ = linear_text()
    once, again, other = (random_order.score(text, seed=seed) for seed in (1, 1, 2))
    assert once.scores.tolist() == again.scores.tolist() != other.scores.tolist()
    assert once.scores.shape == (3,) and (once.forwards, once.gradients) == (0, 0)
