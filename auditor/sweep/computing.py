"""Shards computed one after another: by this process, in turn with the others of its run, or by a fleet."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from numpy.typing import NDArray

from auditor.cidr.engine import Budget
from auditor.config import CidrConfig, SweepConfig
from auditor.data.examples import Example
from auditor.data.loading import Dataset
from auditor.model.answering import Answering
from auditor.model.classifier import keeping
from auditor.records.text import Explanation, Tally
from auditor.sweep.device import first_budget, precision
from auditor.sweep.earlier import Earlier
from auditor.sweep.errands import Desk, Fleet
from auditor.sweep.shard import compute_shard
from auditor.sweep.shard_file import Entry, skipped
from auditor.sweep.store import RunStore
from auditor.sweep.taking import Claiming, cut
from auditor.sweep.world import World


@dataclass(frozen=True)
class Computed:
    """A shard that is ready to be stored."""

    index: int
    entries: list[Entry]
    tally: Tally
    seconds: float
    """Time it took the process that computed it."""


@dataclass(frozen=True, eq=False)
class Missing:
    """The shards that are to be computed, and what they are computed from."""

    shards: Sequence[int]
    dataset: Dataset
    config: CidrConfig
    settings: SweepConfig
    store: RunStore
    first_places: NDArray[Any]
    """(examples,) for every example of the run where its text occurs first."""
    earlier: Earlier
    done: Callable[[int], None]
    """Hears of examples as they are finished."""


def here(missing: Missing, classifier: Answering, world: World) -> Iterator[Computed]:
    """Those shards that this process gets; what is computed of one is kept until it is stored."""
    size, settings = missing.settings.shard_size, missing.settings
    budget = first_budget(settings, classifier)
    for index, examples in Claiming(world, missing.store, missing.shards).shards(missing.dataset, size):
        tally, begin, journal = Tally(), time.perf_counter(), missing.store.journal(index)
        with precision(settings, classifier), keeping(classifier, journal):
            entries = compute_shard(
                classifier,
                examples,
                missing.config,
                begin=index * size,
                first_places=missing.first_places[index * size :][: len(examples)],
                budget=budget,
                tally=tally,
                done=missing.done,
                known=missing.earlier.explanation,
            )
        budget = shrunk(budget, tally)
        yield Computed(index, entries, tally, time.perf_counter() - begin)
        journal.remove()


def elsewhere(missing: Missing, fleet: Fleet) -> Iterator[Computed]:
    """All shards, in the order in which workers finish them."""

    def errands() -> Iterator[ShardErrand]:
        size = missing.settings.shard_size
        for index, examples in cut(missing.dataset, size, iter(missing.shards)):
            firsts = missing.first_places[index * size :][: len(examples)].tolist()
            known = {example.id: missing.earlier.explanation(example.id) for example in examples}
            found = {identity: one for identity, one in known.items() if one is not None}
            yield ShardErrand(index, index * size, tuple(examples), tuple(firsts), missing.config, found)

    for _, computed in fleet.work(errands()):
        missing.done(len(computed.entries))
        yield computed


def shrunk(budget: Budget, tally: Tally) -> Budget:
    """The budget that a shard ended with."""
    return replace(
        budget,
        forward=tally.forward_budget or budget.forward,
        gradient=tally.gradient_budget or budget.gradient,
    )


@dataclass(frozen=True)
class ShardErrand:
    """A shard, or a part of one, for a worker; what is known of its texts goes with it."""

    index: int
    begin: int
    """Place of its first example."""
    examples: tuple[Example, ...]
    first_places: tuple[int, ...]
    config: CidrConfig
    known: dict[str, Explanation] = field(default_factory=dict)

    def do(self, desk: Desk) -> Computed:
        """Its rows; a worker whose memory ran out keeps to smaller batches."""
        tally, begin = Tally(), time.perf_counter()
        with precision(desk.settings, desk.classifier):
            entries = compute_shard(
                desk.classifier,
                self.examples,
                self.config,
                begin=self.begin,
                first_places=self.first_places,
                budget=desk.budget,
                tally=tally,
                done=lambda _: None,
                known=self.known.get,
            )
        desk.budget = shrunk(desk.budget, tally)
        return Computed(self.index, entries, tally, time.perf_counter() - begin)

    def parts(self) -> "list[ShardErrand]":
        """Two halves."""
        middle = len(self.examples) // 2
        return [self._part(0, middle), self._part(middle, len(self.examples))] if middle else []

    def joined(self, results: Sequence[Computed]) -> Computed:
        """The rows of both halves, what they cost, and the smaller of their budgets."""
        entries = [entry for part in results for entry in part.entries]
        tally = reduce(added, (part.tally for part in results))
        return Computed(self.index, entries, tally, sum(part.seconds for part in results))

    def given_up(self, reason: str) -> Computed:
        """A text that came to nothing."""
        [example], [first] = self.examples, self.first_places
        entry = Entry(skipped(example, reason)) if first == self.begin else Entry(skipped(example, ""), first)
        return Computed(self.index, [entry], Tally(), 0.0)

    def _part(self, begin: int, end: int) -> "ShardErrand":
        return replace(
            self,
            begin=self.begin + begin,
            examples=self.examples[begin:end],
            first_places=self.first_places[begin:end],
        )


def added(one: Tally, other: Tally) -> Tally:
    """What two pieces of work cost; of budgets the smaller, where there is one."""
    total = {name: value + getattr(other, name) for name, value in vars(one).items()}
    for name in ("forward_budget", "gradient_budget"):
        known = [value for value in (getattr(one, name), getattr(other, name)) if value]
        total[name] = min(known, default=0)
    return Tally(**total)
