"""Questions to the model shared among processes: fair shares, every chunk once, the bytes of one process."""

import json
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.cidr.asking import Laboratory
from auditor.sweep import crew
from auditor.sweep.crew import deal, dismiss, serve, shared
from auditor.sweep.launch import launch
from auditor.sweep.world import World, join, leave
from tests.sweep.support import loader

ROOT = Path(__file__).parents[2]
TEXTS = [
    f"{a} {b} film and so {c}"
    for a in ("good", "bad")
    for b in ("fun", "dull", "slow")
    for c in ("on", "off")
]


@pytest.mark.parametrize("hands", [1, 2, 3, 7])
def test_every_number_is_dealt_once_and_no_share_is_much_larger(hands: int) -> None:
    random = Random(hands)  # noqa: S311 (costs, not secrets)
    for count in (0, 1, 5, 40):
        costs = [random.randint(1, 100) for _ in range(count)]
        shares = deal(costs, hands)
        assert sorted(number for share in shares for number in share) == list(range(count))
        sums = [sum(costs[number] for number in share) for share in shares]
        assert max(sums) - min(sums) <= max(costs, default=0)
        for share in shares:
            assert all(costs[a] >= costs[b] for a, b in pairwise(share))


def test_worked_by_hand() -> None:
    assert deal([5, 9, 4, 3], 2) == [[1, 3], [0, 2]]
    assert deal([7], 3) == [[0], [], []]


def test_nothing_to_ask_reaches_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "agree", lambda *_: pytest.fail("somebody was called"))
    assert list(shared(World(0, 2, "cpu"), [], lambda _: [])) == []


def questions() -> list[tuple[tuple[str, ...], np.ndarray]]:
    random = np.random.default_rng(1)
    return [((text,), random.random((5, len(text.split()))) < 0.3) for text in TEXTS]


def answers_of(model: Path, out: Path) -> None:
    """Two questions asked by the main process, answered by all; the answers' bits are written down."""
    world = join("cpu")
    calls = []
    laboratory = Laboratory(loader(model)("cpu"), spread=lambda chunks, work: shared(world, chunks, work))

    def counted(chunk: object) -> object:
        calls.append(chunk)
        return laboratory.work(chunk)  # type: ignore[arg-type]

    if world.main:
        object.__setattr__(laboratory, "spread", lambda chunks, _: shared(world, chunks, counted))
        first = laboratory.ask(questions(), what="deletions")
        second = laboratory.ask(questions()[:2], what="pairs", removal="delete")
        dismiss(world)
        bits = [None if answer is None else answer.tobytes().hex() for answer in (*first, *second)]
        out.write_text(json.dumps(bits))
    else:
        serve(world, counted)  # type: ignore[arg-type]
    out.with_suffix(f".{world.rank}").write_text(str(len(calls)))
    leave(world)


def test_two_processes_give_the_bytes_of_one(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setenv("AUDIT_TEST_CHUNK", "16")
    found, calls = {}, {}
    for processes in (1, 2):
        out = tmp_path / f"{processes}.json"
        command = [sys.executable, "-m", "tests.sweep.test_crew", str(model), str(out)]
        assert launch(command, processes) == 0
        found[processes] = json.loads(out.read_text())
        calls[processes] = [int(file.read_text()) for file in sorted(tmp_path.glob(f"{processes}.[01]"))]
    assert found[1] == found[2] and None not in found[1] and len(found[1]) == len(TEXTS) + 2
    assert sum(calls[1]) == sum(calls[2]) and min(calls[2]) >= 2  # each did its share


if __name__ == "__main__":
    import os

    from auditor.cidr import asking

    asking.CHUNK = int(os.environ["AUDIT_TEST_CHUNK"])
    answers_of(Path(sys.argv[1]), Path(sys.argv[2]))
