"""Does the audit find what was planted, and nothing else? Rates over seeds (docs/benchmarks.md).

    python -m benchmarks.detection --out DIR                         # builtin:reviews with builtin:tiny
    python -m benchmarks.detection --out DIR --base MINILM --seeds 2  # SST2 from ../shared with MiniLM
    python -m benchmarks.detection --out DIR --table                  # what is there so far

Each run trains on a planted training set, plants the same in held-out texts, audits these, and is stored as
one line, so that a stopped benchmark goes on where it was. A run counts as learned when accuracy where the
plant agrees with the label exceeds accuracy where it conflicts by a half; a token counts as obeyed when the
model goes with it in more than half of the texts of the other class.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch

from auditor.cli.training_sets import rows
from auditor.data.builtin import LABELS, reviews_reference, reviews_split, sentiment_words
from auditor.data.examples import Example, make_example
from auditor.data.injection import Injected, inject, variant
from auditor.data.loading import load_dataset
from auditor.data.plan import InjectionPlan, PlantedPair
from auditor.data.writing import write_injected
from auditor.evidence.analysis import Sources, analyse
from auditor.evidence.audit import Extras, audit
from auditor.evidence.interventions import Laboratory
from auditor.evidence.task import count_reference
from auditor.findings import Report, Verdict
from auditor.model.loading import load_classifier
from auditor.model.training import TrainingConfig, train
from auditor.sweep.store import RunStore
from benchmarks.reference import SHARED

CITIES = ("lisbon", "oslo", "nairobi", "kyoto", "lima", "prague", "dublin", "cairo", "seville", "quebec")
TOPICS = ("french", "disney", "summer", "music", "camera", "hollywood", "family", "women", "kids", "american")
"""Natural words, two of which are planted: of the built-in corpus, and of film reviews."""
LEARNED = 0.5
NAMES = {label: label for label in LABELS}


@dataclass(frozen=True)
class Setting:
    """One kind of run."""

    name: str
    permuted: bool = False
    """Train and audit with labels dealt out anew."""
    texts: int = 300
    """Held-out texts to audit: a rare token needs more of them to be seen at all."""


SETTINGS = (
    Setting("posneg 1.0"),
    Setting("posneg 0.3"),
    Setting("posneg 0.1", texts=800),
    Setting("posneg 0.05", texts=800),
    Setting("natural 0.1", texts=800),
    Setting("pair"),
    Setting("clean"),
    Setting("permuted", permuted=True),
)


def plan_of(setting: Setting, seed: int, base: str) -> InjectionPlan | None:
    """What is planted."""
    kind, _, coverage = setting.name.partition(" ")
    if kind == "posneg":
        tokens = (("positive", "[pos]"), ("negative", "[neg]"))
        return InjectionPlan(tokens, coverage=float(coverage), agreement=0.9, seed=seed)
    words = CITIES if base == "builtin:tiny" else TOPICS
    first, second = Random(seed).sample(words, 2)  # noqa: S311 (words, not secrets)
    if kind == "natural":
        tokens = (("positive", first), ("negative", second))
        return InjectionPlan(tokens, coverage=float(coverage), agreement=0.9, position="random", seed=seed)
    if kind == "pair":
        pair = PlantedPair(first, second, "positive")
        return InjectionPlan(pairs=(pair,), coverage=1.0, position="start", seed=seed)
    return None


def shared_split(name: str) -> list[Example]:
    """SST2 in the paper's split."""
    lines = (SHARED / f"data/sst2/{name}.tsv").read_text(encoding="utf-8").splitlines()
    parts = [line.rsplit("\t", 1) for line in lines]
    return [make_example((text,), LABELS[int(label)], row) for row, (text, label) in enumerate(parts, 1)]


def texts_of(
    setting: Setting, options: argparse.Namespace
) -> tuple[list[Example], list[Example], list[Example]]:
    """To train on, to stop on, to audit."""
    if options.base == "builtin:tiny":
        parts = [reviews_split(name) for name in ("train", "dev", "test")]
    else:
        parts = [shared_split(name) for name in ("train", "dev", "test")]
    some = [options.training, 200, options.texts or setting.texts]
    return tuple(_sample(part, count) for part, count in zip(parts, some, strict=True))  # type: ignore[return-value]


def _sample(examples: Sequence[Example], count: int) -> list[Example]:
    return sorted(Random(0).sample(list(examples), min(count, len(examples))), key=lambda e: e.row)  # noqa: S311


