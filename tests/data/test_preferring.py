"""Preferring samples: nested, and right on average whatever is preferred."""

from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

from auditor.data.loading import load_dataset, sampled
from auditor.data.preferring import WEIGHTS, prefer, prefer_in_each, write_weights
from tests.sweep.support import write_data


def draws(count: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 2**64, count, dtype=np.uint64)


def test_a_larger_sample_holds_a_smaller_one() -> None:
    sizes = np.random.default_rng(0).uniform(0.1, 1.0, 300)
    small, large = (set(prefer(sizes, draws(300, 1), count).chosen.tolist()) for count in (40, 90))
    assert len(small) == 40 and small < large


def test_weighted_sums_are_right_on_average_and_plain_ones_are_not() -> None:
    sizes = np.linspace(0.05, 1.0, 200)
    value = sizes * 3  # what is preferred has the largest values
    samples = [prefer(sizes, draws(200, seed), 30) for seed in range(600)]
    estimates = [float(one.weight @ value[one.chosen]) for one in samples]
    error = np.std(estimates) / len(estimates) ** 0.5
    assert np.mean(estimates) == pytest.approx(value.sum(), abs=4 * error)
    plain = np.mean([value[one.chosen].mean() * 200 for one in samples])
    assert plain > 1.2 * value.sum()


def test_what_is_large_is_taken_more_often() -> None:
    sizes = np.array([0.1] * 100 + [0.4] * 100)
    taken = np.concatenate([prefer(sizes, draws(200, seed), 20).chosen for seed in range(200)])
    assert (taken >= 100).mean() == pytest.approx(0.8, abs=0.03)


def test_every_stratum_gets_its_count_and_all_is_all() -> None:
    sizes, stratum = np.ones(50), np.arange(50) % 3
    found = prefer_in_each(sizes, draws(50, 3), stratum, {0: 4, 1: 17, 2: 0})
    assert np.bincount(stratum[found.chosen], minlength=3).tolist() == [4, 17, 0]
    assert (found.weight[stratum[found.chosen] == 1] == 1.0).all()  # there are no more of them
    assert found.chosen.tolist() == sorted(found.chosen.tolist())


def test_a_sampled_dataset_is_that_of_its_texts(tmp_path: Path) -> None:
    whole = load_dataset(write_data(tmp_path / "texts.tsv", 20))
    part = sampled(whole, {3: 2.0, 8: 5.0, 9: 5.0})
    assert [example.row for example in part.examples()] == [4, 9, 10]
    assert dict(part.label_counts) == {"neg": 1, "pos": 2}
    assert len({part.fingerprint, whole.fingerprint, sampled(whole, {3: 1.0}).fingerprint}) == 3
    write_weights(tmp_path, part)
    assert pyarrow.parquet.read_table(tmp_path / WEIGHTS)["weight"].to_pylist() == [2.0, 5.0, 5.0]
    write_weights(tmp_path, whole)
    assert not (tmp_path / WEIGHTS).exists()
