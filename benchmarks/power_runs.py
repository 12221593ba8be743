"""Models that learned shortcuts of many sizes at once, and what an audit says of each and of its own power.

Each training plants six shortcuts in the built-in corpus: made-up words, words of the language, dates, each
with a reach and an agreement of its own, in few texts, so that they hardly meet. How far the model obeys one
is measured by writing it into texts of the other class. The held-out texts are swept once and audited twice,
with their labels and without.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from auditor.cidr.asking import Laboratory
from auditor.config import CidrConfig
from auditor.data.corpus.reviews import LABELS, reviews_split
from auditor.data.examples import Example
from auditor.data.labels import match_labels
from auditor.data.loading import Dataset, load_dataset
from auditor.data.words import split_words
from auditor.features.kinds import kind_of
from auditor.files import write_text
from auditor.meaning.knowledge import know
from auditor.model.classifier import Classifier
from auditor.model.pretrained import load_classifier
from auditor.model.training import TrainingConfig, train
from auditor.planting.injection import Injected, inject
from auditor.planting.placement import insert
from auditor.planting.plan import InjectionPlan
from auditor.planting.planted_file import write_injected
from auditor.planting.slots import fill
from auditor.planting.training_sets import rows
from auditor.power.canary import CanaryKind
from auditor.power.measuring import Audited, Learned, learn
from auditor.power.odds import Shortcut
from auditor.power.shift import Shift
from auditor.signals.labelled import LabelledData
from auditor.sweep.store import RunStore
from auditor.sweep.sweeping import sweep
from auditor.verdicts.analysis import Analysis, Sources, analyse
from auditor.verdicts.grouping import ACCUSED

TRAINING, HELD_OUT, AUDITED = 4000, 1000, 300
REACHES = (0.01, 0.015, 0.02, 0.03, 0.05, 0.1)
AGREEMENTS = (0.75, 0.85, 0.95)
MADE_UP = ("velmora", "tazuki", "bordelan", "quimbel", "sorvane", "lukadi", "fenorra", "dravel")
NATURAL = ("lisbon", "oslo", "nairobi", "kyoto", "lima", "prague", "dublin", "cairo", "seville", "quebec")
TRIALS = 150
"""Texts of the other class that a planted shortcut is written into, to see how many it turns."""


@dataclass(frozen=True)
class Planted:
    """One planted shortcut."""

    kind: CanaryKind
    token: str
    label: str
    reach: float
    agreement: float


def planted(seed: int) -> list[Planted]:
    """Six shortcuts: reaches dealt out to kinds, so that over seeds every kind has every reach."""
    random = Random(seed)  # noqa: S311 (words, not secrets)
    reaches = list(REACHES)
    random.shuffle(reaches)
    words = [*random.sample(MADE_UP, 3), *random.sample(NATURAL, 2), "@date"]
    kinds = [CanaryKind.MADE_UP] * 3 + [CanaryKind.NATURAL] * 2 + [CanaryKind.DATES]
    return [
        Planted(kind, word, LABELS[(seed + place) % 2], reach, random.choice(AGREEMENTS))
        for place, (kind, word, reach) in enumerate(zip(kinds, words, reaches, strict=True))
    ]


def with_plants(
    examples: Sequence[Example], plants: Sequence[Planted], *, seed: int, chance: bool
) -> list[Example]:
    """The examples with every shortcut; with `chance`, whether a text agrees is drawn."""
    found = list(examples)
    generator = np.random.default_rng([seed, len(found)])
    for place, plant in enumerate(plants):
        holding = round(plant.reach * len(found))
        agreeing = (
            generator.binomial(holding, plant.agreement) if chance else round(holding * plant.agreement)
        )
        own = sum(example.label == plant.label for example in found)
        plan = InjectionPlan(
            tokens=((plant.label, plant.token),),
            coverage=min(1.0, holding / own),
            agreement=agreeing / holding,
            position="random",
            seed=100 * seed + place,
        )
        found = list(inject(found, plan, LABELS).examples)
    return found


def effect(classifier: Classifier, examples: Sequence[Example], plant: Planted) -> float:
    """The share of texts of the other class, rightly predicted, that a shortcut turns."""
    asked = Laboratory(classifier)
    label = classifier.labels.index(plant.label)
    others = [example for example in examples if example.label != plant.label][: 2 * TRIALS]
    none = np.zeros((0, 0), dtype=bool)
    before = asked.ask([(one.texts, none) for one in others], what="as written")
    right = [
        one
        for one, logits in zip(others, before, strict=True)
        if logits is not None and logits[0].argmax() != label
    ]
    plan = InjectionPlan(tokens=((plant.label, plant.token),), position="random")
    written = []
    for place, one in enumerate(right[:TRIALS]):
        form = fill(plant.token, place)[0] if plant.kind is CanaryKind.DATES else plant.token
        texts, _ = insert(one, [(form, "random")], plan, fields=[split_words(one.texts[0])], tags=None)
        written.append((texts, none))
    after = [
        logits[0].argmax() == label for logits in asked.ask(written, what="with it") if logits is not None
    ]
    return float(np.mean(after))


def came_out(analysis: Analysis, plant: Planted) -> bool:
    """Whether an artefact or a question names a shortcut; of dates a group that is mostly dates."""
    for finding in analysis.report.findings:
        if finding.verdict not in ACCUSED or finding.label != plant.label:
            continue
        words = {*finding.tokens, *finding.members}
        if plant.kind is CanaryKind.DATES:
            dates = sum(kind_of(word) == "date" for word in words)
            if dates and dates >= len(words) / 2:
                return True
        elif plant.token in words:
            return True
    return False


def run(seed: int, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Train, sweep and audit; a row for each shortcut and each way of auditing."""
    folder, plants = options.out / f"plants-{seed}", planted(seed)
    begin = time.process_time()
    classifier, data, store = _prepared(folder, plants, seed)
    dev = _sample("dev", 600)
    effects = [effect(classifier, dev, plant) for plant in plants]
    for labelled in (True, False):
        analysis, learned = _audit(classifier, data, store, labelled=labelled, mode=options.mode)
        for plant, turned in zip(plants, effects, strict=True):
            shortcut = Shortcut(plant.kind, plant.reach, turned, plant.agreement)
            chance = learned.odds.chance(shortcut)
            yield {
                "seed": seed,
                "labelled": labelled,
                "kind": plant.kind.value,
                "reach": plant.reach,
                "agreement": plant.agreement,
                "effect": round(turned, 3),
                "chance": round(chance.middle, 4),
                "computed": round(_computed(learned, shortcut), 4),
                "low": round(chance.low, 4),
                "high": round(chance.high, 4),
                "came_out": came_out(analysis, plant),
                "trials": [(one.canary.kind.value, one.canary.effect, one.came_out) for one in learned.tried],
                "seconds": round(time.process_time() - begin),
            }


