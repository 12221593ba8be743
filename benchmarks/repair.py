"""Does a repair help, and does it prove it? Planted, audited, repaired, trained again (docs/repair.md).

    python -m benchmarks.repair --out DIR                          # builtin:reviews with builtin:tiny
    python -m benchmarks.repair --out DIR --base MINILM --seeds 2  # SST2 from ../shared with MiniLM
    python -m benchmarks.repair --out DIR --table                  # only print what is there

For each seed an *oracle* is trained on the texts as they are. For each plant the same texts are planted,
trained on and audited (the leaks counted in the training set as well); the artefacts of that audit, and
nothing else, are repaired in every way, a model is trained on each result with the same settings, and audited
again. Markers get no token of their own in any of these trainings. Everything is kept in DIR, and a stopped
benchmark goes on.

What the audit leaves to a person is answered by a rule that knows the task and its language, and not the
plant: a finding with a word of the corpus's true lexicon, of the built-in one of the task, or of grammar and
negation alone is legitimate, any other an artefact. `--alone` leaves those questions open.

*Closed* is the share of the gap between the planted model and the oracle in accuracy on held-out texts whose
plant conflicts with their label.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from auditor.repair.repaired import RepairConfig
from auditor.repair.ways import NAMES
from benchmarks.detection_runs import TINY
from benchmarks.repair_runs import LAST_LAYER, exported, folder_of, one, oracle, planted

PLANTS = ("posneg", "natural", "pair")
COVERAGES = (0.3, 0.1)
WORTH = 0.1
"""Gap between the oracle and the planted model from which there is something to close."""


def table(options: argparse.Namespace, settings: Sequence[str]) -> None:
    """The share of the gap that each way closes."""
    print(
        "plant | seeds | gap | way | closed: mean, least | clean: planted, oracle, repaired | high again, new"
    )
    for name in settings:
        for how in options.how:
            found = [_line(name, seed, how, options) for seed in _seeds(options)]
            told = [line for line in found if line is not None and line["gap"] >= WORTH]
            if not told:
                continue
            mean = {key: float(np.mean([line[key] for line in told])) for key in told[0]}
            print(
                f"{name} | {len(told)} of {len([f for f in found if f])} | {mean['gap']:.3f} | {how} | "
                f"{mean['closed']:.3f}, {min(line['closed'] for line in told):.3f} | {mean['planted']:.3f}, "
                f"{mean['oracle']:.3f}, {mean['clean']:.3f} | {_after(told)}"
            )


def _after(told: Sequence[dict[str, float]]) -> str:
    """What the audits of the repaired models found, all seeds together."""
    audited = [line for line in told if line["audited"]]
    counts = [sum(line[key] for line in audited) for key in ("again", "new")]
    return f"{counts[0]:.0f}, {counts[1]:.0f} of {len(audited)} audited" if audited else "not audited"


def tests_table(options: argparse.Namespace, settings: Sequence[str]) -> None:
    """The share of the exported tests that each model fails."""
    print("plant | seeds | tests | model: share that fails")
    for name in settings:
        files = [folder_of(name, seed, options) / "tests.json" for seed in _seeds(options)]
        found = [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]
        found = [one for one in found if one["tests"]]
        if not found:
            continue
        models = [model for model in found[0]["failing"] if all(model in one["failing"] for one in found)]
        shares = [f"{model} {np.mean([one['failing'][model] for one in found]):.3f}" for model in models]
        unchecked = np.mean([one["unchecked"] for one in found])
        shares.append(f"planted on unverified tests {unchecked:.3f}")
        print(f"{name} | {len(found)} | {sum(one['tests'] for one in found)} | {', '.join(shares)}")


def _line(name: str, seed: int, how: str, options: argparse.Namespace) -> dict[str, float] | None:
    folder = folder_of(name, seed, options)
    files = [folder / "planted.json", folder / "oracle.json", folder / how / "repaired.json"]
    if not all(file.exists() for file in files):
        return None
    before, best, after = (json.loads(file.read_text(encoding="utf-8")) for file in files)
    gap = best["conflicting"] - before["accuracy"]["conflicting"]
    return {
        "gap": gap,
        "closed": (after["accuracy"]["conflicting"] - before["accuracy"]["conflicting"]) / max(gap, 1e-9),
        "planted": before["accuracy"]["clean"],
        "oracle": best["clean"],
        "clean": after["accuracy"]["clean"],
        "audited": "again_high" in after,
        "again": len(after.get("again_high", ())),
        "new": len(after.get("new", ())),
    }


def _seeds(options: argparse.Namespace) -> range:
    return range(options.first_seed, options.first_seed + options.seeds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--base", default=TINY)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=None, help="learning rate")
    parser.add_argument("--training", type=int, default=4000)
    parser.add_argument("--texts", type=int, default=600, help="held-out texts, of which 300 are swept")
    parser.add_argument("--measured", type=int, default=600, help="other texts, to measure accuracy on")
    parser.add_argument("--plants", nargs="+", default=PLANTS)
    parser.add_argument("--coverages", nargs="+", type=float, default=COVERAGES)
    parser.add_argument("--how", nargs="+", default=[*NAMES, LAST_LAYER])
    parser.add_argument("--audit", nargs="*", default=[*NAMES], help="ways whose models are audited again")
    parser.add_argument("--most-repeats", type=int, default=RepairConfig.most_repeats)
    parser.add_argument("--mask-with", default=RepairConfig.mask_with)
    parser.add_argument("--alone", action="store_true", help="leave open what the audit leaves to a person")
    parser.add_argument("--table", action="store_true", help="only print what was measured")
    options = parser.parse_args()
    torch.set_num_threads(1)
    settings = [f"{plant} {coverage:g}" for coverage in options.coverages for plant in options.plants]
    for seed in () if options.table else _seeds(options):
        for name in settings:
            best = oracle(name, seed, options)
            before = planted(name, seed, options)
            print(json.dumps({"plant": name, "seed": seed, "oracle": best} | before), flush=True)
            for how in options.how:
                print(json.dumps(one(name, seed, how, options)), flush=True)
            print(json.dumps(exported(name, seed, options)), flush=True)
    table(options, settings)
    tests_table(options, settings)


if __name__ == "__main__":
    main()
