"""The Ray cluster of a run: one that is there, or one that is started on this machine and ends with the run.

A cluster of our own listens on 127.0.0.1 alone, and sends no statistics of usage. What Ray would need minutes
to find out about a wrong address is looked for beforehand, in seconds.
"""

import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from threading import Event, Thread, Timer, current_thread, main_thread
from typing import Any

from auditor.config import EngineConfig
from auditor.errors import AuditError, first_line
from auditor.stopping import Stopped, requests
from auditor.sweep.joining import give_up

INSTALL = 'Install it: pip install "cidr-audit[ray]"'
AT_HOME = "127.0.0.1"
INSIDE = (AT_HOME, "::1")
SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_niceness": "0"}
"""Of a Ray started here: it tells nobody, and its workers are no slower than this process would be."""
OLDEST, NEWEST = (2, 60), (3, 0)
"""Version of Ray that was tried, and the one from which its interface may be another."""
ANSWERS_WITHIN = 5.0
"""Seconds in which an address must answer."""
JOINED_WITHIN = 60.0
"""Seconds in which a cluster that answers must take this process in."""
LOST_AFTER, BEAT = 30.0, 2.0
"""Seconds without an answer after which its first machine is taken for lost, and between two looks."""
LOST = "What was finished is kept: run the same command again, on another cluster, to go on."
LOCALLY = "Use --processes on one machine, or name a cluster with --address."
PART_OF_IT = "Run the audit on a machine of the cluster; `ray start --address …` makes this one a part of it."
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""How a gRPC client begins: a server of the kind answers with settings of its own (frame type 4)."""


@contextmanager
def cluster(settings: EngineConfig) -> Iterator[Any]:
    """The module `ray`, connected; signals and the environment stay as they are."""
    ray = _ray()
    if ray.is_initialized():  # by the program that calls this one: it is left connected
        yield ray
        return
    with _unchanged() as restore:
        try:
            _connect(ray, settings)
            restore()
            with _watched(ray.get_runtime_context().gcs_address), _remembering():
                yield ray
        finally:
            ray.shutdown()


def _ray() -> Any:
    try:
        import ray
        import ray.util.scheduling_strategies
    except ImportError as error:
        raise AuditError(f"the engine ray needs Ray: {first_line(error)}", INSTALL) from error
    there = tuple(int(part) for part in ray.__version__.split(".")[:2])
    if not OLDEST <= there < NEWEST:
        low, high = (".".join(map(str, version)) for version in (OLDEST, NEWEST))
        raise AuditError(f"Ray {ray.__version__} is here; from {low} up to {high} is needed", INSTALL)
    return ray


def _connect(ray: Any, settings: EngineConfig) -> None:
    quiet = {"log_to_driver": False, "configure_logging": False, "logging_level": logging.CRITICAL}
    if not settings.address:
        with _at_home(wanted=True):
            try:
                ray.init("local", include_dashboard=False, _node_ip_address=AT_HOME, **quiet)
            except Exception as error:
                raise AuditError(f"Ray cannot be started here: {first_line(error)}", LOCALLY) from error
        return
    address, outside = _named(settings.address), str(ray.util.get_node_ip_address())
    here = False if address == "auto" else check_address(address, outside)
    with _at_home(wanted=here), _deadline(address):
        try:
            ray.init(address, **quiet)
        except Exception as error:  # Ray raises what it likes
            raise _explained(error, address) from error


def _named(address: str) -> str:
    """The address; where the cluster is to be found, the one that a Ray job is told."""
    told = os.environ.get("RAY_ADDRESS", "")
    return told if address == "auto" and told and "://" not in told else address


def check_address(address: str, outside: str) -> bool:
    """Refuse an address where no Ray cluster answers; whether it answers on this machine alone.

    `outside` is this machine's own address in the network.
    """
    named, _, port = address.rpartition(":")
    host = named.removeprefix("[").removesuffix("]")
    if "://" in address or not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise AuditError(
            f"the address of the Ray cluster is {address!r}; HOST:PORT or auto is needed",
            "`ray start --head` prints it: the port is 6379 unless another was chosen.",
        )
    inside = {"localhost": AT_HOME}.get(host, host)
    places = [outside, inside] if inside in INSIDE else [host]
    said = ""
    for place in places:
        try:
            with socket.create_connection((place, int(port)), timeout=ANSWERS_WITHIN) as connection:
                if _speaks(connection):
                    return place in INSIDE
                said = "something else than Ray answers there"
        except OSError as error:
            said = first_line(error)
    raise AuditError(
        f"no Ray cluster answers at {address}: {said}",
        "Is it started (`ray start --head`), and can this machine reach it? `ray status` there says more.",
    )


def _speaks(connection: socket.socket) -> bool:
    """Whether the other side speaks as Ray does; with TLS, nothing is asked."""
    if os.environ.get("RAY_USE_TLS", "0") == "1":
        return True
    connection.sendall(_GREETING)
    head = connection.recv(9)
    return len(head) == 9 and head[3] == 4


@contextmanager
def _at_home(*, wanted: bool) -> Iterator[None]:
    """Let Ray use 127.0.0.1 as it is told to.

    Ray takes it for this machine's address in the network, and would listen to, or ask, everybody there.
    """
    from ray._private import services

    def as_it_is(host: str) -> str:
        return AT_HOME if host == "localhost" else host

    with _replaced(services, "resolve_ip_for_localhost", as_it_is) if wanted else nullcontext():
        yield


@contextmanager
def _replaced(module: Any, name: str, ours: Callable[..., Any]) -> Iterator[None]:
    """A function inside Ray in whose place ours is called; a version of Ray without it is left alone."""
    plain = getattr(module, name, None)
    if plain is None:
        yield
        return
    setattr(module, name, ours)
    try:
        yield
    finally:
        setattr(module, name, plain)


@contextmanager
def _deadline(address: str) -> Iterator[None]:
    """End this process, saying why, where a cluster never takes it in: Ray itself waits on."""
    said = f"the Ray cluster at {address} does not take this machine in within {JOINED_WITHIN:.0f} s"
    timer = Timer(JOINED_WITHIN, give_up, (said, PART_OF_IT))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def _watched(address: str) -> Iterator[None]:
    """End this process, saying why, once the cluster's first machine is gone: Ray would end it."""
    host, _, port = address.rpartition(":")
    over = Event()

    def watch() -> None:
        heard = time.monotonic()
        while not over.wait(BEAT):
            with suppress(OSError):
                socket.create_connection((host.strip("[]"), int(port)), timeout=BEAT).close()
                heard = time.monotonic()
            if time.monotonic() - heard > LOST_AFTER and not over.is_set():
                give_up(f"the first machine of the Ray cluster, at {address}, is lost", LOST)

    Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        over.set()


