"""A stand-in for Ray: machines by name, workers in this process, and what befalls them there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any

from auditor.config import EngineConfig, SweepConfig
from auditor.sweep.errands import Equipment
from auditor.sweep.ray_fleet import RayFleet
from tests.sweep.test_ledger import Squares

EQUIPMENT = Equipment("hash", {}, False, SweepConfig())


class RayError(Exception):
    """As Ray has it."""


class RayTaskError(RayError):
    """What a worker raised."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class OutOfMemoryError(RayError):
    """A worker that Ray ended."""


@dataclass(eq=False)
class Later:
    """Something that will be known: it is found out when it is asked for."""

    compute: Callable[[], Any]
    begun: int
    node: str


@dataclass
class Worker:
    """What an actor does, by the name of its machine; what `fate` raises happens to it."""

    node: str
    ray: "Ray"

    def here(self) -> None:
        self.ray.happens("here", self.node, None)

    def start(self, loading: Any) -> None:
        self.ray.happens("start", self.node, None)
        assert loading.device in ("cpu", "cuda")

    def equip(self, equipment: Equipment, shipped: dict[str, Any] | None = None) -> bool:
        self.ray.happens("equip", self.node, None)
        self.ray.shipped += [] if shipped is None else [shipped]
        return equipment.model == "hash" and (self.node not in self.ray.others or shipped is not None)

    def do(self, errand: Squares) -> Any:
        self.ray.happens("do", self.node, errand)
        self.ray.did.append(self.node)
        return errand.do(None)  # type: ignore[arg-type]


@dataclass
class Ray:
    """A cluster: machines by name with their cores, and what befalls workers there."""

    cores: dict[str, int]
    gpus: int = 0
    fate: Callable[[str, str, Squares | None], None] = lambda *_: None
    others: set[str] = field(default_factory=set)
    """Machines with another model."""
    taken: set[str] = field(default_factory=set)
    """Machines whose cores others have."""
    did: list[str] = field(default_factory=list)
    shipped: list[dict[str, Any]] = field(default_factory=list)
    killed: list[Any] = field(default_factory=list)
    hired: list[str] = field(default_factory=list)
    clock: Iterator[int] = field(default_factory=count)
    exceptions: Any = field(
        default_factory=lambda: SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)
    )

    def __post_init__(self) -> None:
        strategy = SimpleNamespace(NodeAffinitySchedulingStrategy=lambda node, soft: node)  # noqa: ARG005
        self.util = SimpleNamespace(scheduling_strategies=strategy)

    def happens(self, step: str, node: str, errand: Squares | None) -> None:
        if node not in self.cores:
            raise RayError("its machine is gone")
        self.fate(step, node, errand)

    def nodes(self) -> list[dict[str, Any]]:
        return [
            {
                "NodeID": name,
                "NodeManagerHostname": f"host-{name}",
                "Alive": True,
                "Resources": {"CPU": float(cores), "GPU": float(self.gpus)},
            }
            for name, cores in self.cores.items()
        ]

    def put(self, value: Any) -> Any:
        return value

    def get(self, later: Later) -> Any:
        try:
            return later.compute()
        except (RayError, KeyboardInterrupt):
            raise
        except Exception as error:
            raise RayTaskError(error) from error

    def wait(self, pending: list[Later], **_: Any) -> tuple[list[Later], list[Later]]:
        able = [later for later in pending if later.node not in self.taken]
        if not able:
            return [], pending
        first = min(able, key=lambda later: later.begun)  # all are equally fast
        return [first], [later for later in pending if later is not first]

    def remote(self, _: Any) -> Any:
        return SimpleNamespace(options=self._options)

    def _options(self, **wish: Any) -> Any:
        node = wish["scheduling_strategy"]

        def make(variables: dict[str, str]) -> Any:
            assert variables["OMP_NUM_THREADS"] and variables["MKL_CBWR"]
            self.hired.append(node)
            worker = Worker(node, self)
            steps = {
                name: SimpleNamespace(remote=self._later(getattr(worker, name), node))
                for name in ("here", "start", "equip", "do")
            }
            return SimpleNamespace(**steps)

        return SimpleNamespace(remote=make)

    def _later(self, method: Callable[..., Any], node: str) -> Callable[..., Later]:
        return lambda *arguments: Later(lambda: method(*arguments), next(self.clock), node)

    def kill(self, actor: Any) -> None:
        self.killed.append(actor)


def fleet(
    ray: Ray,
    *,
    load: Any = None,
    most: int = 9,
    wait: float = 0.0,
    said: list[str] | None = None,
    **settings: Any,
) -> RayFleet:
    heard = [] if said is None else said
    config = EngineConfig("ray", **settings)
    found = RayFleet(ray, config, load or (lambda _: None), most=most, wait=wait, notify=heard.append)
    found.equip(EQUIPMENT)
    return found


def errands(number: int, size: int = 1) -> Iterator[Squares]:
    return (Squares(tuple(range(10 * place, 10 * place + size))) for place in range(number))


def right(number: int, size: int = 1) -> dict[int, list[int]]:
    return {place: [n**2 for n in range(10 * place, 10 * place + size)] for place in range(number)}
