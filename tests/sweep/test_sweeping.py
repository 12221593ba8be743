"""A sweep in one process: results, resuming, and every fault it must survive."""

import errno
import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import torch

from auditor.cidr.explain import explain
from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import load_dataset
from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.sweep.lock import Lock
from auditor.sweep.store import RunStore
from auditor.sweep.sweeping import sweep
from tests.cidr.test_explain import assert_same
from tests.sweep.support import (
    CONFIG,
    SETTINGS,
    assert_whole,
    explanations,
    interrupted_after,
    loader,
    run,
    shard_bytes,
    tampered,
    write_data,
)


class Watch:
    """An observer that remembers."""

    def __init__(self) -> None:
        self.total: int | None = None
        self.done = 0
        self.ended = 0

    def start(self, what: str, total: int | None) -> None:
        assert what == "examples"
        self.total = total

    def advance(self, count: int = 1) -> None:
        self.done += count

    def finish(self) -> None:
        self.ended += 1


def test_the_same_as_explaining_each_text(model: Path, data: Path, finished: RunStore) -> None:
    outcomes = assert_whole(finished, data)
    texts = [example.texts[0] for example in load_dataset(data).examples()]
    alone = list(explain(loader(model)("cpu"), texts, CONFIG))
    for outcome, expected in zip(outcomes, alone, strict=True):
        assert outcome.explanation is not None
        assert_same(outcome.explanation, expected)  # type: ignore[arg-type]
    assert [o.gold for o in outcomes] == [e.label for e in load_dataset(data).examples()]


def test_the_manifest_says_what_was_done(finished: RunStore) -> None:
    manifest = finished.manifest()
    assert manifest["complete"]
    assert manifest["examples"] == manifest["done"] == 14
    assert manifest["shards"] == 4
    assert sum(manifest["statuses"].values()) == 14
    assert manifest["skips"] == {}
    assert manifest["method"]["beta"] == 0.5
    assert manifest["libraries"]["torch"] == version("torch")
    found = explanations(finished)
    costs = manifest["costs"]
    assert costs["gradients"] == sum(e.gradients for e in found)
    assert costs["forwards"] == sum(e.forwards for e in found)
    assert 0 <= costs["padding_waste"] < 0.5
    assert (costs["forward_budget"], costs["gradient_budget"], costs["halvings"]) == (1024, 512, 0)
    assert {len(part) for part in (manifest["fingerprint"]["data"], manifest["fingerprint"]["model"])} == {64}
    assert [s["processes"] for s in manifest["sessions"]] == [1]


def test_progress_adds_up_also_on_resume(model: Path, data: Path, tmp_path: Path) -> None:
    first = Watch()
    load = tampered(model, interrupted_after(12, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        run(model, data, tmp_path, load=load, progress=first)
    assert (first.total, first.ended) == (14, 1)
    assert 0 < first.done < 14
    second = Watch()
    run(model, data, tmp_path, progress=second)
    assert (second.total, second.done, second.ended) == (14, 14, 1)


def test_ctrl_c_keeps_what_is_finished_and_a_resume_gives_the_same_bytes(
    model: Path, data: Path, finished: RunStore, tmp_path: Path
) -> None:
    load = tampered(model, interrupted_after(12, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        run(model, data, tmp_path, load=load)
    kept = shard_bytes(tmp_path)
    assert 0 < len(kept) < 4
    assert not RunStore(tmp_path).manifest()["complete"]
    store = run(model, data, tmp_path)
    assert_whole(store, data)
    assert shard_bytes(tmp_path) == shard_bytes(finished.path)
    sessions = store.manifest()["sessions"]
    assert [s["missing"] for s in sessions] == [4, 4 - len(kept)]
    assert [s["ended"] is None for s in sessions] == [True, False]


def test_a_finished_run_is_not_computed_again(model: Path, data: Path, tmp_path: Path) -> None:
    run(model, data, tmp_path)
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "shards").iterdir()}
    load = tampered(model, interrupted_after(0, RuntimeError("nobody should ask")))
    run(model, data, tmp_path, load=load)
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "shards").iterdir()} == before


@pytest.mark.parametrize("harm", ["cut", "alter"])
def test_a_harmed_shard_is_recomputed(
    model: Path, data: Path, finished: RunStore, tmp_path: Path, harm: str
) -> None:
    run(model, data, tmp_path)
    shard = tmp_path / "shards" / "00002.parquet"
    content = shard.read_bytes()
    shard.write_bytes(content[:500] if harm == "cut" else content.replace(b"PAR1", b"PAR2", 1))
    store = run(model, data, tmp_path)
    assert store.manifest()["sessions"][-1]["missing"] == 1
    assert shard_bytes(tmp_path) == shard_bytes(finished.path)


