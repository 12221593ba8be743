"""Finding a Ray cluster: what is wrong is known in seconds, in one line; the process stays as it was."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from types import SimpleNamespace

import pytest

from auditor.config import EngineConfig
from auditor.errors import AuditError
from auditor.stopping import Stopped, exit_code, heeding
from auditor.sweep import ray_cluster
from auditor.sweep.ray_cluster import _explained, check_address, cluster


@contextmanager
def server(answer: bytes) -> Iterator[str]:
    """Something that answers once, here."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            for _ in range(2):
                try:
                    connection, _peer = listening.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(64)
                    connection.sendall(answer)

        Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{listening.getsockname()[1]}"


def free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


@pytest.mark.parametrize("address", ["nowhere", "ray://10.0.0.1:10001", ":6379", "h:", "h:99999", "h:x"])
def test_an_address_is_host_and_port(address: str) -> None:
    with pytest.raises(AuditError, match="HOST:PORT or auto is needed"):
        check_address(address, "127.0.0.1")


def test_an_address_where_nobody_answers_is_known_at_once() -> None:
    begin = time.monotonic()
    with pytest.raises(AuditError, match="no Ray cluster answers at 127") as caught:
        check_address(free_address(), "127.0.0.1")
    assert time.monotonic() - begin < 3 and "ray start --head" in caught.value.hint


def test_something_else_that_answers_is_no_cluster() -> None:
    with (
        server(b"HTTP/1.0 400 Bad request\r\n\r\n") as address,
        pytest.raises(AuditError, match="something else than Ray"),
    ):
        check_address(address, "127.0.0.1")


def test_what_says_nothing_is_given_up_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "ANSWERS_WITHIN", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(AuditError, match="timed out"):
        check_address(f"127.0.0.1:{silent.getsockname()[1]}", "127.0.0.1")


def test_what_speaks_as_ray_does_is_taken() -> None:
    with server(bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])) as address:
        assert check_address(address, "127.0.0.1")


