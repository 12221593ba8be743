"""Several processes: the same results, any number may go on where another number stopped, kills included."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from auditor.errors import AuditError
from auditor.sweep.launch import launch, own_command, resume_command
from auditor.sweep.store import RunStore
from auditor.sweep.world import join
from tests.sweep.support import assert_whole, interrupted_after, run, shard_bytes, tampered

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def from_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")


def command(model: Path, data: Path, out: Path, *, pause: float = 0.0) -> list[str]:
    return [
        *(sys.executable, "-m", "tests.sweep.support"),
        *(str(model), str(data), str(out), "4", str(pause)),
    ]


def script(text: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", text, *arguments]


def wait_for(condition: object, seconds: float = 300.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def listen_to_interrupts() -> None:
    """A job in the background of a shell inherits that Ctrl-C is ignored; a user's command does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def children(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def test_two_processes_go_on_where_one_stopped_and_give_its_bytes(
    model: Path, data: Path, finished: RunStore, tmp_path: Path
) -> None:
    load = tampered(model, interrupted_after(12, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        run(model, data, tmp_path, load=load)
    assert launch(command(model, data, tmp_path, pause=0.02), 2) == 0
    assert_whole(RunStore(tmp_path), data)
    assert shard_bytes(tmp_path) == shard_bytes(finished.path)
    assert [s["processes"] for s in RunStore(tmp_path).manifest()["sessions"]] == [1, 2]


def test_one_of_two_killed_in_the_middle_and_one_goes_on(
    model: Path, data: Path, finished: RunStore, tmp_path: Path
) -> None:
    """The launcher is a process too, so that the test can find its children."""
    text = (
        "import sys; from auditor.sweep.launch import launch; from auditor.errors import AuditError\n"
        "try: sys.exit(launch(sys.argv[1:], 2))\n"
        "except AuditError as error: sys.exit(f'{error.message}\\n{error.hint}')"
    )
    launcher = subprocess.Popen(
        script(text, *command(model, data, tmp_path, pause=0.5)), stderr=subprocess.PIPE, text=True
    )
    store = RunStore(tmp_path)
    wait_for(lambda: store.finished() >= 1)
    os.kill(sorted(children(launcher.pid))[1], signal.SIGKILL)
    said = launcher.communicate(timeout=300)[1]
    assert launcher.returncode == 1
    assert "process 2 of 2 was killed by signal 9" in said
    assert "run the same command again" in said
    assert 0 < store.finished() < 4
    kept = shard_bytes(tmp_path)
    assert_whole(run(model, data, tmp_path), data)
    assert shard_bytes(tmp_path) == shard_bytes(finished.path)
    assert kept.items() <= shard_bytes(tmp_path).items()
    assert [s["processes"] for s in store.manifest()["sessions"]] == [2, 1]


def test_ctrl_c_reaches_both_and_one_goes_on(
    model: Path, data: Path, finished: RunStore, tmp_path: Path
) -> None:
    text = (
        "import sys; from auditor.sweep.launch import launch\n"
        "try: launch(sys.argv[1:], 2)\n"
        "except KeyboardInterrupt: sys.exit(130)"
    )
    launcher = subprocess.Popen(
        script(text, *command(model, data, tmp_path, pause=0.5)), preexec_fn=listen_to_interrupts
    )
    store = RunStore(tmp_path)
    wait_for(lambda: store.finished() >= 1)
    workers = children(launcher.pid)
    launcher.send_signal(signal.SIGINT)
    assert launcher.wait(timeout=300) == 130
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
    assert not store.manifest()["complete"]
    assert_whole(run(model, data, tmp_path), data)
    assert shard_bytes(tmp_path) == shard_bytes(finished.path)


def test_an_error_that_all_have_is_told_once(capfd: pytest.CaptureFixture[str]) -> None:
    assert launch(script("import sys; sys.exit('no luck')"), 2) == 1
    assert capfd.readouterr().err == "no luck\n"


def test_an_error_of_another_process_is_told_too(capfd: pytest.CaptureFixture[str]) -> None:
    text = "import os, sys, time; os.environ['RANK'] == '1' and sys.exit('no luck'); time.sleep(60)"
    begin = time.monotonic()
    assert launch(script(text), 2) == 1
    assert "no luck" in capfd.readouterr().err
    assert time.monotonic() - begin < 20


def test_a_process_that_is_killed_is_an_error_with_a_cure() -> None:
    with pytest.raises(AuditError, match="process 1 of 1 was killed by signal 9") as caught:
        launch(script("import os; os.kill(os.getpid(), 9)"), 1)
    assert "again" in caught.value.hint


def test_the_variables_that_torchrun_sets(tmp_path: Path) -> None:
    text = (
        "import os, sys; from pathlib import Path\n"
        "names = ('RANK', 'LOCAL_RANK', 'WORLD_SIZE', 'LOCAL_WORLD_SIZE', 'MASTER_ADDR')\n"
        "Path(sys.argv[1], os.environ['RANK']).write_text(' '.join(os.environ[n] for n in names))"
    )
    assert launch(script(text, str(tmp_path)), 3) == 0
    assert [(tmp_path / str(rank)).read_text() for rank in range(3)] == [
        f"{rank} {rank} 3 3 127.0.0.1" for rank in range(3)
    ]
    with pytest.raises(AuditError, match="at least 1"):
        launch(script(text), 0)


def test_a_world_that_accelerate_does_not_see_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setattr("accelerate.PartialState", lambda **_: SimpleNamespace(num_processes=1))
    with pytest.raises(AuditError, match="2 processes were started, but Accelerate sees 1"):
        join("cpu")

    def lost(**_: object) -> None:
        raise ValueError("no MASTER_ADDR")

    monkeypatch.setattr("accelerate.PartialState", lost)
    with pytest.raises(AuditError, match="cannot find each other: no MASTER_ADDR"):
        join("cpu")


def test_commands() -> None:
    assert own_command(["run", "m"]) == [sys.executable, "-m", "auditor", "run", "m"]
    assert resume_command(["run", "my model", "--fresh"]) == "python -m auditor run 'my model'"
