"""Controls: nothing where there is nothing, and the chances of a permutation."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import multivariate_hypergeom

from auditor.signals.study import Study
from auditor.verdicts.controls import controls, permuted_labels, random_sets
from tests.signals.studies import study_of
from tests.signals.support import entry, marked


@pytest.fixture(scope="module")
def marker(tmp_path_factory: pytest.TempPathFactory) -> Study:
    """A run in which the label and every set follow `[pos]`."""
    return study_of(tmp_path_factory.mktemp("run"), marked(150))


def test_permuted_labels_and_random_sets_raise_next_to_nothing(marker: Study) -> None:
    labels, sets = controls(marker, seed=0)
    assert (labels.code, sets.code) == ("permuted-labels", "random-sets")
    for control, tests in ((labels, marker.association), (sets, marker.reliance)):
        assert tests.significant.any() and control.of == int(tests.significant.sum())
        assert control.findings <= 0.2 and control.runs == marker.config.permutations
        assert control.tests == int(tests.tested.sum())


def test_they_are_the_same_for_the_same_seed_and_others_for_another(marker: Study) -> None:
    assert controls(marker, seed=0) == controls(marker, seed=0)
    for draws in (permuted_labels, random_sets):
        one, again, other = (next(iter(draws(marker, runs=1, seed=seed))) for seed in (3, 3, 4))
        assert np.array_equal(one.observed, again.observed)
        assert not np.array_equal(one.observed, other.observed)


def test_the_order_of_the_texts_does_not_matter(marker: Study, tmp_path: Path) -> None:
    turned = study_of(tmp_path, marked(150)[::-1])
    there, back = (controls(study, seed=5)[0] for study in (marker, turned))
    assert there == back


def test_labels_are_dealt_out_without_replacement(marker: Study) -> None:
    for tests in permuted_labels(marker, runs=5, seed=0):
        assert np.array_equal(tests.holding, marker.association.holding)
        assert np.array_equal(tests.observed.sum(axis=1), marker.association.holding[:, 0])
        assert (tests.observed <= marker.labelled).all()
        assert np.array_equal(tests.expected, marker.association.expected)


def test_they_are_dealt_out_as_a_permutation_would(small: Study) -> None:
    """Means, variances and covariances are those of the multivariate hypergeometric distribution."""
    labelled = np.array([5, 3, 8])
    holding = np.full((4000, 3), 6)
    three = replace(small, labelled=labelled, association=replace(small.association, holding=holding))
    (tests,) = permuted_labels(three, runs=1, seed=0)
    exact = multivariate_hypergeom(labelled, 6)
    assert tests.observed.mean(axis=0) == pytest.approx(exact.mean(), abs=0.06)
    assert np.cov(tests.observed.T) == pytest.approx(exact.cov(), abs=0.1)


def test_without_labels_only_sets_are_drawn(bare: Study) -> None:
    assert [control.code for control in controls(bare, seed=0)] == ["random-sets"]


def test_no_permutations_are_no_control(marker: Study) -> None:
    assert controls(replace(marker, config=replace(marker.config, permutations=0)), seed=0) == ()


def test_a_run_without_texts_has_controls_that_find_nothing(tmp_path: Path) -> None:
    (sets,) = controls(study_of(tmp_path, [entry(None)]), seed=0)
    assert (sets.findings, sets.tests, sets.of) == (0.0, 0, 0)
