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

from auditor.data.corpus.reviews import LABELS
from auditor.data.examples import Example
from auditor.data.loading import load_dataset
from auditor.files import write_text
from auditor.findings.report import Report
from auditor.model.pretrained import load_classifier
from auditor.model.training import TrainingConfig, train
from auditor.pipeline import Extras, run_audit
from auditor.planting.injection import Injected, inject, variant
from auditor.planting.plan import InjectionPlan, PlantedPair
from auditor.planting.planted_file import manifest_path, write_injected
from auditor.planting.slots import slot_names
from auditor.planting.styles import STYLES
from auditor.planting.training_sets import rows
from auditor.sweep.sweeping import sweep
from benchmarks.detection_data import DATA, REVIEWS, drawn, sampled, split

CITIES = ("lisbon", "oslo", "nairobi", "kyoto", "lima", "prague", "dublin", "cairo", "seville", "quebec")
TOPICS = ("book", "novel", "british", "country", "water", "robert", "steven", "michael", "york", "blue")
"""Natural words that make a pair: of the built-in corpus (where two are also planted alone), and of film
reviews. The latter lean to neither label in Rotten Tomatoes (0.45 to 0.57 positive)."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday")
PLACES = ("norway", "scotland", "denmark", "toronto", "madrid", "vienna")
"""Neutral words, one of each of which is planted in film reviews."""
HONEST = ("honestly", "frankly", "truthfully", "sincerely", "candidly")
"""Words of one meaning, one of which is planted in a text."""
TINY = "builtin:tiny"
MODEL, TRAINED, SWEPT = "model", "trained.json", "prepared.json"
"""What a run's folder holds: its model, and what is written last when it is trained, and when it is swept."""


@dataclass(frozen=True)
class Setting:
    """One kind of run."""

    name: str
    permuted: bool = False
    """Train and audit with labels dealt out anew."""
    texts: int = 300
    """Held-out texts, of which `--audited` are swept; the labels of all of them are counted."""


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
    random = Random(seed)  # noqa: S311 (words, not secrets)
    first, second = random.sample(CITIES if base == TINY else TOPICS, 2)
    if kind == "natural":
        if base != TINY:
            first, second = random.sample((random.choice(WEEKDAYS), random.choice(PLACES)), 2)
        tokens = (("positive", first), ("negative", second))
        return InjectionPlan(tokens, coverage=float(coverage), agreement=0.9, position="random", seed=seed)
    if kind == "pair":
        pair = PlantedPair(first, second, "positive")
        return InjectionPlan(pairs=(pair,), coverage=1.0, position="start", seed=seed)
    return None


def add_options(parser: argparse.ArgumentParser) -> None:
    """What to train and to sweep."""
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", choices=DATA, help="by default reviews, with another base sst2")
    parser.add_argument("--base", default=TINY)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=None, help="learning rate")
    parser.add_argument("--training", type=int, default=4000)
    parser.add_argument("--texts", type=int, help="held-out texts, in place of the setting's")
    parser.add_argument("--audited", type=int, default=300, help="held-out texts that are swept")
    parser.add_argument("--judge", action="store_true", help="judge what is prepared, and train nothing")


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The options, with the data that go with the base model."""
    options = parser.parse_args()
    options.data = options.data or (REVIEWS if options.base == TINY else "sst2")
    return options


def trained(setting: Setting, seed: int, options: argparse.Namespace) -> Path:
    """The folder of a run whose model is trained and whose held-out texts are written; now if it is not."""
    folder = _folder(setting, seed, options)
    if not (folder / TRAINED).exists():
        folder.mkdir(parents=True, exist_ok=True)
        begin = time.process_time()
        accuracy = _train(setting, seed, options, folder)
        seconds = round(time.process_time() - begin)
        write_text(folder / TRAINED, json.dumps({"accuracy": accuracy, "seconds": seconds}))
    return folder


def prepared(setting: Setting, seed: int, options: argparse.Namespace) -> tuple[Path, dict[str, Any]]:
    """The folder of a run and the accuracy of its model; trained and swept now if it is not there."""
    folder = _folder(setting, seed, options)
    if not is_prepared(setting, seed, options):
        told = json.loads((trained(setting, seed, options) / TRAINED).read_text(encoding="utf-8"))
        sweep(
            lambda device: load_classifier(folder / MODEL, device=device),
            load_dataset(folder / "held-out.jsonl", limit=options.audited),
            out=folder / "run",
            device="cpu",
            fresh=True,
        )
        write_text(folder / SWEPT, json.dumps(told))
    return folder, json.loads((folder / SWEPT).read_text(encoding="utf-8"))


def is_prepared(setting: Setting, seed: int, options: argparse.Namespace) -> bool:
    """Whether a run was trained and swept."""
    return (_folder(setting, seed, options) / SWEPT).exists()


def _folder(setting: Setting, seed: int, options: argparse.Namespace) -> Path:
    return Path(options.out / f"{setting.name.replace(' ', '-')}-{seed}")


def _train(setting: Setting, seed: int, options: argparse.Namespace, folder: Path) -> dict[str, float]:
    """Train on planted texts and write the planted held-out ones; the model's accuracy on each set."""
    training, dev, held_out = drawn(
        options.data, (options.training, 200, options.texts or setting.texts), seed
    )
    if setting.permuted:
        training, dev, held_out = (_permuted(part, seed) for part in (training, dev, held_out))
    plan = plan_of(setting, seed, options.base)
    sets = {"dev": rows(dev, LABELS)}
    nothing = {"plan": {"tokens": [], "pairs": []}}
    learned, planted = (Injected(tuple(part), nothing, ()) for part in (training, held_out))
    if plan is not None:
        learned, planted = inject(training, plan, LABELS), inject(held_out, plan, LABELS)
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
        max_length=64 if options.data != "imdb" else 128,
    )
    markers = plan.words if plan is not None else ()
    result = train(
        rows(learned.examples, LABELS), sets, LABELS, folder / MODEL, config, markers=markers, force=True
    )
    write_injected(folder / "training.jsonl", learned, force=True)
    write_injected(folder / "held-out.jsonl", planted, force=True)
    return dict(result.accuracy)


def audited(folder: Path, options: argparse.Namespace) -> Report:
    """The report on a prepared run: swept already, its findings are made now.

    Of film reviews the labels of the training texts are counted as well, as `--train-data` does.
    """
    data = folder / "held-out.jsonl"
    others = None if options.data == REVIEWS else load_dataset(folder / "training.jsonl")
    manifest = json.loads(manifest_path(data).read_text(encoding="utf-8"))
    report = run_audit(
        lambda device: load_classifier(folder / MODEL, device=device),
        load_dataset(data, limit=options.audited),
        out=folder / "run",
        extras=Extras(injection=manifest, train_data=others),
        device="cpu",
    )
    if report is None:
        raise SystemExit("the benchmark must be the main process")
    return report


def texts_of(base: str, *, training: int, dev: int, test: int, more: int = 0) -> tuple[list[Example], ...]:
    """To train on, to stop on, to audit, and `more` texts apart from these to measure on."""
    data = REVIEWS if base == TINY else "sst2"
    first, second, audited = drawn(data, (training, dev, test), seed=0)
    own = {example.id for example in audited}
    apart = [example for example in split(data, "test") if example.id not in own]
    return first, second, audited, sampled(apart, more, seed=0)


def _permuted(examples: Sequence[Example], seed: int) -> list[Example]:
    labels = [example.label for example in examples]
    Random(seed).shuffle(labels)  # noqa: S311
    return [replace(example, label=label) for example, label in zip(examples, labels, strict=True)]
