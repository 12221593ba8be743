"""Which shards a process computes: those it claims first, and those whose owners are lost."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from auditor.data.examples import Example
from auditor.data.loading import Dataset
from auditor.errors import AuditError
from auditor.sweep.claims import Claims
from auditor.sweep.peers import ALONE, HEARD, WHOLE
from auditor.sweep.signs import BEAT
from auditor.sweep.store import RunStore
from auditor.sweep.workload import shards
from auditor.sweep.world import LOST, World

Taken = tuple[int, list[Example]]


@dataclass
class Claiming:
    """The missing shards, shared with the other processes of the run."""

    world: World
    store: RunStore
    missing: Sequence[int]
    _unknown: dict[int, float] = field(default_factory=dict)
    """Since when the claim of a shard has named nobody."""

    def shards(self, dataset: Dataset, size: int) -> Iterator[Taken]:
        """The shards this process gets, until every shard is there; ascending, the dataset read through once.

        Where another process is lost, its shards are read and computed at the end.
        """
        if self.world.size == 1:
            yield from cut(dataset, size, iter(self.missing))
            return
        claims = Claims(self.store.claims_path, self.world.rank)
        yield from cut(dataset, size, (index for index in self.missing if claims.take(index)))
        while left := [index for index in self.missing if not self.store.has(index)]:
            again = self._orphaned(claims, left)
            if again:
                yield from cut(dataset, size, iter(again))
            else:
                time.sleep(BEAT / 4)

    def _orphaned(self, claims: Claims, left: Sequence[int]) -> list[int]:
        """Shards that this process has claimed anew, of those that are not there."""
        peers, owners, found = self.world.peers, claims.owners(), []
        for index in left:
            attempt, owner = owners.get(index, (-1, -1))
            if owner < 0:
                since = self._unknown.setdefault(index, time.monotonic())
                lives = time.monotonic() - since < BEAT
            else:
                lives = peers is None or peers.lives(owner)
            if not lives and not self.store.has(index) and claims.take(index, attempt + 1):
                found.append(index)
        return found


def all_there(world: World) -> None:
    """Once all shards are there: the main process says who goes on, and the others hear it."""
    peers = world.peers
    if world.size == 1 or peers is None:
        return
    others = range(1, world.size)
    if world.main:
        world.together = not peers.lost()
        peers.say(WHOLE if world.together else ALONE)
        peers.wait(lambda: all(peers.said(rank) == HEARD or not peers.lives(rank) for rank in others))
        return
    if not peers.wait(lambda: peers.said(0) in (WHOLE, ALONE)):
        raise AuditError("process 0 of this run is lost; all shards are there", LOST)
    world.together = peers.said(0) == WHOLE
    peers.say(HEARD)


def cut(dataset: Dataset, size: int, wanted: Iterator[int]) -> Iterator[Taken]:
    """Some shards of a dataset, in ascending order; each is asked for when the one before is done."""
    cut = enumerate(shards(dataset.examples(), size))
    for index in wanted:
        yield next((number, examples) for number, examples in cut if number == index)
