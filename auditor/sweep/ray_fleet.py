"""Workers of a Ray cluster that do errands for the process that asks; machines may come and go.

Every machine of the cluster gets as many workers as it has cores, or GPUs, for them, when it is there; each
does one errand at a time. A worker that is lost costs the errand it had, which another one does again. A
machine whose workers would compute something else, or cannot hold the model, is left out with a message.
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from auditor.cidr.engine import out_of_memory
from auditor.config import EngineConfig
from auditor.errors import AuditError, first_line
from auditor.model.answering import Answering
from auditor.model.open_model import FromPath
from auditor.sweep.device import KERNEL_VARIABLES
from auditor.sweep.errands import Equipment, Errand
from auditor.sweep.ledger import Ledger, Ticket
from auditor.sweep.ray_cluster import cluster
from auditor.sweep.ray_worker import Loading, RayWorker, sizes_in
from auditor.sweep.world import LOST

LOOK, PAUSE = 1.0, 0.2
"""Seconds between two looks at the machines of the cluster, and for an answer before the next look."""
BUSY = 20.0
"""Seconds after which the user hears that no worker has begun yet."""
PLACED_WITHIN = 30.0
"""Seconds after which a worker that got no core yet goes where there is room; twice as many at each move."""
ATTEMPTS = 2
"""Workers that may die on a machine while they begin."""
FOR_THE_MODEL = "Give workers larger machines, or fewer of them to a machine (--workers)."
PLACE, START, EQUIP, READY = "place", "start", "equip", "ready"


@dataclass(eq=False)
class _Member:
    """A worker, and what it is doing."""

    actor: Any
    node: str
    """Ray's name of its machine."""
    host: str
    doing: Any
    """What will be there when it has done so; None while it has nothing to do."""
    since: float
    """When it was asked for."""
    patience: float
    """Seconds that it waits for a core of its machine while another has room."""
    step: str = PLACE
    ticket: Ticket | None = None
    ledger: Ledger | None = None
    shipped: bool = False


@contextmanager
def hired(
    settings: EngineConfig,
    load: Callable[[str], Answering],
    *,
    most: int,
    wait: float,
    notify: Callable[[str], None],
) -> Iterator["RayFleet"]:
    """A fleet for as long as it is needed: `most` workers, that wait so many seconds for lost machines."""
    with cluster(settings) as ray:
        fleet = RayFleet(ray, settings, load, most=most, wait=wait, notify=notify)
        try:
            yield fleet
        finally:
            fleet.dismiss()