def test_a_tls_cluster_is_only_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_USE_TLS", "1")
    with server(b"") as address:
        assert check_address(address, "127.0.0.1")


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("[2001:db8::1]:6379", ["2001:db8::1"]),
        ("[::1]:6379", ["10.0.0.1", "::1"]),
        ("localhost:6379", ["10.0.0.1", "127.0.0.1"]),
    ],
)
def test_where_a_cluster_is_looked_for(
    address: str, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Brackets of an IPv6 address are none of its name; what stands for this machine is its address first."""
    places: list[str] = []

    def refuse(place: tuple[str, int], timeout: float) -> None:  # noqa: ARG001
        places.append(place[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(AuditError, match="no Ray cluster answers"):
        check_address(address, "10.0.0.1")
    assert places == asked


def test_without_ray_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(AuditError, match="the engine ray needs Ray") as caught, cluster(EngineConfig("ray")):
        pass
    assert "cidr-audit[ray]" in caught.value.hint


@pytest.mark.parametrize("version", ["1.13.0", "2.9.3", "3.0.0"])
def test_another_version_of_ray_is_refused(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    strategies = SimpleNamespace()
    old = SimpleNamespace(__version__=version, util=SimpleNamespace(scheduling_strategies=strategies))
    for name, module in (
        ("ray", old),
        ("ray.util", old.util),
        ("ray.util.scheduling_strategies", strategies),
    ):
        monkeypatch.setitem(sys.modules, name, module)
    with pytest.raises(AuditError, match=f"Ray {version} is here; from 2.60 up to 3.0 is needed"):
        ray_cluster._ray()


def test_a_cluster_of_another_version_is_named_with_both() -> None:
    said = """Version mismatch: The cluster was started with:
    Ray: 2.50.0
    Python: 3.11.7
This process on node 10.0.0.1 was started with:
    Ray: 2.60.0
    Python: 3.12.1
"""
    error = _explained(RuntimeError(said), "10.0.0.1:6379")
    assert "Ray: 2.50.0; Python: 3.11.7; Ray: 2.60.0; Python: 3.12.1" in error.message
    assert "Install the same Ray" in error.hint


def test_other_troubles_are_one_line_with_a_tip() -> None:
    assert "--address HOST:PORT" in _explained(ConnectionError("no Ray instance"), "auto").hint
    error = _explained(RuntimeError("This node has an IP address of 1.2.3.4\nand so on"), "10.0.0.1:6379")
    assert error.message.endswith("This node has an IP address of 1.2.3.4") and "ray start" in error.hint


@pytest.mark.parametrize(
    ("told", "address", "named"),
    [
        ("10.0.0.1:6379", "auto", "10.0.0.1:6379"),
        ("10.0.0.1:6379", "10.0.0.2:6379", "10.0.0.2:6379"),
        ("http://10.0.0.1:8265", "auto", "auto"),
        ("", "auto", "auto"),
    ],
)
def test_a_ray_job_is_told_where_its_cluster_is(
    told: str, address: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", told)
    assert ray_cluster._named(address) == named


def test_a_cluster_that_is_lost_ends_the_audit_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(ray_cluster, "give_up", lambda *lines: said.append(" ".join(lines)))
    monkeypatch.setattr(ray_cluster, "BEAT", 0.02)
    monkeypatch.setattr(ray_cluster, "LOST_AFTER", 0.2)
    with server(b"") as address, ray_cluster._watched(address):
        time.sleep(0.1)
        assert said == []
    with ray_cluster._watched(free_address()):
        time.sleep(0.5)
    assert "the first machine of the Ray cluster" in said[0] and "run the same command again" in said[0]


def test_what_is_replaced_inside_ray_is_put_back_and_what_is_not_there_is_left_alone() -> None:
    module = SimpleNamespace(there=len)
    with ray_cluster._replaced(module, "there", max), ray_cluster._replaced(module, "gone", max):
        assert module.there is max and not hasattr(module, "gone")
    assert module.there is len and not hasattr(module, "gone")


def test_a_request_to_stop_keeps_its_number_where_ray_takes_it_for_ctrl_c() -> None:
    def meanwhile(error: type[BaseException]) -> None:
        with heeding((signal.SIGTERM,)), ray_cluster._remembering():
            try:
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(1)
            except Stopped as stop:
                raise error from stop

    with pytest.raises(Stopped) as caught:
        meanwhile(KeyboardInterrupt)
    assert exit_code(caught.value) == 143
    with pytest.raises(KeyboardInterrupt) as plain, ray_cluster._remembering():
        raise KeyboardInterrupt
    assert exit_code(plain.value) == 130  # type: ignore[arg-type]


def test_nothing_imports_ray_before_it_is_asked_for() -> None:
    code = "import sys; import auditor.pipeline, auditor.cli.run; print('ray' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.fixture
def own_handlers() -> Iterator[None]:
    """The handlers that a process begins with: a Ray that was used before may have left others."""
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("own_handlers")
def test_a_cluster_of_our_own_is_at_home_alone_and_leaves_the_process_as_it_was() -> None:
    ray = pytest.importorskip("ray")
    handlers = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    variables = {name: os.environ.get(name) for name in ray_cluster.SETTINGS}
    with cluster(EngineConfig("ray")) as module:
        assert module is ray
        assert {name: os.environ[name] for name in variables} == ray_cluster.SETTINGS
        task = ray.remote(num_cpus=1)(lambda: os.getpriority(os.PRIO_PROCESS, 0))
        assert ray.get(task.remote(), timeout=60) == os.getpriority(os.PRIO_PROCESS, 0)
        assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] == handlers
        [node] = ray.nodes()
        assert node["NodeManagerAddress"] == "127.0.0.1"
        outside = _outside()
        ports = [int(ray.get_runtime_context().gcs_address.rpartition(":")[2]), node["NodeManagerPort"]]
        for port in [*ports, node["ObjectManagerPort"]]:
            socket.create_connection(("127.0.0.1", port), timeout=2).close()
            if outside:
                with pytest.raises(OSError):
                    socket.create_connection((outside, port), timeout=2)
        with cluster(EngineConfig("ray")) as again:  # a program that uses Ray already is left connected
            assert again is ray
        assert ray.is_initialized()
    assert not ray.is_initialized()
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)] == handlers
    assert {name: os.environ.get(name) for name in variables} == variables


def _outside() -> str:
    """This machine's address in the network, if it has one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
        except OSError:
            return ""
        own = str(probe.getsockname()[0])
    return "" if own.startswith("127.") else own
