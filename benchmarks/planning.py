"""Is the planned power the share of planted words that is found? And what does planning a million rows take?

    python -m benchmarks.planning --model DIR --out DIR --seeds 30    # goes on where it was stopped
    python -m benchmarks.planning --million                           # a table of 1,000,000 rows, planned

DIR is a model that `audit train builtin:reviews` made. In each run a made-up word is written into a share of
the texts whatever their label, and the model is pushed by it so that a given share of the texts of the other
class turns. The audit takes the texts that its plan names, of a power of 0.9 and of 0.5 in turn, with all of
its steps; the word is found when a finding names it.
"""

import argparse
import csv
import json
import math
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch

from auditor.cidr.asking import Laboratory
from auditor.cidr.engine import Budget
from auditor.config import CidrConfig, EvidenceConfig, RuleConfig, SweepConfig
from auditor.data.examples import Example
from auditor.data.loading import Dataset, load_dataset
from auditor.model.classifier import Classifier
from auditor.model.pretrained import load_classifier
from auditor.normal import normal
from auditor.planting.slots import made_up_name
from auditor.power.goal import Goal
from auditor.power.planning import enough
from auditor.power.pushed import Push, Pushed
from auditor.power.strength import push
from auditor.records.text import Tally
from auditor.sweep.manifest import new_manifest, totals
from auditor.sweep.shard import compute_shard, notes_of
from auditor.sweep.shard_file import Entry
from auditor.sweep.store import RunStore
from auditor.sweep.workload import first_places, sized
from auditor.verdicts.analysis import Sources, analyse

POWERS = (0.9, 0.5)
TRIED = 300
"""Texts of the other class that say how strong a push must be."""
EVIDENCE = EvidenceConfig(deletions=8, pairs=0, permutations=1, power="off")
RULE, METHOD = RuleConfig(), CidrConfig.quick()


def planted(folder: Path, seed: int, reach: float) -> tuple[Dataset, str]:
    """The built-in corpus with a made-up word in a share of its texts, whatever their label."""
    random = Random(seed)  # noqa: S311 (texts, not secrets)
    word = made_up_name(random).lower()
    path = folder / f"planted-{seed}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["text", "label"])
        examples = list(load_dataset("builtin:reviews").examples())
        different = sorted({example.id for example in examples})
        chosen = set(random.sample(different, math.ceil(reach * len(different)) + 1))
        for example in examples:
            words = example.texts[0].split(" ")
            if example.id in chosen:
                words.insert(random.randrange(len(words)), word)
            writer.writerow([" ".join(words), example.label])
    return load_dataset(path), word


def pushed(classifier: Classifier, data: Dataset, word: str, goal: Goal, seed: int) -> tuple[Pushed, int]:
    """The model with a push of the goal's effect, towards one class or the other in turn."""
    label = seed % 2
    asked = Laboratory(classifier)
    none = np.zeros((0, 0), dtype=bool)
    texts = [example.texts[0] for example in data.examples() if example.label != classifier.labels[label]][
        :TRIED
    ]
    with_word = [((f"{text.split(' ')[0]} {word} {text.split(' ', 1)[-1]}",), none) for text in texts]
    answers = [one[0] for one in asked.ask(with_word, what="texts") if one is not None]
    behind = np.sort([float(np.delete(one, label).max() - one[label]) for one in answers])
    strength = push(behind, goal.effect)
    if strength is None:
        raise SystemExit("there are too few texts of the other class")
    return Pushed(classifier, Push((frozenset([normal(word)]),), label, strength)), label


def swept(model: Pushed, data: Dataset, out: Path, known: dict[str, Entry]) -> RunStore:
    """The minimal sets of a dataset; those that are known are not searched again."""
    store, examples = RunStore(out), list(data.examples())
    settings = sized(SweepConfig(), len(examples))
    mark: dict[str, Any] = {}
    manifest = new_manifest(data, METHOD, settings, mark=mark, packed=False, labels=model.labels, command=())
    places, size = first_places(examples), settings.shard_size
    budget = Budget(forward=1024, gradient=512, window=64)
    for index in range(manifest["shards"]):
        begin, tally = index * size, Tally()
        some = examples[begin : begin + size]
        if all(example.id in known for example in some):
            entries = [known[example.id] for example in some]
        else:
            entries = compute_shard(
                model,
                some,
                METHOD,
                begin=begin,
                first_places=places[begin : begin + size],
                budget=budget,
                tally=tally,
                done=lambda _: None,
            )
        known |= {entry.outcome.id: entry for entry in entries}
        store.write_shard(index, entries, notes_of(entries, tally, 0.0))
    store.write_manifest(manifest | totals(store, manifest["shards"]) | {"complete": True})
    return store


