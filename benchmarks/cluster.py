"""Two machines on this one: network namespaces, gloo between them, one shared folder.

    python -m benchmarks.cluster --model DIR [--texts 60] [--kill]

Needs root for the namespaces (`ip netns`). Each has one process of one core, started by torchrun. What is
printed: the time of one process and of two machines, whether the shards are the same bytes, and, with --kill,
what becomes of a run whose second machine is cut off and killed in the middle.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

NAMES = ("audit-a", "audit-b")
ADDRESSES = ("10.203.7.1", "10.203.7.2")
PATIENCE = 10


@contextmanager
def machines() -> Iterator[None]:
    """Two network namespaces with a cable between them."""
    _ip("link", "add", "cable-a", "type", "veth", "peer", "name", "cable-b")
    try:
        for name, cable, address in zip(NAMES, ("cable-a", "cable-b"), ADDRESSES, strict=True):
            _ip("netns", "add", name)
            _ip("link", "set", cable, "netns", name)
            _ip("-n", name, "addr", "add", f"{address}/24", "dev", cable)
            _ip("-n", name, "link", "set", cable, "up")
            _ip("-n", name, "link", "set", "lo", "up")
        yield
    finally:
        for name in NAMES:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)


def start(number: int, arguments: Sequence[str], port: int) -> "subprocess.Popen[str]":
    """The process of one machine."""
    launcher = [sys.executable, "-m", "torch.distributed.run", "--nnodes", "2", "--node_rank", str(number)]
    launcher += ["--nproc_per_node", "1", "--master_addr", ADDRESSES[0], "--master_port", str(port)]
    variables = {
        "GLOO_SOCKET_IFNAME": ("cable-a", "cable-b")[number],
        "OMP_NUM_THREADS": "1",
        "CUDA_VISIBLE_DEVICES": "",
        "AUDIT_PATIENCE": str(PATIENCE),
    }
    return subprocess.Popen(
        ["ip", "netns", "exec", NAMES[number], *launcher, "-m", "auditor", *arguments],
        env=os.environ | variables, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip


def shards(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(out.glob("shards/*.parquet"))}


def timed(processes: Sequence["subprocess.Popen[str]"], begin: float) -> tuple[float, list[str]]:
    said = [process.communicate()[1] for process in processes]
    return time.perf_counter() - begin, said


def cut_off(folder: Path, arguments: Sequence[str], wanted: dict[str, bytes]) -> None:
    """Cut the cable of the second machine in the middle, and kill it where nobody can hear."""
    out = folder / "cut"
    both = [start(number, [*arguments, "--out", str(out)], 29610) for number in (0, 1)]
    while len(shards(out)) < 2:
        time.sleep(0.1)
    _ip("-n", NAMES[1], "link", "set", "cable-b", "down")
    inside = subprocess.run(["ip", "netns", "pids", NAMES[1]], capture_output=True, text=True, check=True)
    for pid in inside.stdout.split():
        os.kill(int(pid), 9)
    seconds, said = timed(both, time.perf_counter())
    print(
        f"second machine cut off and killed: the first ends after {seconds:.0f} s with {both[0].returncode}"
    )
    print("\n".join(line for line in said[0].splitlines() if line.startswith(("Error:", "Tip:"))))
    subprocess.run(
        [sys.executable, "-m", "auditor", *arguments, "--out", str(out)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    print(f"the same bytes after one process went on: {shards(out) == wanted}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=60)
    parser.add_argument("--kill", action="store_true")
    options = parser.parse_args()
    if os.geteuid() or shutil.which("ip") is None:
        raise SystemExit("network namespaces need root, and the program ip")
    base = ["run", str(options.model.resolve()), "builtin:reviews", "--limit", str(options.texts)]
    base += ["--power", "off", "--quiet", "--shard-size", "4", "--device", "cpu"]
    with tempfile.TemporaryDirectory() as folder, machines():
        place = Path(folder)
        begin = time.perf_counter()
        alone = ["--out", str(place / "one")]
        subprocess.run(
            [sys.executable, "-m", "auditor", *base, *alone], check=True, stdout=subprocess.DEVNULL
        )
        one = time.perf_counter() - begin
        wanted, begin = shards(place / "one"), time.perf_counter()
        both = [start(number, [*base, "--out", str(place / "two")], 29600) for number in (0, 1)]
        two, said = timed(both, begin)
        codes = [process.returncode for process in both]
        print(f"one process {one:.1f} s, two machines {two:.1f} s ({one / two:.2f} x), exit codes {codes}")
        print(f"the same bytes: {shards(place / 'two') == wanted} ({len(wanted)} shards)")
        if any(codes):
            print("\n".join(said))
        if options.kill:
            cut_off(place, base, wanted)


if __name__ == "__main__":
    main()
