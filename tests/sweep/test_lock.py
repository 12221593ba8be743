"""One run at a time writes to a folder, on any file system; a lock outlives nobody."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.sweep import lock as locking
from auditor.sweep import signs
from auditor.sweep.lock import ALIVE, Lock
from auditor.sweep.signs import born, machine


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signs, "BEAT", 0.05)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.lock"


def on_another_machine(path: Path, run: str, number: int = 0) -> Path:
    """The lock of a process of another machine, with its sign of life."""
    sign = path.parent / ALIVE / f"{run}-0.json"
    sign.parent.mkdir(exist_ok=True)
    content = {"machine": "elsewhere", "host": "far", "pid": 1, "born": "1", "number": number}
    sign.write_text(json.dumps(content), encoding="utf-8")
    path.write_text(run, encoding="ascii")
    return sign


def test_a_second_run_is_kept_out_while_any_process_of_the_first_lives(path: Path) -> None:
    first, second = Lock(path), Lock(path)
    helper = Lock(path, run=first.run, member=1)
    first.take()
    helper.join()
    with pytest.raises(AuditError, match="another audit is writing"):
        second.take()
    first.release()
    with pytest.raises(AuditError, match="another audit is writing"):
        second.take()
    helper.release()
    helper.release()
    second.take()
    second.release()
    assert list(path.parent.iterdir()) == []


def test_a_lock_dies_with_its_holder(path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from auditor.sweep.lock import Lock;"
        "Lock(Path(sys.argv[1])).take(); os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(path)], check=False).returncode == -9
    assert path.exists()
    begin = time.monotonic()
    lock = Lock(path)
    lock.take()
    assert time.monotonic() - begin < 5  # the operating system knows: nobody waits for a sign
    lock.release()


def test_a_process_number_that_another_process_has_now_is_not_the_holder(path: Path) -> None:
    sign = on_another_machine(path, "before")
    content = {"machine": machine(), "host": "here", "pid": os.getpid(), "born": "1", "number": 3}
    sign.write_text(json.dumps(content), encoding="utf-8")
    assert born(os.getpid()) not in ("", "1")
    lock = Lock(path)
    lock.take()
    lock.release()


def test_a_run_of_another_machine_is_given_time_for_a_sign(path: Path) -> None:
    sign = on_another_machine(path, "far")
    lock = Lock(path, patience=0.4)
    script = (
        "import sys, time; from pathlib import Path; time.sleep(0.1); sign = Path(sys.argv[1]); "
        "new = sign.with_suffix('.new'); "  # in one step, as signs are written
        "new.write_text(sign.read_text().replace('\"number\": 0', '\"number\": 1')); new.replace(sign)"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(sign)]) as beat:
        with pytest.raises(AuditError, match="another audit is writing"):
            lock_with_patience(path, 60.0).take()
        assert beat.wait() == 0
    begin = time.monotonic()
    lock.take()  # no further sign
    assert time.monotonic() - begin >= 0.4
    assert not sign.exists()
    lock.release()


def lock_with_patience(path: Path, patience: float) -> Lock:
    return Lock(path, patience=patience)


def test_of_many_that_start_at_once_one_gets_it(path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from auditor.sweep.lock import Lock\n"
        "from auditor.errors import AuditError\n"
        "lock = Lock(Path(sys.argv[1]))\n"
        "try: lock.take()\n"
        "except AuditError: sys.exit('refused')\n"
        "print('held', flush=True); sys.stdin.read(); lock.release()"
    )
    on_another_machine(path, "gone").unlink()  # what a killed run left behind
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(path)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(4)
    ]  # fmt: skip
    deadline = time.monotonic() + 120
    while sum(run.poll() is not None for run in runs) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert sum(run.poll() is None for run in runs) == 1
    said = [run.communicate()[0] for run in runs]
    assert sorted(said) == ["", "", "", "held\n"]


def test_without_hard_links_it_is_a_lock_all_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(locking.os, "link", refuse)
    first, second = Lock(path), Lock(path)
    first.take()
    with pytest.raises(AuditError, match="another audit is writing"):
        second.take()
    first.release()
    second.take()
    second.release()


def test_a_folder_that_cannot_be_written_is_not_said_to_be_locked(path: Path) -> None:
    path.mkdir()  # a lock that cannot be created
    with pytest.raises(AuditError) as caught:
        Lock(path).take()
    assert "another audit" not in caught.value.message
    (path.parent / "file").write_text("")
    with pytest.raises(AuditError, match="cannot write"):
        Lock(path.parent / "file" / "run.lock")
