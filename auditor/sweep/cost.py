"""What a whole run takes with any number of processes: the cost model behind `--dry-run` and docs/scale.md.

Shards are independent and are taken one after the other, so that the sweep ends when the last of them does.
Before it every process starts and loads the model; after it the answers of interventions are shared evenly,
and counting and judging are for one process.
"""

from dataclasses import dataclass

STARTING = 12.0
"""Seconds until a process has imported torch and transformers (docs/scale.md)."""
COUNTING = 2e-5
"""Seconds a stored text takes to be counted and tested, in one process (docs/scale.md)."""
SPREAD = 0.3
"""How much longer the longest of the last shards takes than the mean one, per process that waits for it."""


@dataclass(frozen=True)
class Work:
    """What there is to do."""

    texts: int
    """Texts of the run."""
    shards: int
    """Shards that are missing."""
    sweep: float
    """Seconds of all of them in one process."""
    interventions: float
    """Seconds of all questions afterwards in one process."""


def seconds(work: Work, processes: int) -> float:
    """About how long a run takes."""
    shard = work.sweep / max(1, work.shards)
    rounds = -(-work.shards // processes)  # nobody computes a part of a shard
    waiting = SPREAD * shard if processes > 1 and work.shards else 0.0
    return STARTING + rounds * shard + waiting + work.interventions / processes + COUNTING * work.texts