def _explained(error: Exception, address: str) -> AuditError:
    text = str(error)
    if "ersion mismatch" in text:
        lines = [line.strip() for line in text.splitlines() if "Ray:" in line or "Python:" in line]
        both = "; ".join(lines) or first_line(error)
        return AuditError(
            f"the Ray cluster at {address} has other versions than this machine: {both}",
            "Install the same Ray and Python on all machines, or audit on a machine of the cluster.",
        )
    if address == "auto":
        return AuditError(
            f"no Ray cluster was found: {first_line(error)}",
            "Name it with --address HOST:PORT, start one here (`ray start --head`), or leave --address out.",
        )
    return AuditError(f"cannot join the Ray cluster at {address}: {first_line(error)}", PART_OF_IT)


@contextmanager
def _unchanged() -> Iterator[Callable[[], None]]:
    """What Ray changes in a process that uses it, changed back: handlers of signals, chatter, its settings.

    What is given restores the handlers at once, so that the audit is stopped as ever.
    """
    numbers = (signal.SIGTERM, signal.SIGINT) if current_thread() is main_thread() else ()
    before = {number: signal.getsignal(number) for number in numbers}
    from ray._private import worker

    told = {name: os.environ.get(name) for name in SETTINGS}
    os.environ.update(SETTINGS)
    logger = logging.getLogger("ray")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        with _replaced(worker, "print_to_stdstream", lambda *_, **__: None):  # pages, where a machine is lost
            yield lambda: _restore(before)
    finally:
        logger.setLevel(level)
        _restore(before)
        for name, value in told.items():
            del os.environ[name]
            if value is not None:
                os.environ[name] = value


@contextmanager
def _remembering() -> Iterator[None]:
    """A request to stop keeps its number: Ray takes what a handler raises inside of it for Ctrl-C."""
    heard: list[int] = []

    def remember(number: int, then: Any) -> Any:
        def hear(_: int, frame: Any) -> None:
            heard.append(number)
            then(number, frame)

        return hear

    numbers = requests() if current_thread() is main_thread() else ()
    before = {number: signal.getsignal(number) for number in numbers}
    own = {number: handler for number, handler in before.items() if callable(handler)}
    _restore({number: remember(number, handler) for number, handler in own.items()})
    try:
        yield
    except KeyboardInterrupt as stopped:
        if heard and not isinstance(stopped, Stopped):
            raise Stopped(heard[0]) from stopped
        raise
    finally:
        _restore(own)


def _restore(handlers: dict[Any, Any]) -> None:
    for number, handler in handlers.items():
        signal.signal(number, handler)