def test_a_full_disk_is_a_clear_error_and_the_run_can_go_on(
    model: Path, data: Path, finished: RunStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, writes = Path.write_bytes, [2]

    def full(self: Path, content: bytes) -> int:
        writes[0] -= 1
        if writes[0] < 0:
            plain(self, content[:100])
            raise OSError(errno.ENOSPC, "No space left on device")
        return plain(self, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(AuditError, match="No space left on device") as caught:
        run(model, data, tmp_path)
    assert "run the same command again" in caught.value.hint
    monkeypatch.undo()
    assert len(shard_bytes(tmp_path)) == 2
    assert_whole(run(model, data, tmp_path), data)
    assert shard_bytes(tmp_path) == shard_bytes(finished.path)


def poisoned(classifier: Classifier) -> None:
    """Texts with "cry" give NaN, those with "laugh" make the model raise."""
    plain = classifier.logits
    nan, bad = (classifier.tokenizer.convert_tokens_to_ids(word) for word in ("cry", "laugh"))

    def logits(rows: Any) -> Any:
        if any(bad in row.ids for row in rows):
            raise IndexError("index out of range in self\nand a long story")
        found = plain(rows)
        found[[nan in row.ids for row in rows]] = float("nan")
        return found

    classifier.logits = logits  # type: ignore[method-assign]


def test_an_example_that_fails_is_a_skip_and_costs_no_other(model: Path, tmp_path: Path) -> None:
    data = write_data(tmp_path / "texts.tsv", 30, extra=("do not cry", "a laugh"))
    store = run(model, data, tmp_path / "out", load=tampered(model, poisoned))
    outcomes = assert_whole(store, data)
    assert [o.explanation is None for o in outcomes] == [False] * 30 + [True, True]
    assert "not finite" in outcomes[30].reason
    assert outcomes[31].reason == "the model failed: IndexError: index out of range in self"
    assert sum(store.manifest()["skips"].values()) == 2
    clean = run(model, data, tmp_path / "clean")
    for left, right in zip(outcomes[:30], clean.outcomes(), strict=False):
        assert_same(left.explanation, right.explanation)  # type: ignore[arg-type]


def test_more_than_a_tenth_failing_stops_the_run(model: Path, tmp_path: Path) -> None:
    data = write_data(tmp_path / "texts.tsv", 8, extra=("do not cry",) * 1 + ("cry", "cry cry"))
    with pytest.raises(AuditError, match=r"3 of 11 examples failed, more than 10%.*not finite") as caught:
        run(model, data, tmp_path / "out", load=tampered(model, poisoned))
    assert "--fresh" in caught.value.hint
    assert not RunStore(tmp_path / "out").manifest()["complete"]
    tolerant = SweepConfig(shard_size=4, failures=0.5)
    assert_whole(run(model, data, tmp_path / "out", settings=tolerant), data)


def small_memory(rows_at_most: int) -> Callable[[Classifier], None]:
    """A device on which larger batches do not fit."""

    def change(classifier: Classifier) -> None:
        plain, plain_gradients = classifier.logits, classifier.gradients

        def logits(rows: Any) -> Any:
            if len(rows) > rows_at_most:
                raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
            return plain(rows)

        def gradients(rows: Any, *rest: Any) -> Any:
            if len(rows) > rows_at_most:
                raise RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory")
            return plain_gradients(rows, *rest)

        classifier.logits = logits  # type: ignore[method-assign]
        classifier.gradients = gradients  # type: ignore[method-assign]

    return change


def test_out_of_memory_halves_the_batches_and_goes_on(
    model: Path, data: Path, finished: RunStore, tmp_path: Path
) -> None:
    said: list[str] = []
    store = run(model, data, tmp_path, load=tampered(model, small_memory(5)), notify=said.append)
    assert_whole(store, data)
    costs = store.manifest()["costs"]
    assert costs["halvings"] > 0
    assert costs["forward_budget"] < 1024
    assert costs["gradient_budget"] < 512
    assert len(said) >= 1
    assert "out of memory" in said[0]
    assert costs["halvings"] < 20  # learned once, not in every batch
    for left, right in zip(explanations(store), explanations(finished), strict=True):
        assert_same(left, right)


def test_out_of_memory_for_one_row_is_a_skip(model: Path, tmp_path: Path) -> None:
    data = write_data(tmp_path / "texts.tsv", 15, extra=("good " * 30,))

    def change(classifier: Classifier) -> None:
        plain = classifier.logits

        def logits(rows: Any) -> Any:
            if max(map(len, rows)) > 25:
                raise torch.OutOfMemoryError("CUDA out of memory")
            return plain(rows)

        classifier.logits = logits  # type: ignore[method-assign]

    outcomes = assert_whole(run(model, data, tmp_path / "out", load=tampered(model, change)), data)
    assert [o.reason for o in outcomes] == [""] * 15 + ["out of memory for a single row"]


@pytest.mark.parametrize("settings", [(1, 1), (100, 37), (100_000, 100_000)], ids=str)
def test_results_do_not_depend_on_the_batch_size(
    model: Path, data: Path, finished: RunStore, tmp_path: Path, settings: tuple[int, int]
) -> None:
    options = SweepConfig(shard_size=4, forward_tokens=settings[0], gradient_tokens=settings[1])
    store = run(model, data, tmp_path, settings=options)
    for left, right in zip(explanations(store), explanations(finished), strict=True):
        assert_same(left, right)


def test_the_shard_size_changes_no_result(
    model: Path, data: Path, finished: RunStore, tmp_path: Path
) -> None:
    store = run(model, data, tmp_path, settings=SweepConfig(shard_size=64))
    assert len(shard_bytes(tmp_path)) == 1
    for left, right in zip(explanations(store), explanations(finished), strict=True):
        assert_same(left, right)


def test_repeated_texts_are_computed_once(model: Path, tmp_path: Path, monkeypatch: Any) -> None:
    texts = ("a good film", "a dull film", "a good film", "", "a good film", "so so", "a dull film")
    data = tmp_path / "texts.csv"
    data.write_text("text,label\n" + "".join(f'"{t}",{i % 2}\n' for i, t in enumerate(texts)))
    encoded: list[str] = []
    plain = Classifier.encode

    def encode(self: Classifier, *given: str) -> Any:
        encoded.extend(given)
        return plain(self, *given)

    monkeypatch.setattr(Classifier, "encode", encode)
    store = run(model, data, tmp_path / "out", settings=SweepConfig(shard_size=2))
    assert sorted(text for text in encoded if "probe" not in text) == ["a dull film", "a good film", "so so"]
    outcomes = assert_whole(store, data)
    assert [o.explanation.texts[0] for o in outcomes if o.explanation] == [t for t in texts if t]
    assert [o.row for o in outcomes] == [1, 2, 3, 5, 6, 7]
    manifest = store.manifest()
    assert manifest["repeated"] == 3
    assert manifest["data"]["unreadable"] == {"empty text": 1}
    assert [o.gold for o in outcomes] == ["0", "1", "0", "0", "1", "0"]


def test_another_fingerprint_is_refused_and_fresh_starts_over(
    model: Path, data: Path, tmp_path: Path
) -> None:
    run(model, data, tmp_path / "out")
    other = write_data(tmp_path / "other.tsv", 14, seed=1)
    with pytest.raises(AuditError, match=r"holds another run: data .* there, .* here"):
        run(model, other, tmp_path / "out")
    with pytest.raises(AuditError, match=r"beta 0.5 there, 0.4 here"):
        run(model, data, tmp_path / "out", config=CidrConfig(**{**vars(CONFIG), "beta": 0.4}))
    assert_whole(run(model, other, tmp_path / "out", fresh=True), other)


def test_a_folder_that_another_run_writes_to_is_refused(model: Path, data: Path, tmp_path: Path) -> None:
    lock = Lock(tmp_path / "run.lock")
    lock.take()
    with pytest.raises(AuditError, match="another audit is writing"):
        run(model, data, tmp_path, fresh=True)
    lock.release()
    assert_whole(run(model, data, tmp_path), data)


def test_a_file_where_the_folder_should_be(model: Path, data: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way")
    with pytest.raises(AuditError, match="cannot write"):
        run(model, data, tmp_path / "out")


def test_the_order_of_the_rows_changes_no_result(
    model: Path, data: Path, finished: RunStore, tmp_path: Path
) -> None:
    header, *lines = data.read_text().splitlines()
    turned = tmp_path / "turned.tsv"
    turned.write_text("\n".join([header, *reversed(lines)]) + "\n")
    found = explanations(run(model, turned, tmp_path / "out"))
    for left, right in zip(reversed(found), explanations(finished), strict=True):
        assert_same(left, right)


def test_removal_must_fit_the_classifier(model: Path, data: Path, tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="loaded to pad"):
        sweep(
            loader(model),
            load_dataset(data),
            CidrConfig(removal="mask"),
            out=tmp_path,
            settings=SETTINGS,
            device="cpu",
        )


def test_mixed_precision_runs_and_is_another_run(model: Path, data: Path, tmp_path: Path) -> None:
    options = SweepConfig(shard_size=4, mixed_precision="bf16")
    assert_whole(run(model, data, tmp_path, settings=options), data)
    with pytest.raises(AuditError, match="mixed_precision"):
        run(model, data, tmp_path)


def test_the_notes_beside_a_shard_agree_with_it(finished: RunStore) -> None:
    notes = json.loads((finished.folder / "00000.json").read_text())
    assert notes["examples"] == len(finished.read_shard(0)) == 4
    assert notes["bytes"] == (finished.folder / "00000.parquet").stat().st_size
