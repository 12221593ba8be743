"""The processes of a run: how many were started, and a process alone that talks to nobody."""

import pytest

from auditor.errors import AuditError
from auditor.sweep.world import World, agree, gather, leave, world_size

ALONE = World(0, 1, "cpu")


def test_without_a_word_there_is_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    assert world_size() == 1


def test_what_a_launcher_says_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORLD_SIZE", "4")
    assert world_size() == 4


@pytest.mark.parametrize("said", ["0", "-2", "two", "", "1.5"])
def test_a_number_of_processes_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("WORLD_SIZE", said)
    with pytest.raises(AuditError, match="must be the number of processes") as caught:
        world_size()
    assert repr(said) in caught.value.message and "--processes" in caught.value.hint


def test_the_first_process_is_the_one_that_speaks() -> None:
    assert [World(rank, 3, "cpu").main for rank in range(3)] == [True, False, False]


def test_a_process_alone_agrees_with_itself_and_waits_for_nobody() -> None:
    value = [object()]
    assert agree(ALONE, value) is value and gather(ALONE, value) is value
    leave(ALONE)
