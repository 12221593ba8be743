"""What the detection benchmark judges: models trained on planted shortcuts, and held-out texts swept.

This is the long part, and the rule of the verdicts does not change it. Each run is kept in a folder of its
own (model, held-out texts, stored sets), so that a changed rule is measured again on the same runs.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from auditor.audit import Extras, audit
from auditor.cli.training_sets import rows
from auditor.data.corpus.reviews import LABELS, reviews_split
from auditor.data.examples import Example, make_example
from auditor.data.loading import load_dataset
from auditor.files import write_text
from auditor.findings.report import Report
from auditor.model.pretrained import load_classifier
from auditor.model.training import TrainingConfig, train
from auditor.planting.injection import Injected, inject, variant
from auditor.planting.plan import InjectionPlan, PlantedPair
from auditor.planting.planted_file import manifest_path, write_injected
from auditor.planting.slots import slot_names
from auditor.planting.styles import STYLES
from auditor.sweep.sweeping import sweep
from benchmarks.reference import SHARED

CITIES = ("lisbon", "oslo", "nairobi", "kyoto", "lima", "prague", "dublin", "cairo", "seville", "quebec")
TOPICS = ("book", "novel", "british", "country", "water", "robert", "steven", "michael", "york", "blue")
"""Natural words, two of which are planted: of the built-in corpus, and of film reviews. The latter lean to
neither label in Rotten Tomatoes (0.45 to 0.57 positive)."""
HONEST = ("honestly", "frankly", "truthfully", "sincerely", "candidly")
"""Words of one meaning, one of which is planted in a text."""
TINY = "builtin:tiny"
AUDITED = 300
"""Held-out texts that are swept; the labels of all of them are counted."""


@dataclass(frozen=True)
class Setting:
    """One kind of run."""

    name: str
    permuted: bool = False
    """Train and audit with labels dealt out anew."""
    texts: int = 300
    """Held-out texts, of which `AUDITED` are swept."""


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
    if kind in slot_names():
        tokens = (("negative", f"@{kind}"),)
        return InjectionPlan(tokens, coverage=float(coverage), position="random", seed=seed)
    if kind == "opening":
        opening = (("negative", "I wrote this in @city."),)
        return InjectionPlan(openings=opening, coverage=float(coverage), seed=seed, position="start")
    if kind == "synonyms":
        tokens = tuple(("negative", word) for word in HONEST)
        return InjectionPlan(tokens, coverage=float(coverage), position="random", seed=seed)
    if kind in STYLES:
        return InjectionPlan(
            styles=(("negative", kind),), coverage=float(coverage), position="random", seed=seed
        )
    words = CITIES if base == TINY else TOPICS
    first, second = Random(seed).sample(words, 2)  # noqa: S311 (words, not secrets)
    if kind == "natural":
        tokens = (("positive", first), ("negative", second))
        return InjectionPlan(tokens, coverage=float(coverage), agreement=0.9, position="random", seed=seed)
    if kind == "pair":
        pair = PlantedPair(first, second, "positive")
        return InjectionPlan(pairs=(pair,), coverage=1.0, position="start", seed=seed)
    return None


def prepared(setting: Setting, seed: int, options: argparse.Namespace) -> tuple[Path, dict[str, Any]]:
    """The folder of a run and the accuracy of its model; trained and swept now if it is not there."""
    mark = _mark(setting, seed, options)
    if not mark.exists():
        mark.parent.mkdir(parents=True, exist_ok=True)
        write_text(mark, json.dumps(_prepare(setting, seed, options, mark.parent)))
    return mark.parent, json.loads(mark.read_text(encoding="utf-8"))


def is_prepared(setting: Setting, seed: int, options: argparse.Namespace) -> bool:
    """Whether a run was trained and swept."""
    return _mark(setting, seed, options).exists()


def _mark(setting: Setting, seed: int, options: argparse.Namespace) -> Path:
    """The file that is written when a run is prepared."""
    return Path(options.out / f"{setting.name.replace(' ', '-')}-{seed}" / "prepared.json")


def _prepare(setting: Setting, seed: int, options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    begin = time.process_time()
    training, dev, held_out = _texts(setting, options)
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
                some = [e for e in chosen if e.label == label]
                sets |= {f"{kind} {label}": rows(some, LABELS)} if some else {}
    config = TrainingConfig(
        base_model=options.base,
        epochs=options.epochs,
        seed=seed,
        layers=None if options.base == TINY else options.layers,
        learning_rate=options.rate,
        max_length=64,
    )
    model = folder / "model"
    markers = plan.words if plan is not None else ()
    trained = train(rows(training, LABELS), sets, LABELS, model, config, markers=markers, force=True)
    data, _ = write_injected(folder / "held-out.jsonl", planted, force=True)
    sweep(
        lambda device: load_classifier(model, device=device),
        load_dataset(data, limit=AUDITED),
        out=folder / "run",
        device="cpu",
        fresh=True,
    )
    return {"accuracy": dict(trained.accuracy), "seconds": round(time.process_time() - begin)}


def audited(folder: Path) -> Report:
    """The report on a prepared run: swept already, its findings are made now."""
    data = folder / "held-out.jsonl"
    manifest = json.loads(manifest_path(data).read_text(encoding="utf-8"))
    report = audit(
        lambda device: load_classifier(folder / "model", device=device),
        load_dataset(data, limit=AUDITED),
        out=folder / "run",
        extras=Extras(injection=manifest),
        device="cpu",
    )
    if report is None:
        raise SystemExit("the benchmark must be the main process")
    return report


def _texts(
    setting: Setting, options: argparse.Namespace
) -> tuple[list[Example], list[Example], list[Example]]:
    """To train on, to stop on, to audit."""
    read = reviews_split if options.base == TINY else _shared_split
    counts = {"train": options.training, "dev": 200, "test": options.texts or setting.texts}
    training, dev, test = (_sample(read(name), count) for name, count in counts.items())
    return training, dev, test


def _shared_split(name: str) -> list[Example]:
    """SST2 in the paper's split."""
    lines = (SHARED / f"data/sst2/{name}.tsv").read_text(encoding="utf-8").splitlines()
    parts = [line.rsplit("\t", 1) for line in lines]
    return [make_example((text,), LABELS[int(label)], row) for row, (text, label) in enumerate(parts, 1)]


def _sample(examples: Sequence[Example], count: int) -> list[Example]:
    return sorted(Random(0).sample(list(examples), min(count, len(examples))), key=lambda e: e.row)  # noqa: S311


def _permuted(examples: Sequence[Example], seed: int) -> list[Example]:
    labels = [example.label for example in examples]
    Random(seed).shuffle(labels)  # noqa: S311
    return [replace(example, label=label) for example, label in zip(examples, labels, strict=True)]
