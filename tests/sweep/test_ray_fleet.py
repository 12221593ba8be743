"""The fleet with a stand-in for Ray: who gets what, who is left out, and what the loss of a worker costs."""

import os
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from auditor.errors import AuditError, HaltError
from auditor.model.open_model import FromPath, Wish
from auditor.sweep import ray_fleet
from auditor.sweep.ledger import DIED, MEMORY
from auditor.sweep.ray_fleet import ModelFiles
from tests.sweep.ray_stand_in import OutOfMemoryError, Ray, RayError, errands, fleet, right
from tests.sweep.test_ledger import Squares


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_fleet, "LOOK", 0.0)
    monkeypatch.setattr(ray_fleet, "PAUSE", 0.0)


def test_all_workers_share_the_errands_and_every_result_comes_once() -> None:
    ray = Ray({"a": 1, "b": 2})
    found = list(fleet(ray).work(errands(20)))
    assert len(found) == 20 and dict(found) == right(20)
    assert sorted(ray.hired) == ["a", "b", "b"] and set(ray.did) == {"a", "b"}


def test_a_second_list_is_done_by_the_same_workers() -> None:
    ray = Ray({"a": 1})
    crew = fleet(ray)
    assert dict(crew.work(errands(3))) == right(3) == dict(crew.work(errands(3)))
    assert list(crew.work([])) == [] and ray.hired == ["a"]


def test_never_more_workers_than_are_wanted_and_the_machines_share_them() -> None:
    ray = Ray({"a": 4, "b": 4})
    list(fleet(ray, workers=2).work(errands(4)))
    assert sorted(ray.hired) == ["a", "b"]
    ray = Ray({"a": 4, "b": 4})
    list(fleet(ray, most=3).work(errands(4)))
    assert len(ray.hired) == 3


def test_a_machine_that_comes_gets_workers() -> None:
    ray = Ray({"a": 1})
    work = fleet(ray).work(errands(12))
    found = [next(work)]
    ray.cores["b"] = 1
    found += work
    assert dict(found) == right(12) and set(ray.did) == {"a", "b"}


def test_a_machine_that_goes_costs_the_errand_it_had() -> None:
    ray = Ray({"a": 1, "b": 1})
    work = fleet(ray).work(errands(12, size=3))
    found = [next(work), next(work)]
    del ray.cores["b"]
    found += work
    assert len(found) == 12 and dict(found) == right(12, size=3)


def test_an_errand_that_a_worker_died_of_once_is_done_whole_by_another() -> None:
    seen: list[tuple[str, Squares]] = []

    def dies_once(step: str, node: str, errand: Squares | None) -> None:
        if step == "do" and errand is not None and 10 in errand.numbers:
            seen.append((node, errand))
            if len(seen) == 1:
                raise RayError("worker died")

    ray = Ray({"a": 1, "b": 1}, fate=dies_once)
    assert dict(fleet(ray).work(errands(4, size=4))) == right(4, size=4)
    assert [errand for _, errand in seen] == [Squares((10, 11, 12, 13))] * 2
    assert seen[0][0] != seen[1][0] and len(ray.hired) == 3


