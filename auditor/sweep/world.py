"""The processes of a run, through Accelerate: who am I, how many are we, and waiting for each other.

Started by this program (`auditor.sweep.launch`), by `accelerate launch` or by `torchrun`, or alone. What the
processes tell each other is small: a list of shards at the beginning, and that they are done at the end.
"""

import os
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from auditor.errors import AuditError

PATIENCE = timedelta(days=30)
"""How long a process waits for the others. One that died is noticed at once; a shard may take hours."""
LOST = "Finished shards are kept: run the same command again to go on."


@dataclass(frozen=True)
class World:
    """One process among those of the run."""

    rank: int
    """Its number, from 0; 0 is the one that speaks."""
    size: int
    """How many there are."""
    device: str
    """Where its model goes."""

    @property
    def main(self) -> bool:
        """Whether it is the one that sets up the run and reports."""
        return self.rank == 0


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


def join(device: str = "auto") -> World:
    """Find the other processes; every one must call it."""
    import torch
    from accelerate import PartialState

    expected = world_size()
    cpu = device == "cpu" or not torch.cuda.is_available()
    options = {"timeout": PATIENCE} if expected > 1 else {}
    try:
        state = PartialState(cpu=cpu, **options)
    except (RuntimeError, ValueError) as error:
        raise AuditError(f"the {expected} processes of this run cannot find each other: {error}") from error
    if state.num_processes != expected:
        raise AuditError(
            f"{expected} processes were started, but Accelerate sees {state.num_processes}",
            "Start them with --processes, torchrun, or accelerate launch --multi_gpu.",
        )
    return World(state.process_index, expected, str(state.device) if expected > 1 else device)


def agree(world: World, value: Any) -> Any:
    """What the main process says; the others' own value is ignored."""
    if world.size == 1:
        return value
    from accelerate.utils import broadcast_object_list

    box = [value]
    try:
        broadcast_object_list(box, from_process=0)
    except RuntimeError as error:
        raise AuditError("another process of this run has ended", LOST) from error
    return box[0]


def gather(world: World, values: list[Any]) -> list[Any]:
    """The values of every process in one list, the main one's first."""
    if world.size == 1:
        return values
    from accelerate.utils import gather_object

    try:
        found: list[Any] = gather_object(values)
    except RuntimeError as error:
        raise AuditError("another process of this run has ended", LOST) from error
    return found


def meet(world: World) -> None:
    """Wait until every process is here."""
    if world.size == 1:
        return
    from accelerate import PartialState

    try:
        PartialState().wait_for_everyone()
    except RuntimeError as error:
        raise AuditError("another process of this run has ended before its work was done", LOST) from error


def leave(world: World) -> None:
    """End the talk between the processes."""
    import torch.distributed

    if world.size > 1 and torch.distributed.is_initialized():
        torch.distributed.destroy_process_group()