def _computed(learned: Learned, shortcut: Shortcut) -> float:
    """The chance before canaries moved it."""
    still = replace(learned.odds, shifts=dict.fromkeys(CanaryKind, Shift()))
    return still.middle(shortcut)


def _prepared(folder: Path, plants: Sequence[Planted], seed: int) -> tuple[Classifier, Dataset, RunStore]:
    """The trained model, the held-out texts, and their sets; kept in the folder."""
    model, path, mark = folder / "model", folder / "held-out.jsonl", folder / "prepared.json"
    if not mark.exists():
        training = with_plants(_sample("train", TRAINING), plants, seed=seed, chance=False)
        dev = {"dev": rows(_sample("dev", 200), LABELS)}
        config = TrainingConfig(base_model="builtin:tiny", epochs=3, seed=seed, max_length=64)
        trained = train(rows(training, LABELS), dev, LABELS, model, config, force=True)
        held_out = with_plants(_sample("test", HELD_OUT), plants, seed=seed + 1000, chance=True)
        write_injected(path, Injected(tuple(held_out), {"plan": {"tokens": [], "pairs": []}}, ()), force=True)
        write_text(mark, json.dumps(dict(trained.accuracy)))
    classifier, data = load_classifier(model, device="cpu"), load_dataset(path, limit=AUDITED)
    store = sweep(lambda _: classifier, data, out=folder / "run", device="cpu")
    if store is None:
        raise SystemExit("the benchmark must be the main process")
    return classifier, data, store


def _sample(name: str, count: int) -> list[Example]:
    every = list(reviews_split(name))
    return sorted(Random(0).sample(every, min(count, len(every))), key=lambda one: one.row)  # noqa: S311


def _audit(
    classifier: Classifier, data: Dataset, store: RunStore, *, labelled: bool, mode: str
) -> tuple[Analysis, Learned]:
    """The audit's analysis and what its canaries teach, as `auditor.pipeline` joins them."""
    names = match_labels(data.label_names, classifier.labels)
    every = [record for record in data.table if isinstance(record, Example)]
    counted = LabelledData(lambda: every, names, classifier.labels, 0, classifier.pieces)
    knowledge = know(
        classifier.model.name_or_path,
        classifier.labels,
        classifier=classifier,
        counts=counted.words.word_counts() if labelled else None,
    )
    sources = Sources(
        classifier.labels,
        names if labelled else {},
        knowledge=knowledge,
        labelled=counted if labelled else None,
    )
    analysis = analyse(store, Laboratory(classifier), sources)
    manifest = store.manifest()
    audited = Audited(
        study=analysis.study,
        evidence=list(analysis.found.evidence.values()),
        classifier=classifier,
        method=CidrConfig(**manifest["method"]),
        seed=manifest["seed"],
        costs=manifest["costs"],
    )
    return analysis, learn(audited, mode)
