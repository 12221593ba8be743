"""The run itself: every process takes the next missing shard, computes it, stores it, until none is left.

The main process locks the run directory, finds out which shards are missing and tells the others. Results of
processes meet in the run directory alone; workers of a Ray cluster send theirs to the main process, which
stores them.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from auditor.cidr.explain import suited
from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import Dataset
from auditor.errors import AuditError
from auditor.model.answering import Answering
from auditor.model.asked.text_model import TextModel
from auditor.model.classifier import Classifier
from auditor.model.packing import pack
from auditor.model.threads import one_thread
from auditor.progress import Progress, Silent
from auditor.records.text import Tally
from auditor.sweep.alike import check_alike
from auditor.sweep.claims import Claims
from auditor.sweep.computing import Missing, elsewhere, here
from auditor.sweep.device import packs, steady_kernels
from auditor.sweep.earlier import Earlier, forget, has_grown, set_aside
from auditor.sweep.errands import Equipment, Fleet
from auditor.sweep.lock import Lock
from auditor.sweep.manifest import failures, new_manifest, now, session, totals
from auditor.sweep.peers import Peers
from auditor.sweep.shard import notes_of
from auditor.sweep.store import ANSWERS, RunStore
from auditor.sweep.taking import all_there
from auditor.sweep.workload import (
    Fingerprint,
    fingerprint,
    first_places,
    installed,
    model_hash,
    shard_count,
    sized,
)
from auditor.sweep.world import World, agree, join, leave

ENOUGH = 200
"""Examples after which the share of failures is taken seriously."""


@dataclass(frozen=True, eq=False)
class _Job:
    """What one process of the run works with."""

    world: World
    store: RunStore
    dataset: Dataset
    config: CidrConfig
    settings: SweepConfig
    classifier: Answering
    progress: Progress
    notify: Callable[[str], None]
    fleet: Fleet | None = None
    """Who computes the shards, if this process does not."""

    @property
    def shards(self) -> int:
        """Shards of the whole run."""
        return shard_count(len(self.dataset), self.settings.shard_size)


def sweep(
    load: Callable[[str], Answering],
    dataset: Dataset,
    config: CidrConfig | None = None,
    *,
    out: Path,
    settings: SweepConfig | None = None,
    device: str = "auto",
    fresh: bool = False,
    command: Sequence[str] = (),
    progress: Progress | None = None,
    notify: Callable[[str], None] | None = None,
    among: World | None = None,
    fleet: Fleet | None = None,
) -> RunStore | None:
    """Explain every example of a dataset and leave the results in `out`; None in all but the main process.

    `load` makes the classifier on the device it is given; `notify` hears what the user should know. A run
    that was interrupted goes on where it was. Processes that have more to do together are given as `among`;
    a `fleet` computes the shards in place of this process.
    """
    chosen = settings or SweepConfig()
    world, method = among or join(device, joining=chosen.joining), config or CidrConfig.quick()
    watch = (progress if world.main else None) or Silent()
    with one_thread(device), steady_kernels():
        if world.size > 1:  # the others may have to wait until the model is here
            lock = _lock(out, world, chosen)
        classifier = load(world.device)
        if fleet is not None and not isinstance(classifier, Classifier):
            raise AuditError(
                "the engine ray is for networks, and this model is only asked with texts",
                "Leave --engine out.",
            )
        method = suited(classifier, method)
        job = _Job(
            world=world,
            store=RunStore(out),
            dataset=dataset,
            config=method,
            settings=sized(chosen, len(dataset)),
            classifier=classifier,
            progress=watch,
            notify=notify or (lambda _: None),
            fleet=fleet,
        )
        begin = time.perf_counter()
        if world.size == 1:
            lock = _lock(out, world, chosen)
        watch.start("examples", len(dataset))
        try:
            manifest, missing = _set_up(job, lock, fresh=fresh, command=command)
            if isinstance(classifier, TextModel):
                classifier.answers.keep_in(job.store.path / ANSWERS)
            _work(job, missing)
            all_there(world)
            if world.main:
                _conclude(job, manifest, time.perf_counter() - begin)
        except BaseException:
            lock.release()
            raise
        finally:
            watch.finish()
    if world.size == 1:
        lock.release()
    if among is None:
        leave(world)
    return job.store if world.main else None


def _lock(out: Path, world: World, settings: SweepConfig) -> Lock:
    """The run directory's lock; several processes begin to watch each other."""
    lock = Lock(RunStore(out).lock_path, run=world.run, member=world.rank, patience=settings.patience)
    if world.size > 1:
        world.peers = Peers(lock, world.rank, world.size)
    return lock


def _set_up(
    job: _Job, lock: Lock, *, fresh: bool, command: Sequence[str]
) -> tuple[dict[str, Any], list[int]]:
    """The manifest and the missing shards, found by the main process and told to all."""
    said: tuple[Any, Any] = ("", "")
    if job.world.main:
        try:
            lock.take()
            said = _prepare(job, fresh=fresh, command=command)
        except AuditError as error:
            said = (error.message, error.hint)
    said = agree(job.world, said)
    if isinstance(said[0], str):
        raise AuditError(*said)
    if job.world.size > 1:
        told = said[0]["fingerprint"] if job.world.main else _mark(job, packed=said[0]["packed"])
        check_alike(job.world, job.store, told)
    if said[0]["packed"] and isinstance(job.classifier, Classifier):
        pack(job.classifier.model)
    if job.fleet is not None:
        model = said[0]["fingerprint"]["model"]
        job.fleet.equip(Equipment(model, installed(), said[0]["packed"], job.settings))
    return said


