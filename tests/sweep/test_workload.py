"""Shards, repeated texts, fingerprints."""

import json

import pytest
import torch

from auditor.config import CidrConfig, SweepConfig
from auditor.data.examples import make_example
from auditor.errors import AuditError
from auditor.sweep.workload import (
    differences,
    fingerprint,
    first_places,
    model_hash,
    shard_count,
    shards,
    sized,
)
from tests.support import make_classifier

EXAMPLES = [
    make_example((text,), "pos", row) for row, text in enumerate(["a", "b", "a", "c", "b", "a"], start=1)
]


@pytest.mark.parametrize(("size", "lengths"), [(1, [1] * 6), (4, [4, 2]), (6, [6]), (7, [6])])
def test_shards_are_cut_by_order_alone(size: int, lengths: list[int]) -> None:
    cut = list(shards(EXAMPLES, size))
    assert [len(shard) for shard in cut] == lengths
    assert [example for shard in cut for example in shard] == EXAMPLES
    assert shard_count(len(EXAMPLES), size) == len(cut)


def test_nothing_makes_no_shard() -> None:
    assert list(shards([], 4)) == []
    assert shard_count(0, 4) == 0


@pytest.mark.parametrize(
    ("examples", "size"),
    [(0, 8), (10, 8), (128, 8), (129, 9), (200, 13), (1008, 63), (1024, 64), (50_000, 64)],
)
def test_the_size_of_a_shard_follows_from_the_number_of_examples(examples: int, size: int) -> None:
    assert sized(SweepConfig(), examples).shard_size == size
    assert sized(SweepConfig(shard_size=5), examples).shard_size == 5


@pytest.mark.parametrize("processes", [2, 3, 4, 5])
def test_processes_that_take_shards_in_turn_end_nearly_together(processes: int) -> None:
    """Each takes the next shard when it is free; of two, the last ends a twelfth too late at most."""
    for examples in (128, 150, 200, 333, 500, 900):
        size = sized(SweepConfig(), examples).shard_size
        ends = [0] * processes
        for shard in range(shard_count(examples, size)):
            ends[ends.index(min(ends))] += min(size, examples - shard * size)
        assert max(ends) <= 1.25 * examples / processes
        assert processes > 2 or max(ends) <= 1.09 * examples / processes


def test_repeated_texts_point_to_the_first() -> None:
    assert first_places(EXAMPLES).tolist() == [0, 1, 0, 3, 1, 0]
    assert first_places([]).tolist() == []


def test_a_fingerprint_names_what_changes_results_and_nothing_else() -> None:
    base = fingerprint(CidrConfig(), SweepConfig(), data="d", model="m")
    assert json.loads(json.dumps(base)) == base  # survives the manifest
    same = fingerprint(
        CidrConfig(), SweepConfig(forward_tokens=7, gradient_tokens=9, failures=0.5), data="d", model="m"
    )
    assert same == base
    other = fingerprint(CidrConfig(beta=0.4), SweepConfig(shard_size=8), data="e", model="m")
    assert differences(base, other) == [
        "beta 0.5 there, 0.4 here",
        "data d there, e here",
        "shard_size 0 there, 8 here",
    ]
    assert differences({}, base)


def test_the_model_hash_sees_weights_labels_tokenizer_and_replacement() -> None:
    hashes = [
        model_hash(make_classifier("bert", seed=3)),
        model_hash(make_classifier("bert", seed=4)),
        model_hash(make_classifier("bert", seed=3, limit=32)),
        model_hash(make_classifier("bert", seed=3, replacement="mask")),
        model_hash(make_classifier("bert", seed=3, labels=3)),
    ]
    assert len(set(hashes)) == len(hashes)
    again = make_classifier("bert", seed=3)
    assert model_hash(again) == hashes[0]
    with torch.no_grad():
        again.model.get_input_embeddings().weight[-1, -1] += 1e-6
    assert model_hash(again) != hashes[0]


@pytest.mark.parametrize(
    "wrong", [{"shard_size": -1}, {"mixed_precision": "half"}, {"failures": 2.0}, {"gradient_tokens": -1}]
)
def test_settings_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(AuditError, match=next(iter(wrong))):
        SweepConfig(**wrong)  # type: ignore[arg-type]