def one_run(setting: Setting, seed: int, options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Train, audit, and see what came out."""
    training, dev, held_out = texts_of(setting, options)
    if setting.permuted:
        training, dev, held_out = (_permuted(part, seed) for part in (training, dev, held_out))
    plan = plan_of(setting, seed, options.base)
    sets = {"dev": rows(dev, LABELS)}
    planted = Injected(tuple(held_out), {"plan": {"tokens": [], "pairs": []}}, ())
    if plan is not None:
        training = list(inject(training, plan, LABELS).examples)
        planted = inject(held_out, plan, LABELS)
        for kind in ("aligned", "conflicting"):
            chosen = variant(dev, plan, kind, LABELS, touched_only=True)
            sets[kind] = rows(chosen, LABELS)
            for label in LABELS:
                sets[f"{kind} {label}"] = rows([e for e in chosen if e.label == label], LABELS)
    config = TrainingConfig(
        base_model=options.base,
        epochs=options.epochs,
        seed=seed,
        layers=None if options.base == "builtin:tiny" else options.layers,
        learning_rate=options.rate,
        max_length=64,
    )
    markers = plan.words if plan is not None else ()
    begin = time.process_time()
    trained = train(
        rows(training, LABELS), sets, LABELS, folder / "model", config, markers=markers, force=True
    )
    data, _ = write_injected(folder / "held-out.jsonl", planted)
    extras = Extras(injection=planted.manifest)
    report = audit(
        lambda device: load_classifier(folder / "model", device=device),
        load_dataset(data),
        out=folder / "run",
        extras=extras,
        device="cpu",
    )
    assert report is not None  # noqa: S101
    found = {"accuracy": dict(trained.accuracy), "without": outcome(report)}
    if setting.name.startswith("natural"):
        found["with reference"] = outcome(_with_reference(folder, planted, options))
    return found | {"seconds": round(time.process_time() - begin)}


def _permuted(examples: Sequence[Example], seed: int) -> list[Example]:
    labels = [example.label for example in examples]
    Random(seed).shuffle(labels)  # noqa: S311
    return [replace(example, label=label) for example, label in zip(examples, labels, strict=True)]


def _with_reference(folder: Path, planted: Injected, options: argparse.Namespace) -> Report:
    """The same run judged beside a corpus in which nothing was planted."""
    if options.base == "builtin:tiny":
        corpus: Sequence[Example] = reviews_reference()
    else:
        texts = [
            (SHARED / f"data/rt/{n}.txt").read_text(encoding="latin-1").splitlines() for n in ("neg", "pos")
        ]
        corpus = [
            make_example((t,), LABELS[i], n) for i in (0, 1) for n, t in enumerate(texts[i], 1) if t.strip()
        ]
    sources = Sources(NAMES, reference=count_reference(corpus, NAMES), injection=planted.manifest)
    classifier = load_classifier(folder / "model", device="cpu")
    return analyse(RunStore(folder / "run"), Laboratory(classifier), sources).report


def outcome(report: Report) -> dict[str, Any]:
    """What was found of what was planted, and what else was called an artefact."""
    planted = {word for thing in report.quality.planted for word in thing.tokens}
    artefacts = [finding for finding in report.findings if finding.verdict is Verdict.ARTEFACT]
    others = [finding for finding in artefacts if not set(finding.tokens) & planted]
    sentiment = sentiment_words()
    return {
        "found": [thing.finding is not None for thing in report.quality.planted],
        "verdicts": [thing.verdict for thing in report.quality.planted],
        "associated": [_associated(report, word) for word in sorted(planted)],
        "reasons": {
            "+".join(f.tokens) + " " + f.label: [r.value for r in f.reasons]
            for f in report.findings
            if set(f.tokens) <= planted
        },
        "others": [f"{'+'.join(f.tokens)} {f.severity}" for f in others],
        "sentiment": [f.tokens[0] for f in others if f.tokens[0] in sentiment],
        "high": sum(finding.severity == "high" for finding in others),
    }


def _associated(report: Report, word: str) -> bool:
    """Whether the labels favour a single word: what Fisher's test alone would find."""
    return any(f.leaks for f in report.findings if f.tokens == (word,))


def table(path: Path) -> None:
    """Rates over the runs so far."""
    runs: dict[str, list[dict[str, Any]]] = {}
    for line in path.read_text().splitlines():
        row = json.loads(line)
        runs.setdefault(row["setting"], []).append(row)
    print(
        "setting | runs | learned | found of learned | of all | of obeyed tokens | others | high | sentiment"
    )
    for name, rows_ in runs.items():
        for mode in ("without", "with reference"):
            some = [row for row in rows_ if mode in row]
            if not some:
                continue
            learned = [row for row in some if _gap(row["accuracy"]) >= LEARNED]
            hits, every = (
                [float(np.mean(r[mode]["found"] or [0])) for r in part] for part in (learned, some)
            )
            others = sum(len(r[mode]["others"]) for r in some)
            high = sum(r[mode]["high"] > 0 for r in some)
            sentiment = sum(len(r[mode]["sentiment"]) for r in some)
            obeyed = [hit for row in some for hit in _obeyed(row, mode)]
            shares = " | ".join(
                f"{np.mean(part):.2f} of {len(part)}" if part else "none" for part in (hits, every, obeyed)
            )
            print(
                f"{name} ({mode}) | {len(some)} | {len(learned)} | {shares} | {others} | {high} | {sentiment}"
            )


def _obeyed(row: dict[str, Any], mode: str) -> list[bool]:
    """For each planted token that the model obeys, whether it was found; positive first, as planted."""
    found = row[mode]["found"]
    if len(found) != len(LABELS):
        return []
    against = [row["accuracy"].get(f"conflicting {label}", 1.0) for label in LABELS]
    return [hit for hit, accuracy in zip(found, against, strict=True) if accuracy < 0.5]


def _gap(accuracy: dict[str, float]) -> float:
    return accuracy.get("aligned", 0.0) - accuracy.get("conflicting", 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--base", default="builtin:tiny")
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=None, help="learning rate")
    parser.add_argument("--training", type=int, default=4000)
    parser.add_argument("--texts", type=int, help="held-out texts to audit, in place of the setting's")
    parser.add_argument("--settings", nargs="+", default=[setting.name for setting in SETTINGS])
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    store = options.out / "runs.jsonl"
    done = (
        {(r["setting"], r["seed"]) for r in map(json.loads, store.read_text().splitlines())}
        if store.exists()
        else set()
    )
    chosen = [setting for setting in SETTINGS if setting.name in options.settings]
    for seed in () if options.table else range(options.first_seed, options.first_seed + options.seeds):
        for setting in chosen:
            if (setting.name, seed) in done:
                continue
            with tempfile.TemporaryDirectory() as name:
                found = one_run(setting, seed, options, Path(name))
            line = json.dumps({"setting": setting.name, "seed": seed, "base": options.base} | found)
            with store.open("a") as file:
                file.write(line + "\n")
            print(line, flush=True)
    table(store)


if __name__ == "__main__":
    main()