class RayFleet:
    """The workers of one audit."""

    def __init__(
        self,
        ray: Any,
        settings: EngineConfig,
        load: Callable[[str], Answering],
        *,
        most: int,
        wait: float,
        notify: Callable[[str], None],
    ) -> None:
        self._ray, self._gpus, self._notify, self._wait = ray, settings.gpus_per_worker, notify, wait
        self._most = min(settings.workers or most, most)
        self._model = ModelFiles(load)
        self._loading = ray.put(self._model.loading("cuda" if self._gpus else "cpu"))
        self._class = ray.remote(RayWorker)
        self._equipment: Any = None
        self._members: list[_Member] = []
        self._unfit: dict[str, AuditError] = {}
        self._room: dict[str, int] = {}
        self._taken: dict[str, float] = {}
        self._died: Counter[str] = Counter()
        self._able: set[str] = set()
        self._looked, self._alone, self._began, self._told = 0.0, 0.0, time.monotonic(), False
        self._grow()
        if not self._members:
            each = f"{self._gpus:g} GPU" if self._gpus else "a core"
            raise AuditError(
                f"no machine of the Ray cluster has {each} for a worker",
                "Add a machine, or choose another --gpus-per-worker.",
            )

    def equip(self, equipment: Equipment) -> None:
        """What all workers get, those that are there and those to come."""
        self._equipment = self._ray.put(equipment)

    def work(self, errands: Iterable[Errand]) -> Iterator[tuple[int, Any]]:
        """The number of each errand with its result, as they come."""
        ledger = Ledger(errands)
        while not ledger.finished:
            self._grow()
            self._look_for_trouble()
            self._hand_out(ledger)
            for member in self._heard():
                found = self._settle(member, ledger)
                if found is not None:
                    yield found

    def dismiss(self) -> None:
        """Let all workers go."""
        for member in list(self._members):
            self._drop(member)

    def _grow(self) -> None:
        """Workers for the machines that are there, the emptiest first."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return
        self._looked = now
        nodes = {node["NodeID"]: node for node in self._ray.nodes() if node["Alive"]}
        sizes = {name: self._size(node["Resources"]) for name, node in nodes.items()}
        self._able = {name for name, size in sizes.items() if size}
        limits = {name: self._limit(name, size) for name, size in sizes.items()}
        self._move(nodes, limits, now)
        while len(self._members) < self._most:
            free = self._free(limits)
            if not free:
                return
            self._hire(nodes[free[0]], PLACED_WITHIN)

    def _free(self, limits: dict[str, int]) -> list[str]:
        """Machines with room: those where no worker waited in vain for a core first, of them the emptiest."""
        held = Counter(member.node for member in self._members)
        free = [name for name, limit in limits.items() if held[name] < limit]
        return sorted(free, key=lambda name: (self._taken.get(name, 0.0), held[name], name))

    def _move(self, nodes: dict[str, Any], limits: dict[str, int], now: float) -> None:
        """Workers that got no core, because others took them, are asked for elsewhere."""
        for member in list(self._members):
            if member.step != PLACE or now - member.since <= member.patience:
                continue
            if self._ray.wait([member.doing], timeout=0)[0]:
                continue  # it has answered, while this process did something else
            self._taken[member.node] = now
            elsewhere = [name for name in self._free(limits) if name != member.node]
            if elsewhere:
                self._drop(member)
                self._hire(nodes[elsewhere[0]], 2 * member.patience)

    def _size(self, resources: dict[str, float]) -> int:
        """Workers for which a machine has cores, or GPUs."""
        cores = int(resources.get("CPU", 0))
        return min(cores, int(resources.get("GPU", 0) / self._gpus)) if self._gpus else cores

    def _limit(self, name: str, size: int) -> int:
        """Workers that can begin there, as far as is known."""
        return 0 if name in self._unfit else min(size, self._room.get(name, size))

    def _hire(self, node: dict[str, Any], patience: float) -> None:
        strategies = self._ray.util.scheduling_strategies
        there = strategies.NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        wish = {"num_cpus": 1, "num_gpus": self._gpus, "max_restarts": 0, "scheduling_strategy": there}
        actor = self._class.options(**wish).remote(_variables())
        host, doing, now = node["NodeManagerHostname"], actor.here.remote(), time.monotonic()
        self._members.append(_Member(actor, node["NodeID"], host, doing, now, patience))

    def _look_for_trouble(self) -> None:
        """Say that nobody has begun, wait while nobody is there, and end where every machine is left out."""
        now = time.monotonic()
        if self._members:
            self._alone = 0.0
            if not self._told and now - self._began > BUSY:
                self._told = True
                if all(member.step in (PLACE, START) for member in self._members):
                    self._notify("waiting for the Ray workers: none has loaded the model yet")
            return
        if self._able and self._able <= self._unfit.keys():
            raise [problem for name, problem in self._unfit.items() if name in self._able][-1]
        if not self._alone:
            self._alone = now
            self._notify("all Ray workers are lost; waiting for a machine")
        if now - self._alone > self._wait:
            raise AuditError(f"all Ray workers are lost, and none came within {self._wait:.0f} s", LOST)
        time.sleep(PAUSE)

    def _hand_out(self, ledger: Ledger) -> None:
        others = {member.node for member in self._members if member.step == READY}
        for member in self._members:
            if member.step == READY and member.doing is None:
                member.ticket, member.ledger = ledger.take(member.node, others), ledger
                if member.ticket is not None:
                    member.doing = member.actor.do.remote(member.ticket.errand)

    def _heard(self) -> list[_Member]:
        """Members that have something to say."""
        busy = {member.doing: member for member in self._members if member.doing is not None}
        if not busy:
            time.sleep(PAUSE if self._members else 0.0)
            return []
        ready, _ = self._ray.wait(list(busy), num_returns=1, timeout=PAUSE)
        return [busy[one] for one in ready]

    def _settle(self, member: _Member, ledger: Ledger) -> tuple[int, Any] | None:
        """What came of what a member was doing: the result of a whole errand, or what it does next."""
        doing, member.doing = member.doing, None
        try:
            value = self._ray.get(doing)
        except self._ray.exceptions.RayTaskError as error:
            return self._failed(member, ledger, getattr(error, "cause", error))
        except self._ray.exceptions.RayError as error:
            return self._lost(member, ledger, error)
        if member.step == PLACE:
            member.step = START
            self._taken.pop(member.node, None)
            member.doing = member.actor.start.remote(self._loading)
        elif member.step == START:
            member.step = EQUIP
            member.doing = member.actor.equip.remote(self._equipment)
        elif member.step == EQUIP and value:
            member.step = READY
        elif member.step == EQUIP:
            self._ship(member)
        elif member.ticket is not None and member.ledger is ledger:
            ticket, member.ticket = member.ticket, None
            return ledger.done(ticket, value)
        return None

    def _failed(self, member: _Member, ledger: Ledger, error: Exception) -> tuple[int, Any] | None:
        """A worker raised an error: of memory, of its machine, or one that ends the audit."""
        if member.step != READY:
            self._leave_out(member, error, memory=_of_memory(error))
            return None
        if not _of_memory(error):
            raise error
        ticket, member.ticket = member.ticket, None
        return _retried(ledger, ticket if member.ledger is ledger else None, member, memory=True)

    def _lost(self, member: _Member, ledger: Ledger, error: Exception) -> tuple[int, Any] | None:
        """A worker is gone, with its machine or by itself."""
        memory = _of_memory(error) or "running low on memory" in str(error)
        ticket, own = member.ticket, member.ledger is ledger
        if member.step != READY:
            self._died[member.node] += 1
            if memory or "No module named" in str(error) or self._died[member.node] >= ATTEMPTS:
                self._leave_out(member, error, memory=memory)
                return None
        self._drop(member)
        if ticket is None or not own:
            return None
        gone = {place for place in (*ticket.died, member.node) if place not in self._now_alive()}
        return _retried(ledger, ticket, member, memory=memory, gone=gone)

    def _now_alive(self) -> set[str]:
        return {node["NodeID"] for node in self._ray.nodes() if node["Alive"]}

    def _leave_out(self, member: _Member, error: Exception, *, memory: bool) -> None:
        """A machine gets no more workers than can begin there; where that is none, the user hears why."""
        self._drop(member)
        there = sum(other.node == member.node and other.step == READY for other in self._members)
        self._room[member.node] = there
        if there or member.node not in self._now_alive():
            return
        if memory:
            said = f"the model does not fit a worker on {member.host}: out of memory"
            problem = AuditError(said, FOR_THE_MODEL)
        elif isinstance(error, AuditError):
            problem = AuditError(f"the worker on {member.host}: {error.message}", error.hint)
        else:
            problem = AuditError(
                f"the worker on {member.host} cannot begin: {_reason(error)}",
                "Install the same cidr-audit there, with all that the model needs.",
            )
        self._unfit[member.node] = problem
        self._notify(f"Warning: {problem.message}; that machine is left out")

    def _ship(self, member: _Member) -> None:
        """Send the model's files to a worker that has others, once."""
        if member.shipped or not self._model.folder:
            what = self._model.folder or "the model"
            self._leave_out(member, AuditError(f"{what} is another one there", SAME_MODEL), memory=False)
            return
        member.shipped = True
        member.doing = member.actor.equip.remote(self._equipment, self._model.shipped(self._ray))

    def _drop(self, member: _Member) -> None:
        """Let a worker go; another may take its place at once."""
        self._looked = 0.0
        if member in self._members:
            self._members.remove(member)
        with suppress(Exception):
            self._ray.kill(member.actor)


