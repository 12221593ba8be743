"""A sweep in several processes of this machine, asked for from Python.

Each process gets the model, the data and the settings through its standard input, and computes shards as the
processes of `audit run` do. What a process cannot be given is refused before any is started.
"""

import json
import pickle
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import Dataset
from auditor.errors import AuditError, first_line
from auditor.files import write_text
from auditor.model.answering import Answering
from auditor.sweep.launch import launch


@dataclass(frozen=True)
class SweepJob:
    """What every process computes shards of."""

    load: Callable[[str], Answering]
    """What makes the model on a device."""
    dataset: Dataset
    config: CidrConfig
    settings: SweepConfig
    out: Path
    """The run's directory."""
    device: str = "auto"
    fresh: bool = False


def sweep_in_processes(job: SweepJob, processes: int) -> None:
    """Compute all shards of a run; the analysis is for the process that asked."""
    try:
        payload = pickle.dumps(sys.path) + pickle.dumps(job)
    except Exception as error:
        raise AuditError(
            f"the model cannot be handed to several processes: {first_line(error)}",
            "Define it in a module of its own, or leave processes at 1.",
        ) from error
    with tempfile.TemporaryDirectory(prefix="audit-job-") as folder:
        problem = Path(folder) / "problem.json"
        code = launch([sys.executable, "-m", __name__, str(problem)], processes, payload=payload)
        if problem.exists():
            said = json.loads(problem.read_text(encoding="utf-8"))
            raise AuditError(said["message"], said["hint"])
    if code:
        raise AuditError(
            f"a process of the audit ended with exit code {code}",
            "What was finished is kept; leave processes at 1 to see why.",
        )


def work(stream: BinaryIO, problem: Path) -> int:
    """One process: read the job, compute shards, and write down what went wrong, if anything did."""
    from auditor.sweep.sweeping import sweep

    try:
        sys.path[:] = pickle.load(stream)  # noqa: S301 (what the process that started this one has written)
        job: SweepJob = pickle.load(stream)  # noqa: S301
        sweep(
            job.load,
            job.dataset,
            job.config,
            out=job.out,
            settings=job.settings,
            device=job.device,
            fresh=job.fresh,
        )
    except AuditError as error:
        write_text(problem, json.dumps({"message": error.message, "hint": error.hint}))
        return 1
    return 0


if __name__ == "__main__":
    from auditor.sweep.workers import work as run_work  # so that what is unpickled is of the same module

    sys.exit(run_work(sys.stdin.buffer, Path(sys.argv[1])))
