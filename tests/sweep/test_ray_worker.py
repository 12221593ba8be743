"""A Ray worker without Ray: what it loads, what it refuses, and what it says of memory."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auditor.config import SweepConfig
from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.model.open_model import FromPath, Wish
from auditor.model.packing import is_packed
from auditor.sweep import ray_worker
from auditor.sweep.errands import Desk, Equipment
from auditor.sweep.ray_worker import Loading, RayWorker, sizes_in
from auditor.sweep.workload import installed, model_hash
from tests.sweep.support import loader


def loading(model: Path) -> Loading:
    return Loading(FromPath(str(model), Wish()), "cpu", str(model), sizes_in(model))


def equipment(model: Path, **changes: Any) -> Equipment:
    plain = Equipment(model_hash(loader(model)("cpu")), installed(), False, SweepConfig(shard_size=4))
    return replace(plain, **changes)


class WhoAreYou:
    """An errand that tells what it is done with."""

    def do(self, desk: Desk) -> Desk:
        return desk


def test_a_worker_sets_its_environment_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUDIT_TEST_VARIABLE", "before")
    RayWorker({"AUDIT_TEST_VARIABLE": "after"})
    assert os.environ["AUDIT_TEST_VARIABLE"] == "after"
    heavy = {"torch", "transformers", "numpy", "ray"}
    assert not heavy & set(vars(ray_worker))


def test_a_worker_with_the_model_is_ready(model: Path) -> None:
    worker = RayWorker({})
    worker.start(loading(model))
    assert worker.equip(equipment(model))
    desk = worker.do(WhoAreYou())
    assert isinstance(desk.classifier, Classifier) and desk.budget.window == 4
    assert not is_packed(desk.classifier.model)


def test_layers_are_packed_where_the_run_says_so(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[Any] = []
    monkeypatch.setattr("auditor.model.packing.pack", packed.append)
    worker = RayWorker({})
    worker.start(loading(model))
    assert worker.equip(equipment(model, packed=True)) and len(packed) == 1


def test_another_model_at_the_same_place_is_noticed(model: Path) -> None:
    worker = RayWorker({})
    worker.start(loading(model))
    assert not worker.equip(replace(equipment(model), model="0" * 64))


def test_a_directory_with_other_files_is_not_loaded_and_what_is_sent_is(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = pytest.importorskip("ray")
    monkeypatch.setattr(ray, "get", lambda reference: reference)
    (tmp_path / "model.safetensors").write_text("something else")
    worker = RayWorker({})
    worker.start(replace(loading(model), folder=str(tmp_path)))
    assert not worker.equip(equipment(model))
    files = {path.name: path.read_bytes() for path in model.iterdir()}
    assert worker.equip(equipment(model), files)
    assert model_hash(worker.do(WhoAreYou()).classifier) == equipment(model).model


def test_other_versions_are_named(model: Path) -> None:
    worker = RayWorker({})
    worker.start(loading(model))
    other = installed() | {"torch": "1.0"}
    with pytest.raises(AuditError, match=r"other versions are installed on .*: torch .* in place of 1\.0"):
        worker.equip(equipment(model, versions=other))


@pytest.mark.parametrize(
    "cause",
    [
        MemoryError(),
        RuntimeError("DefaultCPUAllocator: can't allocate memory"),
        RuntimeError("CUDA out of memory"),
    ],
)
def test_a_model_that_does_not_fit_is_out_of_memory_whatever_it_was_taken_for(cause: Exception) -> None:
    def load(_: str) -> Any:
        raise AuditError("its files are damaged") from cause

    with pytest.raises(MemoryError):
        RayWorker({}).start(Loading(load, "cpu"))


def test_another_trouble_with_the_model_is_said_as_it_is() -> None:
    def load(_: str) -> Any:
        raise AuditError("no weights") from ValueError("what")

    with pytest.raises(AuditError, match="no weights"):
        RayWorker({}).start(Loading(load, "cpu"))


def test_a_folder_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    assert sizes_in(tmp_path / "nowhere") == ()
