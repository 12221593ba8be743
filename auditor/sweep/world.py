"""The processes of a run, through Accelerate: who am I, how many are we, and waiting for each other.

Started by this program (`auditor.sweep.launch`), by `accelerate launch` or by `torchrun`, or alone. What the
processes tell each other is small: a list of shards at the beginning, and questions with their answers at the
end. Shards are shared through the run directory, so that the loss of a machine costs the others nothing.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from auditor.errors import AuditError
from auditor.sweep.joining import JOINING, START, check_interface, check_launch, deadline
from auditor.sweep.peers import Peers

TALK = timedelta(days=30)
"""How long a process waits for an answer: whether the others live is known from their signs of life."""
LOST = "Finished shards are kept: run the same command again to go on."


@dataclass
class World:
    """One process among those of the run."""

    rank: int
    """Its number, from 0; 0 is the one that speaks."""
    size: int
    """How many there are."""
    device: str
    """Where its model goes."""
    run: str = field(default_factory=lambda: secrets.token_hex(8))
    """A name that this run's processes share, and no other run has."""
    peers: Peers | None = None
    """Their signs of life, once there is a folder for them."""
    together: bool = True
    """Whether they still talk; not after one was lost."""

    @property
    def main(self) -> bool:
        """Whether it is the one that sets up the run and reports."""
        return self.rank == 0

    @property
    def hands(self) -> int:
        """Processes that can be talked to, this one among them."""
        return self.size if self.together else 1


def world_size() -> int:
    """How many processes something has started: 1 where nothing says so."""
    said = os.environ.get("WORLD_SIZE", "1")
    if not said.isdecimal() or int(said) < 1:
        raise AuditError(
            f"WORLD_SIZE is {said!r}; it must be the number of processes",
            "Unset the variable, and start several with --processes, torchrun or accelerate launch.",
        )
    return int(said)


def speaks() -> bool:
    """Whether this process is the one of its run that tells the user what is going on."""
    return os.environ.get("RANK", "0") == "0"


def join(device: str = "auto", *, joining: float = JOINING) -> World:
    """Find the other processes, within so many seconds; every one must call it."""
    expected = world_size()
    check_launch()
    import torch
    from accelerate import PartialState

    cpu = device == "cpu" or not torch.cuda.is_available()
    if expected == 1:
        state = PartialState(cpu=cpu)
    else:
        if cpu:
            check_interface()
        try:
            with deadline(joining, size=expected):
                state = PartialState(cpu=cpu, timeout=TALK)
        except (RuntimeError, ValueError) as error:
            raise AuditError(
                f"the {expected} processes of this run cannot find each other: {error}"
            ) from error
    if state.num_processes != expected:
        raise AuditError(
            f"{expected} processes were started, but Accelerate sees {state.num_processes}", START
        )
    world = World(state.process_index, expected, str(state.device) if expected > 1 else device)
    if expected > 1:
        with deadline(joining, size=expected):
            world.run = agree(world, world.run)
    return world


def agree(world: World, value: Any) -> Any:
    """What the main process says; the others' own value is ignored."""
    if world.hands == 1:
        return value
    from accelerate.utils import broadcast_object_list

    box = [value]
    with _talking(world):
        broadcast_object_list(box, from_process=0)
    return box[0]


def gather(world: World, values: list[Any]) -> list[Any]:
    """The values of every process in one list, the main one's first."""
    if world.hands == 1:
        return values
    from accelerate.utils import gather_object

    with _talking(world):
        found: list[Any] = gather_object(values)
    return found


@contextmanager
def _talking(world: World) -> Iterator[None]:
    """While processes wait for each other: one that is lost is an error, however it was lost."""
    if world.peers is not None:
        world.peers.guard(on=True)
    try:
        yield
    except RuntimeError as error:
        raise AuditError("another process of this run has ended", LOST) from error
    finally:
        if world.peers is not None:
            world.peers.guard(on=False)


def leave(world: World) -> None:
    """End the talk between the processes."""
    import torch.distributed

    if world.peers is not None:
        world.peers.leave()
    if world.hands > 1 and torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
