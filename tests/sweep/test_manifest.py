"""The manifest's sums: whatever the shards, processes and restarts, each example counts once."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import load_dataset
from auditor.errors import AuditError
from auditor.records.text import LEFT_OUT, Tally
from auditor.sweep.manifest import failures, new_manifest, session, totals
from auditor.sweep.store import RunStore
from tests.sweep.support import write_data


def beside(store: RunStore, index: int, cost: Tally | None = None, **changes: Any) -> None:
    """The notes of a shard of eight examples, two of which failed and one repeats another."""
    notes = {
        "sha256": "ab",
        "bytes": 10,
        "examples": 8,
        "repeated": 1,
        "statuses": {"verified": 4, "default": 1},
        "skips": {"the text is empty": 2},
        "seconds": 1.25,
        "tally": asdict(cost or Tally(30, 20, 5, 90, 10, 0.5, 1, 400, 200)),
    }
    store.folder.mkdir(parents=True, exist_ok=True)
    path = store.folder / f"{index:05d}.json"
    path.write_text(json.dumps(notes | changes), encoding="utf-8")


def test_sums_by_hand(tmp_path: Path) -> None:
    """Of 180 pieces and 20 of filler a tenth is waste; the budget is the smallest that was left."""
    store = RunStore(tmp_path)
    beside(store, 0)
    beside(store, 1, Tally(1, 2, 3, 90, 10, 0.25, 0, 100, 300), statuses={"verified": 5}, seconds=2.5)
    found = totals(store, 2)
    assert (found["done"], found["repeated"]) == (16, 2)
    assert found["statuses"] == {"default": 1, "verified": 9} and found["skips"] == {"the text is empty": 4}
    assert found["costs"] == {
        "forwards": 31,
        "gradients": 22,
        "batches": 8,
        "halvings": 1,
        "padding_waste": 0.1,
        "process_seconds": 3.8,
        "model_seconds": 0.8,
        "forward_budget": 100,
        "gradient_budget": 200,
    }


def test_shards_that_are_not_there_count_nothing(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    empty = totals(store, 3)
    assert (empty["done"], empty["statuses"], empty["costs"]["padding_waste"]) == (0, {}, 0.0)
    assert "forward_budget" not in empty["costs"]
    beside(store, 1)
    assert totals(store, 3)["done"] == 8 and totals(store, 1)["done"] == 0


counts = st.dictionaries(st.sampled_from(["verified", "default", "evidence"]), st.integers(0, 9))


@settings(max_examples=8)
@given(st.lists(st.tuples(st.integers(0, 50), counts), min_size=1, max_size=6), st.randoms())
def test_the_order_of_the_shards_changes_no_sum(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[int, dict[str, int]]], random: Any
) -> None:
    found = []
    for _ in range(2):
        store = RunStore(tmp_path_factory.mktemp("run"))
        for index, (examples, statuses) in enumerate(rows):
            beside(store, index, examples=examples, statuses=statuses)
        found.append(totals(store, len(rows)))
        random.shuffle(rows)
    assert found[0] == found[1]
    assert found[0]["done"] == sum(examples for examples, _ in rows)


def test_what_was_left_out_is_no_failure(tmp_path: Path) -> None:
    """Of the seven examples that are not repeated two failed in the first shard, one in the second."""
    store = RunStore(tmp_path)
    beside(store, 0)
    beside(store, 1, skips={LEFT_OUT: 4, "out of memory": 1})
    assert failures(store, [0]) == (7, 2) and failures(store, [0, 1]) == (14, 3)
    assert failures(store, []) == (0, 0) == failures(store, [9])


@pytest.mark.parametrize(
    "harm", [{"examples": "eight"}, {"tally": {}}, {"statuses": 3}, {"colour": 1}, {"seconds": "long"}]
)
def test_altered_notes_name_their_file_and_what_to_do(tmp_path: Path, harm: dict[str, Any]) -> None:
    store = RunStore(tmp_path)
    beside(store, 3, **harm)
    with pytest.raises(AuditError, match=r"shards/00003\.json was altered") as caught:
        totals(store, 4)
    assert "Delete it" in caught.value.hint


def test_what_is_known_before_anything_is_computed(tmp_path: Path) -> None:
    dataset = load_dataset(write_data(tmp_path / "texts.tsv", 9))
    found = new_manifest(
        dataset,
        CidrConfig(seed=7),
        SweepConfig(shard_size=4),
        mark={"data": "d"},
        packed=False,
        labels=("no", "yes"),
        command=("audit", "run"),
    )
    assert (found["complete"], found["seed"], found["examples"], found["shards"]) == (False, 7, 9, 3)
    assert found["model"] == {"labels": ["no", "yes"]} and found["sessions"] == []
    assert found["data"]["labels"] == {"neg": 5, "pos": 4}
    assert CidrConfig(**found["method"]) == CidrConfig(seed=7)
    assert json.loads(json.dumps(found)) == found  # plain values alone


def test_a_session_has_a_beginning_and_no_end_yet() -> None:
    found = session(2, "cpu", 5)
    assert (found["processes"], found["device"], found["missing"], found["ended"]) == (2, "cpu", 5, None)
    assert found["began"].endswith("+00:00") and len(found["began"]) == 25