SAME_MODEL = "Give all machines the same model, or a directory, whose files are sent to them."


class ModelFiles:
    """The model as workers get it, and the files of its directory for those that do not have them."""

    def __init__(self, load: Callable[[str], Answering]) -> None:
        path = Path(load.path).absolute() if isinstance(load, FromPath) else None
        self.folder = str(path) if path is not None and path.is_dir() else ""
        here = replace(load, path=self.folder) if isinstance(load, FromPath) and self.folder else load
        self._load: Callable[[str], Answering] = here  # a worker may be in another folder
        self._listed = self._list()
        self._sent: dict[str, Any] | None = None

    def loading(self, device: str) -> Loading:
        """What a worker is told at first."""
        return Loading(self._load, device, self.folder, sizes_in(Path(self.folder)) if self.folder else ())

    def shipped(self, ray: Any) -> dict[str, Any]:
        """The files, put where workers can read them; an error where they are not what they were."""
        if self._sent is None:
            sent = {path.name: ray.put(path.read_bytes()) for path in self._files()}
            if self._list() != self._listed:
                raise AuditError(
                    f"the files in {self.folder} changed after the audit began",
                    "Leave the model as it is while an audit runs, and run the same command again.",
                )
            self._sent = sent
        return self._sent

    def _files(self) -> list[Path]:
        return sorted(path for path in Path(self.folder).iterdir() if path.is_file()) if self.folder else []

    def _list(self) -> list[tuple[str, int, int]]:
        return [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in self._files()]


def _retried(
    ledger: Ledger, ticket: Ticket | None, member: _Member, *, memory: bool, gone: Iterable[str] = ()
) -> tuple[int, Any] | None:
    if ticket is None:
        return None
    found: tuple[int, Any] | None = ledger.failed(ticket, member.node, memory=memory, gone=set(gone))
    return found


def _of_memory(error: BaseException) -> bool:
    """Whether a worker ran out of memory, or Ray ended it before its machine did."""
    return out_of_memory(error) or "OutOfMemoryError" in {kind.__name__ for kind in type(error).__mro__}


def _reason(error: Exception) -> str:
    """The line of Ray's long message that says why."""
    lines = [line.strip() for line in str(error).splitlines() if "Error:" in line]
    return first_line(Exception(lines[-1])) if lines else first_line(error)


def _variables() -> dict[str, str]:
    """The environment in which a worker computes as this process would."""
    own = {"OMP_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"} | KERNEL_VARIABLES
    told = [name for name in ("HF_HUB_OFFLINE",) if name in os.environ]
    return {name: os.environ.get(name, value) for name, value in own.items()} | {
        name: os.environ[name] for name in told
    }
