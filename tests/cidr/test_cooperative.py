"""Cooperative integrated gradients, worked out by hand."""

import numpy as np

from auditor.cidr.cooperative import pair_scores

ATTRIBUTIONS = np.array([0.4, -0.1, 0.2, 0.1])
WITHOUT = np.array(
    [
        [0.0, 0.0, 0.05, 0.1],  # without word 0
        [0.3, 0.0, 0.0, -0.2],  # without word 2
        [0.4, 0.0, -0.6, 0.0],  # without word 3
    ]
)


def test_three_words_by_hand() -> None:
    """CIG_02 = 0.4 + 0.2 + 0.5 (0.3 + 0.05); CIG_03 = 0.4 + 0.1 + 0.5 (0.4 + 0.1); CIG_23 = 0.3 - 0.4 < 0."""
    scores = pair_scores(ATTRIBUTIONS, [0, 2, 3], WITHOUT, beta=0.5)
    assert scores.pairs.tolist() == [[0, 2], [0, 3]]
    np.testing.assert_allclose(scores.cig, [0.775, 0.75])
    np.testing.assert_allclose(scores.cooperative, [0.6, 0.5])
    np.testing.assert_allclose(scores.individual, [0.175, 0.25])


def test_beta_weighs_the_individual_contributions() -> None:
    scores = pair_scores(ATTRIBUTIONS, [0, 2, 3], WITHOUT, beta=1.0)
    assert scores.pairs.tolist() == [[0, 3], [0, 2]]
    np.testing.assert_allclose(scores.cig, [1.0, 0.95])
    plain = pair_scores(ATTRIBUTIONS, [0, 2, 3], WITHOUT, beta=0.0)
    np.testing.assert_allclose(plain.cig, [0.6, 0.5, 0.3])


def test_without_cooperation_only_the_two_attributions_count() -> None:
    scores = pair_scores(ATTRIBUTIONS, [0, 2, 3], None, beta=0.5)
    assert scores.pairs.tolist() == [[0, 2], [0, 3], [2, 3]]
    np.testing.assert_allclose(scores.cig, scores.cooperative)
    assert not scores.individual.any()


def test_ties_are_broken_by_place() -> None:
    scores = pair_scores(np.full(4, 0.5), [0, 1, 2, 3], None, beta=0.5)
    assert scores.pairs.tolist() == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]


def test_no_pair_without_two_words() -> None:
    for words in ([], [2]):
        scores = pair_scores(ATTRIBUTIONS, words, np.zeros((len(words), 4)), beta=0.5)
        assert len(scores) == 0
        assert scores.pairs.shape == (0, 2)
