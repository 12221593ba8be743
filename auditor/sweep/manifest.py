"""The manifest: all that is known about a run, summed up from its shards.

Counts and costs stand beside each shard, so that the sum is right however many processes and restarts there
were.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import Dataset
from auditor.errors import AuditError
from auditor.records.codec import decode
from auditor.records.text import LEFT_OUT, Tally
from auditor.sweep.store import RunStore
from auditor.sweep.workload import Fingerprint, own_version, shard_count, versions


@dataclass(frozen=True)
class Notes:
    """What stands beside a shard."""

    sha256: str
    """Hash of the shard."""
    bytes: int
    """Its size."""
    examples: int
    """Its examples."""
    repeated: int
    """Examples whose text occurred before."""
    statuses: dict[str, int]
    """Explained texts by status."""
    skips: dict[str, int]
    """Failed ones by reason."""
    seconds: float
    """Time it took."""
    tally: Tally
    """What its evaluations cost."""


def new_manifest(
    dataset: Dataset,
    config: CidrConfig,
    settings: SweepConfig,
    *,
    mark: Fingerprint,
    packed: bool,
    labels: Sequence[str],
    command: Sequence[str],
) -> dict[str, Any]:
    """What is known before anything is computed."""
    return {
        "complete": False,
        "fingerprint": mark,
        "command": list(command),
        "version": own_version(),
        "libraries": versions(),
        "method": asdict(config),
        "sweep": asdict(settings),
        "packed": packed,
        "seed": config.seed,
        "model": {"labels": list(labels)},
        "data": {
            "source": dataset.source,
            "columns": asdict(dataset.columns),
            "labels": dict(dataset.label_counts),
            "unreadable": dict(dataset.skip_counts),
        }
        | ({} if dataset.plan is None else {"plan": dict(dataset.plan)}),
        "examples": len(dataset),
        "shard_size": settings.shard_size,
        "shards": shard_count(len(dataset), settings.shard_size),
        "sessions": [],
    }


def session(processes: int, device: str, missing: int) -> dict[str, Any]:
    """One go at a run: it ends when the run is complete, or without an end when it is killed."""
    return {"began": now(), "ended": None, "processes": processes, "device": device, "missing": missing}


def now() -> str:
    """The time, to the second, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def totals(store: RunStore, count: int) -> dict[str, Any]:
    """Counts and costs over all shards that are there."""
    statuses: Counter[str] = Counter()
    skips: Counter[str] = Counter()
    cost: Counter[str] = Counter()
    plain: Counter[str] = Counter()
    budgets: dict[str, int] = {}
    for notes in _notes(store, range(count)):
        statuses.update(notes.statuses)
        skips.update(notes.skips)
        plain.update({name: getattr(notes, name) for name in ("examples", "repeated", "seconds")})
        tally = asdict(notes.tally)
        cost.update({name: value for name, value in tally.items() if "budget" not in name})
        for name in ("forward_budget", "gradient_budget"):
            budgets[name] = min(tally[name], budgets.get(name, tally[name]))
    evaluated = cost["pieces"] + cost["filler"]
    return {
        "done": plain["examples"],
        "repeated": plain["repeated"],
        "statuses": dict(sorted(statuses.items())),
        "skips": dict(sorted(skips.items())),
        "costs": {name: cost[name] for name in ("forwards", "gradients", "batches", "halvings")}
        | {
            "padding_waste": round(cost["filler"] / evaluated, 4) if evaluated else 0.0,
            "process_seconds": round(plain["seconds"], 1),
            "model_seconds": round(cost["seconds"], 1),
        }
        | budgets,
    }


def failures(store: RunStore, indices: Iterable[int]) -> tuple[int, int]:
    """Examples computed in these shards, and how many of them failed."""
    found = list(_notes(store, indices))
    seen = sum(notes.examples - notes.repeated for notes in found)
    return seen, sum(sum(notes.skips.values()) - notes.skips.get(LEFT_OUT, 0) for notes in found)


def _notes(store: RunStore, indices: Iterable[int]) -> Iterator[Notes]:
    """The notes of those shards that are there."""
    for index in indices:
        found = store.notes(index)
        if found is None:
            continue
        try:
            yield decode(Notes, found)
        except AuditError as error:
            raise AuditError(
                f"shards/{index:05d}.json was altered: {error.message}",
                "Delete it, and run the same command again to compute that shard anew.",
            ) from error
