"""Two Ray nodes of one core each, on this machine, against one process: a whole audit run.

    python -m benchmarks.ray_nodes [--model DIR] [--data FILE] [--texts 200] [--rounds 1]

Printed for each: seconds on the clock, the processor seconds of every process, and ratios. On the clock the
two runs compete with whatever else runs here. So others set the processor seconds of one process against
those of the busiest worker, which is the most that the clock can say of idle machines, and against those and
the seconds of the process that asks, as if they never were spent at the same time: the least. Shards and
tables must be the same bytes.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

SHARED = Path(__file__).parents[2] / "shared"
TICK = os.sysconf("SC_CLK_TCK")
TABLES = ("tokens.parquet", "pairs.parquet", "groups.parquet")
WORKER = "ray::RayWorker"


@dataclass
class Run:
    """What one run took."""

    seconds: float = 0.0
    own: float = 0.0
    """Processor seconds of the process that was started."""
    workers: dict[int, float] = field(default_factory=dict)
    """Processor seconds of each worker, as they were when it was last seen."""

    @property
    def busiest(self) -> float:
        return max(self.workers.values())


def timed(arguments: Sequence[str]) -> Run:
    """Run a command and watch the workers that there are meanwhile."""
    run, begin = Run(), time.perf_counter()
    variables = os.environ | {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    process = subprocess.Popen(
        [sys.executable, "-m", "auditor", *arguments], env=variables, stdout=subprocess.DEVNULL
    )
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        run.workers |= workers()
        time.sleep(0.1)
    if status:
        raise SystemExit(f"audit {' '.join(arguments)} failed")
    run.seconds, run.own = time.perf_counter() - begin, usage.ru_utime + usage.ru_stime
    return run


def workers() -> dict[int, float]:
    """Processor seconds of each Ray worker of this machine, by process."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_bytes().startswith(WORKER.encode()):
                parts = (folder / "stat").read_text().rpartition(")")[2].split()
                found[int(folder.name)] = (int(parts[11]) + int(parts[12])) / TICK
        except OSError:
            continue
    return found


def contents(out: Path) -> dict[str, bytes]:
    files = [*out.glob("shards/*.parquet"), *(out / name for name in TABLES)]
    return {file.name: file.read_bytes() for file in files}


def compared(base: Sequence[str], address: str, place: Path) -> None:
    """One run of each, and the ratios."""
    one = timed([*base, "--out", str(place / "one")])
    two = timed([*base, "--out", str(place / "two"), "--engine", "ray", "--address", address])
    same = contents(place / "one") == contents(place / "two")
    print(f"one process: {one.seconds:.1f} s, {one.own:.1f} s of processor time")
    spent = ", ".join(f"{seconds:.1f}" for seconds in sorted(two.workers.values(), reverse=True))
    print(f"two Ray nodes: {two.seconds:.1f} s; workers {spent} s of processor time, driver {two.own:.1f} s")
    most, least = one.own / two.busiest, one.own / (two.busiest + two.own)
    print(f"on the clock {one.seconds / two.seconds:.2f} x; by busy time {least:.2f} to {most:.2f} x")
    print(f"the same bytes: {same} ({len(contents(place / 'one'))} files); load {os.getloadavg()[0]:.1f}")
    if not same:
        raise SystemExit(1)


def main() -> None:
    from ray.cluster_utils import Cluster

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=Path, default=SHARED / "models" / "minilm-sst2")
    parser.add_argument("--data", type=Path, default=SHARED / "data" / "sst2" / "dev.tsv")
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    base = ["run", str(options.model.resolve()), str(options.data.resolve())]
    base += ["--limit", str(options.texts), "--quiet"]
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    own = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=own)
    try:
        cluster.add_node(**own)
        for _ in range(options.rounds):
            with tempfile.TemporaryDirectory() as folder:
                compared(base, cluster.address, Path(folder))
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
