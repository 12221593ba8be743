"""The lock and the queue of a run: what stands in the way is said, and a number is never given twice."""

from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.sweep.lock import Lock, begin_queue, take_next


def test_a_lock_makes_the_folders_that_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "run.lock"
    lock = Lock(path)
    lock.take(shared=False)
    assert path.exists()
    lock.release()


def test_a_lock_can_be_shared_and_taken_back_by_its_only_holder(tmp_path: Path) -> None:
    path = tmp_path / "run.lock"
    one, other = Lock(path), Lock(path)
    one.take(shared=True)
    other.take(shared=True)
    with pytest.raises(AuditError, match=f"another audit is writing to {tmp_path}"):
        one.take(shared=False)
    other.release()
    one.take(shared=False)
    with pytest.raises(AuditError, match="another audit") as caught:
        Lock(path).take(shared=True)
    assert "choose another folder" in caught.value.hint
    one.release()
    one.release()  # a second time does nothing


def test_what_was_released_can_be_taken_by_others_at_once(tmp_path: Path) -> None:
    path = tmp_path / "run.lock"
    for _ in range(3):
        lock = Lock(path)
        lock.take(shared=False)
        lock.release()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where a folder is needed")
    for begin in (lambda: Lock(blocked / "run.lock"), lambda: begin_queue(blocked / "next.txt")):
        with pytest.raises(AuditError, match="cannot write") as caught:
            begin()
        assert str(blocked) in caught.value.message


def test_numbers_come_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "next.txt"
    begin_queue(path)
    assert [take_next(path) for _ in range(12)] == list(range(12))
    begin_queue(path)
    assert take_next(path) == 0  # a new run counts anew


def test_a_queue_that_a_killed_process_left_empty_begins_at_nought(tmp_path: Path) -> None:
    path = tmp_path / "next.txt"
    path.write_text("")
    assert [take_next(path), take_next(path)] == [0, 1]


def test_a_queue_that_is_gone_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(AuditError) as caught:
        take_next(tmp_path / "next.txt")
    assert "next.txt" in caught.value.message and "\n" not in caught.value.message
