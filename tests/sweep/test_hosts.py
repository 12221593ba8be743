"""Several machines: what differs between them is found, and none waits for one that is lost."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from auditor.config import SweepConfig
from auditor.errors import AuditError
from auditor.sweep import alike
from auditor.sweep.alike import check_alike
from auditor.sweep.joining import check_interface, check_launch, interface_to
from auditor.sweep.store import RunStore
from auditor.sweep.workload import own_version, versions
from auditor.sweep.world import World
from tests.sweep.hosts import free_port, start
from tests.sweep.support import assert_whole, run, shard_bytes, write_data

SETTINGS = SweepConfig(shard_size=2)
LIMIT = 240
"""Seconds for what must end by itself."""


@pytest.fixture
def processes() -> Iterator[list["subprocess.Popen[str]"]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def wanted(model: Path, data: Path, tmp_path: Path) -> dict[str, bytes]:
    """The shards of one process."""
    return shard_bytes(run(model, data, tmp_path / "one", settings=SETTINGS).path)


def told(process: "subprocess.Popen[str]") -> str:
    return process.communicate(timeout=LIMIT)[1]


def test_two_machines_give_the_bytes_of_one_process(
    model: Path,
    data: Path,
    wanted: dict[str, bytes],
    tmp_path: Path,
    processes: list["subprocess.Popen[str]"],
) -> None:
    out, port = tmp_path / "out", free_port()
    processes += [start(model, data, out, rank=rank, port=port, pause=0.01) for rank in (0, 1)]
    assert [told(process) for process in processes] == ["", ""]
    assert shard_bytes(out) == wanted
    assert_whole(RunStore(out), data)
    assert not {"run.lock", "alive", "claims"} & {path.name for path in out.iterdir()}


@pytest.mark.parametrize("lost", [1, 0])
def test_a_machine_without_power_is_noticed_and_its_shards_are_computed(
    lost: int,
    model: Path,
    data: Path,
    wanted: dict[str, bytes],
    tmp_path: Path,
    processes: list["subprocess.Popen[str]"],
) -> None:
    out, port = tmp_path / "out", free_port()
    for rank in (0, 1):
        more = {"SILENT_AFTER": 1} if rank == lost else {}
        processes.append(start(model, data, out, rank=rank, port=port, pause=0.1, AUDIT_PATIENCE=4, **more))
    said = told(processes[1 - lost])
    assert shard_bytes(out) == wanted
    if lost == 1:
        assert said == "" and processes[0].returncode == 0 and RunStore(out).manifest()["complete"]
    else:
        assert "process 0 of this run is lost; all shards are there" in said
        assert "run the same command again" in said and processes[1].returncode == 1
        os.kill(processes[0].pid, signal.SIGKILL)
        processes[0].wait()
        run(model, data, out, settings=SweepConfig(shard_size=2, patience=4))
        assert RunStore(out).manifest()["complete"] and shard_bytes(out) == wanted


@pytest.mark.parametrize("what", ["model", "data"])
def test_another_model_or_other_data_on_one_machine_is_refused(
    what: str, model: Path, data: Path, tmp_path: Path, processes: list["subprocess.Popen[str]"]
) -> None:
    other_model, other_data = model, data
    if what == "model":
        other_model = tmp_path / "model"
        shutil.copytree(model, other_model)
        from tests.support import make_model

        make_model("bert", seed=4).save_pretrained(other_model)
    else:
        other_data = write_data(tmp_path / "other.tsv", 14, seed=9)
    out, port = tmp_path / "out", free_port()
    processes.append(start(model, data, out, rank=0, port=port))
    processes.append(start(other_model, other_data, out, rank=1, port=port))
    for process in processes:
        said = told(process)
        assert process.returncode == 1
        assert f"has another {what} than process 0" in said and "Give all machines the same" in said
    assert shard_bytes(out) == {}


def test_a_folder_that_is_not_shared_is_said(
    model: Path, data: Path, tmp_path: Path, processes: list["subprocess.Popen[str]"]
) -> None:
    port = free_port()
    processes += [start(model, data, tmp_path / f"out-{rank}", rank=rank, port=port) for rank in (0, 1)]
    for process in processes:
        assert "does not see" in (said := told(process)) and "all machines share" in said
        assert process.returncode == 1


def test_a_first_process_that_never_comes_is_said(
    model: Path, data: Path, tmp_path: Path, processes: list["subprocess.Popen[str]"]
) -> None:
    begin = time.monotonic()
    port = free_port()
    processes.append(start(model, data, tmp_path / "out", rank=1, port=port, AUDIT_JOINING=3))
    said = told(processes[0])
    assert processes[0].returncode == 1 and time.monotonic() - begin < 60
    assert f"have not found each other in 3 s, at 127.0.0.1:{port}" in said and "Tip: " in said


def test_a_first_process_that_is_lost_while_joining_is_said(
    model: Path, data: Path, tmp_path: Path, processes: list["subprocess.Popen[str]"]
) -> None:
    """The first one holds the meeting point, and goes silent before the second one is through."""
    port = free_port()
    text = (
        "import os, sys; from datetime import timedelta; from torch.distributed import TCPStore\n"
        "store = TCPStore('127.0.0.1', int(sys.argv[1]), 2, True, timedelta(60), False)\n"
        "print('there', flush=True); os.kill(os.getpid(), 19)"
    )
    first = subprocess.Popen(
        [sys.executable, "-c", text, str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    processes.append(first)
    assert first.stdout is not None and first.stdout.readline() == "there\n"
    second = start(model, data, tmp_path / "out", rank=1, port=port, AUDIT_JOINING=4)
    processes.append(second)
    assert "have not found each other in 4 s" in told(second) and second.returncode == 1


def test_other_versions_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = {"settings": {}, "data": "d", "model": "m", "version": own_version()}

    def gather(_: World, own: list[dict[str, object]]) -> list[dict[str, object]]:
        other = own[0] | {"versions": versions() | {"torch": "0.1"}, "host": "b"}
        return [own[0] | {"sees": True}, other | {"sees": True}]

    monkeypatch.setattr(alike, "gather", gather)
    monkeypatch.setattr(alike, "SEEN_WITHIN", 0.0)
    with pytest.raises(AuditError, match=r"on b, has other versions .*: torch 0\.1 and \d") as caught:
        check_alike(World(0, 2, "cpu"), RunStore(tmp_path), mark)
    assert "same versions" in caught.value.hint


def test_a_name_that_stands_for_this_machine_alone_is_refused_with_the_interface_to_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "1")
    monkeypatch.setenv("MASTER_ADDR", "10.1.2.3")
    monkeypatch.delenv("GLOO_SOCKET_IFNAME", raising=False)
    monkeypatch.setattr(
        "auditor.sweep.joining.socket.gethostbyname",
        lambda name: "10.1.2.3" if name == "10.1.2.3" else "127.0.1.1",
    )
    with pytest.raises(
        AuditError, match=r"stands for 127\.0\.1\.1, which other machines cannot reach"
    ) as caught:
        check_interface()
    assert "export GLOO_SOCKET_IFNAME=" in caught.value.hint
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", "eth7")
    check_interface()
    monkeypatch.delenv("GLOO_SOCKET_IFNAME")
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "2")  # one machine: its own address will do
    check_interface()
    assert interface_to("127.0.0.1") in ("lo", "lo0", "")


def test_lone_processes_of_accelerate_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `accelerate launch --cpu --num_machines 2` sets, from its own code."""
    from accelerate.commands.launch import launch_command_parser
    from accelerate.utils.launch import prepare_simple_launcher_cmd_env

    asked = "--cpu --num_machines 2 --num_processes 2 --machine_rank 1 --main_process_ip 10.0.0.1 "
    asked += "--main_process_port 29500 --mixed_precision no --dynamo_backend no "
    asked += "--num_cpu_threads_per_process 1 -m auditor run m d"
    arguments = launch_command_parser().parse_args(asked.split())
    _, variables = prepare_simple_launcher_cmd_env(arguments)
    for name in ("MASTER_ADDR", "ACCELERATE_MIXED_PRECISION", "WORLD_SIZE"):
        monkeypatch.delenv(name, raising=False)
    check_launch()
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(AuditError, match="started this process alone") as caught:
        check_launch()
    assert "--multi_gpu" in caught.value.hint
    monkeypatch.setenv("WORLD_SIZE", "2")
    check_launch()