def run(seed: int, goal: Goal, classifier: Classifier, folder: Path) -> Iterator[dict[str, Any]]:
    """Plan, sweep and audit one planted corpus for each power."""
    data, word = planted(folder, seed, goal.reach)
    model, label = pushed(classifier, data, word, goal, seed)
    known: dict[str, Entry] = {}
    for power in POWERS:
        part, plan = enough(data, Goal(goal.reach, goal.effect, power), EVIDENCE, RULE, seed=seed)
        begin = time.process_time()
        store = swept(model, part, folder / f"run-{seed}-{power}", known)
        names = {name: name for name in classifier.labels}
        sources = Sources(classifier.labels, names, model="pushed")
        report = analyse(store, Laboratory(model), sources, EVIDENCE, RULE).report
        held = [example for example in part.examples() if _holds(example, word)]
        yield {
            "seed": seed,
            "power": power,
            "planned": plan.chance,
            "texts": plan.texts,
            "of": plan.rows,
            "at_random": plan.at_random,
            "held_planned": plan.held,
            "held": len(held),
            "found": any(
                word in finding.tokens
                for finding in report.findings
                if finding.label == classifier.labels[label]
            ),
            "seconds": round(time.process_time() - begin, 1),
            **_behaviour(store, word, classifier.labels[label]),
        }


def _holds(example: Example, word: str) -> bool:
    return word in example.texts[0].split(" ")


def _behaviour(store: RunStore, word: str, label: str) -> dict[str, float]:
    """What the sets did, beside what plans assume."""
    texts = [one for one in store.outcomes() if one.explanation is not None]
    own = [one for one in texts if word in (one.explanation.words if one.explanation else ())]
    said = [
        one.explanation
        for one in own
        if one.explanation and one.explanation.label == label and one.explanation.core
    ]
    sizes = [len(one.explanation.core) / len(one.explanation.words) for one in texts if one.explanation]
    need = [word in [one.words[place] for place in one.core] for one in said]
    return {
        "with_set": len(said) / max(1, len(own)),
        "needed": float(np.mean(need)) if need else 0.0,
        "random": float(np.mean(sizes)),
        "set": float(np.mean([len(one.explanation.core) for one in texts if one.explanation])),
    }


def table(rows: Sequence[dict[str, Any]]) -> None:
    """Planned and seen, by power."""
    print("asked | runs | planned | found | texts | at random | with set | needed | random | words a set")
    for power in POWERS:
        some = [row for row in rows if row["power"] == power]
        if some:
            names = ("planned", "found", "texts", "at_random", "with_set", "needed", "random", "set")
            means = [f"{float(np.mean([row[name] for row in some])):.3g}" for name in names]
            print(f"{power} | {len(some)} | {' | '.join(means)}")


def million() -> None:
    """Plan a table of a million made-up rows, in this process."""
    random = Random(0)  # noqa: S311
    words = [f"w{n}" for n in range(20_000)]
    weights = np.cumsum([1 / (n + 1) for n in range(len(words))]).tolist()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.csv"
        with path.open("w", encoding="utf-8") as file:
            file.write("text,label\n")
            for n in range(1_000_000):
                text = " ".join(random.choices(words, cum_weights=weights, k=19))
                file.write(f"{text},{('neg', 'pos')[n % 2]}\n")
        begin, used = time.perf_counter(), time.process_time()
        data = load_dataset(path)
        loaded = time.perf_counter() - begin
        part, plan = enough(data, Goal(), EvidenceConfig(), RULE, seed=0)
        seconds, used = time.perf_counter() - begin, time.process_time() - used
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{len(data):,} rows, {path.stat().st_size / 2**20:.0f} MB: loaded in {loaded:.1f} s")
        print(f"planned {plan.texts:,} texts ({len(part):,} taken) after {seconds:.1f} s in all")
        print(f"processor time {used:.1f} s, {memory:.0f} MB at the peak")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--out", type=Path, default=Path("build/planning"))
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--reach", type=float, default=0.05)
    parser.add_argument("--effect", type=float, default=0.5)
    parser.add_argument("--million", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.million:
        million()
        return
    options.out.mkdir(parents=True, exist_ok=True)
    store = options.out / "planning.jsonl"
    lines = store.read_text("utf-8").splitlines() if store.exists() else []
    rows = [json.loads(line) for line in lines]
    classifier = load_classifier(str(options.model), device="cpu")
    for seed in sorted(set(range(options.seeds)) - {row["seed"] for row in rows}):
        more = list(run(seed, Goal(options.reach, options.effect), classifier, options.out))
        with store.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in more)
        rows += more
        print(more, flush=True)
    table(rows)


if __name__ == "__main__":
    main()
