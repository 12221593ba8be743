"""The cost model agrees with a simulation of how shards are taken."""

import heapq
from collections.abc import Iterable
from random import Random

import pytest

from auditor.sweep.cost import COUNTING, STARTING, Work, seconds


def work(shards: int, shard: float) -> Work:
    return Work(texts=64 * shards, shards=shards, sweep=shards * shard, interventions=0.0)


def serial_share(work: Work, processes: int) -> float:
    """The share of the time in which one process works and the others wait."""
    return (STARTING + COUNTING * work.texts) / seconds(work, processes)


def simulated(shards: Iterable[float], processes: int) -> float:
    """When the last shard is done, if each process takes the next one as soon as it is free."""
    free = [0.0] * processes
    for needed in shards:
        heapq.heapreplace(free, free[0] + needed)
    return max(free)


def test_the_simulation_by_hand() -> None:
    assert simulated([3.0, 1.0, 1.0, 2.0], 1) == 7.0
    assert simulated([3.0, 1.0, 1.0, 2.0], 2) == 4.0  # 3 | 1 1 2
    assert simulated([1.0, 1.0, 5.0], 3) == 5.0
    assert simulated([], 4) == 0.0


@pytest.mark.parametrize("processes", [1, 2, 16, 64])
def test_the_model_is_near_the_simulation(processes: int) -> None:
    """Within a tenth; within a fifth where a process has fewer than ten shards."""
    random = Random(0)  # noqa: S311 (times, not secrets)
    for count in (200, 3000):
        times = [random.uniform(0.7, 1.3) * 60 for _ in range(count)]
        expected = work(count, sum(times) / count)
        near = 0.1 if count >= 10 * processes else 0.2
        fixed = STARTING + COUNTING * expected.texts
        assert seconds(expected, processes) - fixed == pytest.approx(simulated(times, processes), rel=near)


def test_a_part_of_a_shard_is_no_work_for_another_process() -> None:
    assert seconds(work(3, 100.0), 2) > seconds(work(2, 100.0), 2) + 90
    assert seconds(work(4, 100.0), 8) == seconds(work(4, 100.0), 4)


def test_the_serial_part_grows_with_processes() -> None:
    shares = [serial_share(work(10_000, 60.0), processes) for processes in (1, 8, 512, 4096)]
    assert shares == sorted(shares) and shares[0] < 0.001 and shares[-1] > 0.1
