"""The fleet where others have taken the cores of a machine: its workers are asked for elsewhere."""

from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from auditor.sweep import ray_fleet
from tests.sweep.ray_stand_in import Later, Ray, RayError, errands, fleet, right
from tests.sweep.test_ledger import Squares


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that goes on by a second whenever the fleet waits for its workers."""
    times, plain = [ray_fleet.LOOK], Ray.wait

    def wait(*given: Any, **options: Any) -> tuple[list[Later], list[Later]]:
        times.append(times[-1] + 1)
        assert times[-1] < 10_000, "the fleet waits for ever"
        return plain(*given, **options)

    monkeypatch.setattr(Ray, "wait", wait)
    monkeypatch.setattr(ray_fleet, "time", SimpleNamespace(monotonic=lambda: times[-1], sleep=pytest.fail))
    return times


def test_workers_whose_cores_are_taken_go_to_a_machine_that_has_room(clock: list[float]) -> None:
    ray = Ray({"a": 3}, taken={"a"})
    crew = fleet(ray, workers=3)
    ray.cores["b"] = 2
    assert dict(crew.work(errands(8))) == right(8)
    assert ray.hired == ["a", "a", "a", "b", "b"] and set(ray.did) == {"b"}
    assert ray_fleet.PLACED_WITHIN < clock[-1] < 3 * ray_fleet.PLACED_WITHIN


@pytest.mark.usefixtures("clock")
def test_a_worker_that_dies_is_not_asked_for_again_where_nobody_got_a_core() -> None:
    calls = count()

    def dies_once(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
        if step == "do" and next(calls) == 3:
            raise RayError("worker died")

    ray = Ray({"a": 1}, taken={"a"}, fate=dies_once)
    crew = fleet(ray, workers=1)
    ray.cores["b"] = 1
    assert dict(crew.work(errands(8))) == right(8)
    assert ray.hired == ["a", "b", "b"]


def test_a_worker_goes_round_with_more_patience_until_it_gets_a_core(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = Ray({"a": 1, "b": 1}, taken={"a", "b"})
    plain = ray.wait

    def freed(*given: Any, **options: Any) -> tuple[list[Later], list[Later]]:
        if clock[-1] > 10 * ray_fleet.PLACED_WITHIN:
            ray.taken.discard("a")
        return plain(*given, **options)

    monkeypatch.setattr(ray, "wait", freed)
    assert dict(fleet(ray, workers=1).work(errands(3))) == right(3)
    assert ray.hired == ["a", "b", "a", "b", "a"] and set(ray.did) == {"a"}


def test_a_worker_that_got_its_core_while_nobody_asked_stays(clock: list[float]) -> None:
    ray = Ray({"a": 1})
    crew = fleet(ray, workers=1)
    ray.cores["b"] = 1
    clock.append(10 * ray_fleet.PLACED_WITHIN)
    assert dict(crew.work(errands(3))) == right(3) and ray.hired == ["a"]


def test_a_worker_that_loads_its_model_for_long_is_left_to_it(clock: list[float]) -> None:
    def slow(step: str, node: str, errand: Squares | None) -> None:  # noqa: ARG001
        clock.append(clock[-1] + 10 * ray_fleet.PLACED_WITHIN * (step == "start"))

    ray = Ray({"a": 1}, fate=slow)
    crew = fleet(ray, workers=1)
    ray.cores["b"] = 1
    assert dict(crew.work(errands(3))) == right(3) and ray.hired == ["a"]