@pytest.mark.parametrize(
    ("error", "reason"),
    [(RayError("died"), DIED), (OutOfMemoryError("killed"), MEMORY), (MemoryError(), MEMORY)],
)
def test_what_kills_every_worker_is_cut_down_to_the_text_that_does_it(error: Exception, reason: str) -> None:
    def poisonous(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
        if step == "do" and errand is not None and 12 in errand.numbers:
            raise error

    ray = Ray({"a": 1, "b": 1}, fate=poisonous)
    expected: dict[int, list[Any]] = {**right(3, size=4), 1: [100, 121, reason, 169]}
    assert dict(fleet(ray).work(errands(3, size=4))) == expected


def test_an_error_of_the_work_itself_ends_the_audit() -> None:
    def broken(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
        if step == "do":
            raise HaltError("no more", "stop")

    with pytest.raises(HaltError, match="no more"):
        list(fleet(Ray({"a": 1}, fate=broken)).work(errands(2)))


def test_a_machine_with_other_versions_is_left_out_and_named() -> None:
    def differs(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
        if node == "b" and step == "equip":
            raise AuditError("other versions are installed", "Install the same.")

    said: list[str] = []
    ray = Ray({"a": 1, "b": 1}, fate=differs)
    assert dict(fleet(ray, said=said).work(errands(6))) == right(6)
    assert set(ray.did) == {"a"} and len(ray.hired) == 2
    assert said == ["Warning: the worker on host-b: other versions are installed; that machine is left out"]


def other_versions_on_b(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
    if node == "b" and step == "equip":
        raise AuditError("other versions are installed", "Install the same.")


def test_a_machine_that_is_left_out_does_not_end_the_waiting_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ray_fleet, "PAUSE", 0.01)
    said: list[str] = []
    ray = Ray({"a": 1, "b": 1, "head": 0}, fate=other_versions_on_b)
    work = fleet(ray, said=said, wait=30.0).work(errands(12))
    found = [next(work) for _ in range(3)]
    del ray.cores["a"], ray.cores["b"]
    monkeypatch.setattr(ray_fleet.time, "sleep", lambda _: ray.cores.update(c=1))
    found += work
    assert dict(found) == right(12) and ray.did[-1] == "c"
    assert said[1:] == ["all Ray workers are lost; waiting for a machine"]


def test_where_only_machines_that_are_left_out_stay_theirs_is_the_reason() -> None:
    """A machine without cores for workers, as the first of a cluster often is, makes no difference."""
    ray = Ray({"a": 1, "b": 1, "head": 0}, fate=other_versions_on_b)
    work = fleet(ray, wait=30.0).work(errands(12))
    for _ in range(3):
        next(work)
    del ray.cores["a"]
    with pytest.raises(AuditError, match="the worker on host-b: other versions"):
        list(work)


@pytest.mark.parametrize("machines", [{"a": 1}, {"a": 1, "b": 1}], ids=len)
def test_one_worker_that_dies_is_replaced_at_once(
    machines: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long ago the last look at the machines was, and whoever else is left out."""
    monkeypatch.setattr(ray_fleet, "LOOK", 1000.0)
    calls = count()

    def fate(step: str, node: str, errand: Squares | None) -> None:
        other_versions_on_b(step, node, errand)
        if step == "do" and next(calls) == 3:
            raise RayError("worker died")

    said: list[str] = []
    ray = Ray(machines, fate=fate)
    assert dict(fleet(ray, said=said).work(errands(12))) == right(12)
    assert ray.hired.count("a") == 2 and not [line for line in said if "lost" in line]


def test_where_every_machine_is_left_out_the_reason_ends_the_audit() -> None:
    def differs(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
        if step == "start":
            raise AuditError("cannot load the model", "Copy it.")

    with pytest.raises(AuditError, match="the worker on host-a: cannot load the model") as caught:
        list(fleet(Ray({"a": 1}, fate=differs)).work(errands(1)))
    assert caught.value.hint == "Copy it."


@pytest.mark.parametrize("error", [MemoryError(), OutOfMemoryError("killed")])
def test_a_model_that_fits_no_worker_is_said_to(error: Exception) -> None:
    def too_large(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
        if step == "start":
            raise error

    with pytest.raises(AuditError, match="the model does not fit a worker on host-a: out of memory"):
        list(fleet(Ray({"a": 1}, fate=too_large)).work(errands(1)))


def test_a_machine_that_holds_the_model_once_gets_one_worker() -> None:
    ready: list[str] = []

    def room_for_one(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
        if step == "start" and ready:
            raise MemoryError
        ready.extend([node] * (step == "start"))

    ray = Ray({"a": 3}, fate=room_for_one)
    assert dict(fleet(ray).work(errands(5))) == right(5)
    assert len(ray.hired) == 3


def test_a_worker_without_this_program_is_left_out() -> None:
    def lacks(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
        if step == "start":
            raise RayError("died in its constructor\nModuleNotFoundError: No module named 'auditor'\nmore")

    with pytest.raises(AuditError, match="host-a cannot begin: ModuleNotFoundError: No module named"):
        list(fleet(Ray({"a": 1}, fate=lacks)).work(errands(1)))


def test_all_are_lost_and_none_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_fleet, "PAUSE", 0.01)
    said: list[str] = []
    ray = Ray({"a": 1})
    work = fleet(ray, said=said).work(errands(5))
    next(work)
    ray.cores.clear()
    with pytest.raises(AuditError, match="all Ray workers are lost, and none came within 0 s"):
        list(work)
    assert said == ["all Ray workers are lost; waiting for a machine"]


def test_gpus_are_counted_and_where_there_is_none_it_is_said_at_once() -> None:
    ray = Ray({"a": 8}, gpus=1)
    assert dict(fleet(ray, gpus_per_worker=0.5).work(errands(3))) == right(3)
    assert len(ray.hired) == 2
    with pytest.raises(AuditError, match="no machine of the Ray cluster has 1 GPU for a worker"):
        fleet(Ray({"a": 8}), gpus_per_worker=1)


def test_all_workers_are_dismissed() -> None:
    ray = Ray({"a": 2})
    crew = fleet(ray)
    list(crew.work(errands(3)))
    crew.dismiss()
    assert len(ray.killed) == 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_text("weights")
    return tmp_path


def test_a_machine_with_another_model_is_sent_the_files(folder: Path) -> None:
    ray = Ray({"a": 1, "b": 1}, others={"b"})
    assert dict(fleet(ray, load=FromPath(str(folder), Wish())).work(errands(8))) == right(8)
    assert ray.shipped == [{"config.json": b"{}", "model.safetensors": b"weights"}]
    assert set(ray.did) == {"a", "b"}


def test_files_that_changed_meanwhile_are_not_sent(folder: Path) -> None:
    crew = fleet(Ray({"a": 1}, others={"a"}), load=FromPath(str(folder), Wish()))
    (folder / "model.safetensors").write_text("others!")
    os.utime(folder / "model.safetensors", (1, 1))
    with pytest.raises(AuditError, match="changed after the audit began"):
        list(crew.work(errands(1)))


def test_a_model_that_is_in_no_directory_cannot_be_sent() -> None:
    said: list[str] = []
    ray = Ray({"a": 1, "b": 1}, others={"b"})
    assert dict(fleet(ray, said=said).work(errands(4))) == right(4)
    assert said == ["Warning: the worker on host-b: the model is another one there; that machine is left out"]


def test_a_relative_path_is_the_same_everywhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    loading = ModelFiles(FromPath(folder.name, Wish())).loading("cpu")
    assert loading.folder == str(folder) and loading.load == FromPath(str(folder), Wish())
    assert [name for name, _ in loading.sizes] == ["config.json", "model.safetensors"]


def test_a_hub_id_is_no_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert ModelFiles(FromPath("owner/name", Wish())).loading("cpu").folder == ""
