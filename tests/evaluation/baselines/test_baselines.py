"""Every baseline has the same shape, and its file is in the tuple."""

from pathlib import Path

import numpy as np
import pytest

import auditor.evaluation.baselines as package
from auditor.evaluation.baselines import BASELINES, Baseline
from tests.evaluation.support import linear_text

FOLDER = Path(package.__file__).parent


def of(baseline: Baseline) -> str:
    return baseline.NAME


def test_every_file_is_listed_and_has_its_test() -> None:
    files = {path.stem for path in FOLDER.glob("*.py")} - {"__init__"}
    listed = {str(baseline.__name__).rpartition(".")[2] for baseline in BASELINES}  # type: ignore[attr-defined]
    assert files == listed
    assert {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")} >= files


@pytest.mark.parametrize("baseline", BASELINES, ids=of)
def test_the_shape(baseline: Baseline) -> None:
    """A finite score of each word; the seed matters exactly where the baseline says so."""
    if baseline.NEEDS_CAPTUM:
        pytest.importorskip("captum")
    text, _ = linear_text()
    once, other = (baseline.score(text, seed=seed).scores for seed in (1, 2))
    assert once.shape == (3,) and np.isfinite(once).all()
    assert np.array_equal(once, other) is not baseline.SEEDED
    assert baseline.MEANING and not baseline.MEANING.endswith(".")


def test_no_two_baselines_are_the_same_computation_by_mistake() -> None:
    assert len({baseline.NAME for baseline in BASELINES}) == len(BASELINES)
    assert len({baseline.score for baseline in BASELINES}) == len(BASELINES)
