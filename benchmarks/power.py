"""Is the power that an audit states the share of learned shortcuts that it finds? (docs/benchmarks.md)

    python -m benchmarks.power --out DIR --seeds 20       # train, sweep, audit; goes on where it was stopped
    python -m benchmarks.power --out DIR --again          # audit again what was trained and swept
    python -m benchmarks.power --out DIR --table          # only the table

What is compared: the chance that the audit states for a shortcut of this kind, reach, agreement and measured
effect, and whether the shortcut that the model learned came out. Even seeds are there to choose
`SPREAD` and `CERTAIN` of `auditor.power.shift` and `USUAL` of `auditor.power.behaviours`; odd ones report.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

BINS = 5
FEWEST = 10
"""Shortcuts that a bin needs to be judged by itself."""


def calibration(rows: Sequence[dict[str, Any]], column: str = "chance") -> float:
    """Mean distance of stated chance and share found, over bins of stated chance, weighted by their size."""
    return float(sum(abs(stated - found) * count for stated, found, count in bins(rows, column)) / len(rows))


def bins(rows: Sequence[dict[str, Any]], column: str = "chance") -> list[tuple[float, float, int]]:
    """Mean stated chance, share found and size of each bin of equal width that is not empty."""
    stated = np.array([row[column] for row in rows])
    found = np.array([row["came_out"] for row in rows], dtype=float)
    place = np.minimum(BINS - 1, (stated * BINS).astype(int))
    return [
        (float(stated[place == k].mean()), float(found[place == k].mean()), int((place == k).sum()))
        for k in range(BINS)
        if (place == k).any()
    ]


def table(path: Path) -> None:
    """Calibration by halves of the seeds, with and without labels, and over kinds."""
    rows = _lines(path)
    print("rows | stated | found | calibration error | computed alone | worst bin of ten: stated - found")
    parts = {"all": rows, "chosen on (even seeds)": [r for r in rows if r["seed"] % 2 == 0]}
    odd = parts["reported (odd seeds)"] = [r for r in rows if r["seed"] % 2]
    parts |= {f"odd, labels {on}": [r for r in odd if r["labelled"] == on] for on in (True, False)}
    parts |= {
        f"odd, {kind}": [r for r in odd if r["kind"] == kind] for kind in sorted({r["kind"] for r in odd})
    }
    for name, some in parts.items():
        if some:
            print(f"{name} ({len(some)}) | {_line(some)}")
    for stated, found, count in bins(odd or rows):
        print(f"bin: stated {stated:.2f}, found {found:.2f} of {count}")


def _line(rows: Sequence[dict[str, Any]]) -> str:
    stated, found = (float(np.mean([row[name] for row in rows])) for name in ("chance", "came_out"))
    worst = max((s - f for s, f, count in bins(rows) if count >= FEWEST), default=0.0)
    errors = calibration(rows), calibration(rows, "computed")
    return f"{stated:.2f} | {found:.2f} | {errors[0]:.3f} | {errors[1]:.3f} | {worst:+.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=60)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--mode", choices=("quick", "full"), default="quick")
    parser.add_argument("--again", action="store_true", help="audit again what is prepared")
    parser.add_argument("--table", action="store_true", help="only print what was measured")
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    store = options.out / "power.jsonl"
    if options.again:
        store.unlink(missing_ok=True)
    known = {row["seed"] for row in _lines(store)}
    for seed in () if options.table else range(options.first_seed, options.first_seed + options.seeds):
        prepared = (options.out / f"plants-{seed}" / "prepared.json").exists()
        if seed in known or (options.again and not prepared):
            continue
        from benchmarks.power_runs import run

        lines = [json.dumps(row) for row in run(seed, options)]
        with store.open("a") as file:
            file.write("\n".join(lines) + "\n")
        print(lines[0], flush=True)
    table(store)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


if __name__ == "__main__":
    main()