def _prepare(job: _Job, *, fresh: bool, command: Sequence[str]) -> tuple[dict[str, Any], list[int]]:
    store, dataset = job.store, job.dataset
    packed = _packed(job, fresh=fresh)
    mark = _mark(job, packed=packed)
    if fresh:
        store.clear()
    elif store.exists() and has_grown(store, mark, dataset.examples()):
        set_aside(store)
    elif store.exists():
        store.check(mark)
    else:
        store.disown()
    store.tidy()
    store.reopen(job.shards)
    missing = store.missing(job.shards)
    manifest = new_manifest(
        dataset,
        job.config,
        job.settings,
        mark=mark,
        packed=packed,
        labels=job.classifier.labels,
        command=command,
    )
    if isinstance(job.classifier, TextModel):
        manifest["model"] |= job.classifier.facts()
    before = store.manifest().get("sessions") if store.exists() else None
    this = session(job.world.size, str(job.classifier.device), len(missing))
    this |= {} if job.fleet is None else {"engine": "ray"}
    manifest["sessions"] = [*before, this] if isinstance(before, list) else [this]
    store.write_manifest(manifest)
    if job.world.size > 1:
        Claims(store.claims_path, job.world.rank).begin()
    return manifest, missing


def _mark(job: _Job, *, packed: bool) -> Fingerprint:
    """What this process would compute, as a fingerprint."""
    data, model = job.dataset.fingerprint, model_hash(job.classifier)
    return fingerprint(job.config, job.settings, data=data, model=model, packed=packed)


def _packed(job: _Job, *, fresh: bool) -> bool:
    """Whether linear layers are packed: as they were when the run began, else as is faster here."""
    goes_on = job.settings.packed == "auto" and not fresh and job.store.exists()
    began = job.store.manifest().get("packed") if goes_on else None
    return began if isinstance(began, bool) else packs(job.settings, job.classifier)


def _work(job: _Job, missing: list[int]) -> None:
    """Compute missing shards until every one was taken by some process."""
    size, total = job.settings.shard_size, len(job.dataset)
    if job.settings.compile and missing and isinstance(job.classifier, Classifier):
        job.classifier.model = torch.compile(job.classifier.model, dynamic=True)
    earlier = Earlier(job.store)
    if len(earlier) and job.world.main:
        job.notify(f"{len(earlier)} texts of the earlier run in this folder are taken over")
    seen, failed = failures(job.store, range(job.shards))
    reported = 0

    def advance(count: int) -> None:
        nonlocal reported
        reported += count
        job.progress.advance(count)

    advance(total - sum(min(size, total - index * size) for index in missing))
    first = first_places(job.dataset.examples())
    part = Missing(missing, job.dataset, job.config, job.settings, job.store, first, earlier, advance)
    network = job.classifier
    for shard in here(part, network, job.world) if job.fleet is None else elsewhere(part, job.fleet):
        job.store.write_shard(shard.index, shard.entries, notes_of(shard.entries, shard.tally, shard.seconds))
        _tell_of_memory(job, shard.tally)
        more_seen, more_failed = failures(job.store, [shard.index])
        seen, failed = seen + more_seen, failed + more_failed
        if seen >= min(total, ENOUGH):
            _check_failures(job, seen, failed)
        others = min(total, job.store.finished() * size) - reported if job.world.size > 1 else 0
        advance(max(0, others))


def _tell_of_memory(job: _Job, tally: Tally) -> None:
    """The user hears of it when memory made batches smaller."""
    if tally.halvings:
        job.notify(
            f"out of memory: batches now hold {tally.forward_budget} pieces forward and "
            f"{tally.gradient_budget} with gradients"
        )


def _check_failures(job: _Job, seen: int, failed: int) -> None:
    if not failed or failed <= job.settings.failures * seen:
        return
    skips = totals(job.store, job.shards)["skips"]
    reason, count = max(skips.items(), key=lambda item: (item[1], item[0]))
    raise AuditError(
        f"{failed} of {seen} examples failed, more than {job.settings.failures:.0%}; "
        f"most often ({count} times): {reason}",
        "Check that the model belongs to this dataset, remove the cause, and start over with --fresh.",
    )


def _conclude(job: _Job, manifest: dict[str, Any], seconds: float) -> None:
    """Write the manifest of a complete run."""
    absent = job.store.missing(job.shards)
    if absent:
        raise AuditError(
            f"{len(absent)} of {job.shards} shards are missing", "Run the same command again to go on."
        )
    _check_failures(job, *failures(job.store, range(job.shards)))
    manifest["sessions"][-1] |= {"ended": now(), "seconds": round(seconds, 1)}
    job.store.write_manifest(manifest | {"complete": True} | totals(job.store, job.shards))
    forget(job.store)
    Claims(job.store.claims_path, job.world.rank).end()
