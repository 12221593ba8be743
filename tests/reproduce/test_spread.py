"""Means and the two kinds of spread by hand; verdicts from intervals."""

import math

import numpy as np
import pytest

from auditor.records.reproduction import (
    ANOTHER_SETTING,
    NOT_PRINTED,
    NOT_REPRODUCED,
    REPRODUCED,
    TOO_FEW,
)
from auditor.reproduce.printed_figures import Printed
from auditor.reproduce.spread import WIDEST, compared


def test_models_and_draws_by_hand() -> None:
    """Model 1: draws 0.2 and 0.4, so mean 0.3 and deviation √0.02; model 2: 0.5 and 0.5. Mean 0.4.

    Between the models √0.02 as well (0.3 and 0.5), between draws the mean of √0.02 and 0.
    """
    values = np.array([[[0.1, 0.3], [0.3, 0.5]], [[0.4, 0.6], [0.5, 0.5]]])
    found = compared("cidr", "comp", values, Printed(0.3, 0.3), exact=True)
    assert found.value == pytest.approx(0.4)
    assert found.training_sd == pytest.approx(math.sqrt(0.02))
    assert found.draws_sd == pytest.approx(math.sqrt(0.02) / 2)
    assert found.difference == pytest.approx(0.1)
    assert found.low < 0.4 < found.high


def test_one_model_has_no_spread_of_training_and_one_draw_none_of_draws() -> None:
    found = compared("ig", "lo", np.array([[[-1.0, -2.0, -3.0]]]), None, exact=False)
    assert math.isnan(found.training_sd) and found.draws_sd == 0.0
    assert found.value == -2.0 and found.verdict == NOT_PRINTED
    assert math.isnan(found.printed_low) and math.isnan(found.difference)


def test_the_interval_covers_models_texts_and_draws() -> None:
    """Each source of chance alone widens it; without any it is a point."""
    generator = np.random.default_rng(0)
    models = np.repeat(np.array([0.2, 0.6, 0.4])[:, None, None], 2, axis=1).repeat(30, axis=2)
    texts = np.tile(generator.random(30), (3, 2, 1))
    draws = np.tile(np.array([0.0, 1.0])[None, :, None], (3, 1, 30))
    for values in (models, texts, draws):
        found = compared("cidr", "fms", values, None, exact=False)
        assert found.low < found.value < found.high
    still = compared("cidr", "fms", np.full((3, 2, 30), 0.25), None, exact=False)
    assert still.low == still.value == still.high == 0.25


def test_texts_that_failed_are_left_out() -> None:
    found = compared("ig", "comp", np.array([[[0.5, np.nan, 0.7]]]), None, exact=False)
    assert found.value == pytest.approx(0.6)


@pytest.mark.parametrize("metric", ["lo", "comp", "fms"])
def test_verdicts(metric: str) -> None:
    """Values between 0 and 1: with two texts the interval is 1 wide, with 4,000 it is below 0.05."""
    few, many = np.array([[[0.0, 1.0]]]), np.tile([0.0, 1.0], 2000)[None, None]
    inside, outside = Printed(0.5, 0.5), Printed(0.6, 0.6)
    assert compared("cidr", metric, many, inside, exact=True).verdict == REPRODUCED
    assert compared("cidr", metric, many, outside, exact=True).verdict == NOT_REPRODUCED
    assert compared("cidr", metric, few, inside, exact=True).verdict == TOO_FEW
    assert compared("cidr", metric, many, inside, exact=False).verdict == ANOTHER_SETTING
    assert 0.05 < WIDEST[metric] < 1
