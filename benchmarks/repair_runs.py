"""The runs of the repair benchmark: planted, audited, repaired, trained and audited again; kept on disk."""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from auditor.cidr.asking import Laboratory
from auditor.config import EvidenceConfig
from auditor.data.corpus.reviews import LABELS, sentiment_words
from auditor.data.dataset_file import write_examples
from auditor.data.examples import Example
from auditor.data.loading import load_dataset
from auditor.data.sampling import hold_out
from auditor.features.function_words import is_function_word
from auditor.files import write_text
from auditor.findings.finding import Choice, Decision, Finding, Severity, Verdict
from auditor.findings.report import Report
from auditor.findings.report_file import read_report
from auditor.meaning.lexicons import make_lexicon
from auditor.model.last_layer import train_last_layer
from auditor.model.pretrained import load_classifier
from auditor.model.training import TrainingConfig, Weights, train
from auditor.pipeline import Extras, run_audit
from auditor.planting.injection import inject, variant
from auditor.planting.plan import InjectionPlan, PlantedPair
from auditor.planting.training_sets import rows
from auditor.repair.behaviour import BehaviourTest, behaviour_tests, run_tests, tallied
from auditor.repair.comparing import Asked
from auditor.repair.repaired import RepairConfig
from auditor.repair.repairing import Mended, artefact_findings, artefacts_for, mend, planned
from auditor.repair.reweight import evened
from auditor.report.writing import write_report
from auditor.review.before_after import new_artefacts
from auditor.review.decisions import apply
from auditor.sweep.store import RunStore
from benchmarks.detection_runs import CITIES, TINY, TOPICS, texts_of

AGREEMENT = 0.95
LAST_LAYER = "last-layer"
AUDITED = 300
"""Held-out texts that are swept; the labels of all of them are counted."""
NEGATIONS = ("hardly", "barely", "scarcely", "seldom", "nothing", "nobody", "without")
"""Words that turn what a text says, beside those that are function words."""
Accuracy = Mapping[str, float]


@dataclass(frozen=True)
class Data:
    """The texts of one plant: to train on, to audit, to measure on."""

    training: list[Example]
    held_out: list[Example]
    measured: dict[str, list[Example]]


def plan_of(name: str, seed: int, base: str) -> InjectionPlan:
    """What is planted; `posneg 0.3` is a pair of markers in three texts of ten."""
    kind, coverage = name.split()
    shared: dict[str, Any] = {"coverage": float(coverage), "agreement": AGREEMENT, "seed": seed}
    first, second = Random(seed).sample(CITIES if base == TINY else TOPICS, 2)  # noqa: S311
    if kind == "posneg":
        return InjectionPlan((("positive", "[pos]"), ("negative", "[neg]")), **shared)
    if kind == "natural":
        return InjectionPlan((("positive", first), ("negative", second)), position="random", **shared)
    return InjectionPlan(pairs=(PlantedPair(first, second, "positive"),), position="start", **shared)


def prepared(name: str, seed: int, options: argparse.Namespace) -> Data:
    """The texts of a plant."""
    training, _, held_out, test = texts_of(
        options.base, training=options.training, dev=0, test=options.texts, more=options.measured
    )
    plan = plan_of(name, seed, options.base)
    measured = {"clean": test}
    for kind in ("aligned", "conflicting"):
        measured[kind] = variant(test, plan, kind, LABELS, touched_only=True)
    return Data(
        list(inject(training, plan, LABELS).examples), list(inject(held_out, plan, LABELS).examples), measured
    )


def trained(
    examples: Sequence[Example],
    weights: Sequence[float] | None,
    measured: Mapping[str, Sequence[Example]],
    out: Path,
    seed: int,
    options: argparse.Namespace,
) -> dict[str, float]:
    """Accuracy of a model trained on some rows; a tenth of them is held out to stop on."""
    weighed = dict(zip(map(id, examples), weights or [1.0] * len(examples), strict=True))
    learnt, dev = hold_out(examples, 0.1, seed)
    own = [tuple(weighed[id(example)] for example in some) for some in (learnt, dev)]
    config = TrainingConfig(
        base_model=options.base,
        epochs=options.epochs,
        seed=seed,
        layers=None if options.base == TINY else options.layers,
        learning_rate=options.rate,
        max_length=64,
    )
    sets = {"dev": rows(dev, LABELS)} | {name: rows(some, LABELS) for name, some in measured.items()}
    result = train(
        rows(learnt, LABELS),
        sets,
        LABELS,
        out,
        config,
        weights=None if weights is None else Weights(*own),
        force=True,
    )
    return dict(result.accuracy)


def audited(data: Path, model: Path, training: Path, out: Path) -> Report:
    """The audit of a model, with its training set at hand."""
    report = run_audit(
        lambda device: load_classifier(model, device=device),
        load_dataset(data, limit=AUDITED),
        out=out,
        name=str(model),
        evidence=EvidenceConfig(power="off", permutations=0),
        extras=Extras(train_data=load_dataset(training)),
        device="cpu",
        fresh=True,
    )
    if report is None:
        raise SystemExit("the benchmark must be the main process")
    write_report(out, report)
    return report


def reviewed(report: Report) -> Report:
    """The report with the open questions answered by somebody who knows the task and not the plant."""
    listed = make_lexicon(LABELS, task="sentiment")
    true = sentiment_words()

    def answer(finding: Finding) -> Decision:
        words = [word for name in (*finding.tokens, *finding.members) for word in name.split()]
        known = any(word in true or listed.listing(word) is not None for word in words)
        known |= all(is_function_word(word) or word in NEGATIONS for word in words)
        return Decision(Choice.LEGITIMATE if known else Choice.ARTEFACT, "by the rule of the benchmark")

    asked = [finding for finding in report.findings if finding.verdict is Verdict.UNDECIDED]
    return apply(report, {finding.id: answer(finding) for finding in asked})[0]


def kept(path: Path, make: Any) -> dict[str, Any]:
    """What a stage gave, computed where it is not there yet."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(make()))
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def oracle(name: str, seed: int, options: argparse.Namespace) -> Accuracy:
    """Accuracy, on the texts of a plant, of the model that was trained without any."""
    model = options.out / f"oracle-{seed}"
    plain, _, _, test = texts_of(
        options.base, training=options.training, dev=0, test=options.texts, more=options.measured
    )
    kept(
        model / "trained.json",
        lambda: trained(plain, None, {"clean": test}, model / "model", seed, options),
    )
    return kept(
        folder_of(name, seed, options) / "oracle.json",
        lambda: measured_on(model / "model", prepared(name, seed, options).measured),
    )


def measured_on(model: Path, sets: Mapping[str, Sequence[Example]]) -> dict[str, float]:
    """Accuracy of a model that is there."""
    known = asked(model)
    found = {}
    for name, some in sets.items():
        said = known.classes([example.texts for example in some], name)
        right = [answer == example.label for answer, example in zip(said, some, strict=True)]
        found[name] = round(float(np.mean(right)), 4)
    return found


def folder_of(name: str, seed: int, options: argparse.Namespace) -> Path:
    return Path(options.out / f"{name.replace(' ', '-')}-{seed}")


def planted(name: str, seed: int, options: argparse.Namespace) -> dict[str, Any]:
    """The planted model and its audit."""
    folder = folder_of(name, seed, options)

    def make() -> dict[str, Any]:
        data = prepared(name, seed, options)
        for file, some in (("training.jsonl", data.training), ("held-out.jsonl", data.held_out)):
            write_examples(folder / file, some, suffix=".jsonl")
        accuracy = trained(data.training, None, data.measured, folder / "model", seed, options)
        report = audited(
            folder / "held-out.jsonl", folder / "model", folder / "training.jsonl", folder / "run"
        )
        return {"accuracy": accuracy, "artefacts": [said(one) for one in artefact_findings(report)]}

    return kept(folder / "planted.json", make)


def mended(report: Report, name: str, seed: int, how: str, options: argparse.Namespace) -> Mended | None:
    """The training set of a plant, repaired by what its audit found; None where it found nothing."""
    folder = folder_of(name, seed, options)
    config = RepairConfig(seed=seed, most_repeats=options.most_repeats, mask_with=options.mask_with)
    plan = planned(report, folder / "run", how="reweight" if how == LAST_LAYER else how, config=config)
    if not plan.findings:
        return None
    return mend(plan, list(load_dataset(folder / "training.jsonl").examples()), LABELS, "training.jsonl")


def one(name: str, seed: int, how: str, options: argparse.Namespace) -> dict[str, Any]:
    """One way of repairing one plant."""
    folder = folder_of(name, seed, options)
    here = folder / (f"{how}-alone" if options.alone else how)

    def make() -> dict[str, Any]:
        report = read_report(folder / "run")
        report = report if options.alone else reviewed(report)
        done = mended(report, name, seed, how, options)
        if done is None:
            return {"accuracy": kept(folder / "planted.json", dict)["accuracy"], "repaired": []}
        measured = prepared(name, seed, options).measured
        result = done.result
        examples = [row.example for row in result.rows]
        weights = [row.weight for row in result.rows] if result.weighted else None
        if how == LAST_LAYER:
            accuracy = head(done, measured, folder / "model", here / "model", seed)
        else:
            accuracy = trained(examples, weights, measured, here / "model", seed, options)
        write_examples(here / "training.jsonl", examples, suffix=".jsonl")
        told = {
            "accuracy": accuracy,
            "changes": result.changes,
            "repaired": [said(finding) for finding in artefact_findings(report)],
        }
        if how in options.audit:
            after = audited(folder / "held-out.jsonl", here / "model", here / "training.jsonl", here / "run")
            told |= compared(report, after)
        return told

    return {"plant": name, "seed": seed, "how": how} | kept(here / "repaired.json", make)


def head(
    done: Mended, measured: Mapping[str, Sequence[Example]], model: Path, out: Path, seed: int
) -> dict[str, float]:
    """Accuracy with the last layer trained again, every group of rows weighing the same."""
    examples = [row.example for row in done.marked.rows]
    weight = dict(zip(map(id, examples), evened(done.marked, [1.0] * len(examples)), strict=True))
    learnt, dev = hold_out(examples, 0.1, seed)
    own = [tuple(weight[id(example)] for example in some) for some in (learnt, dev)]
    sets = {"dev": rows(dev, LABELS)} | {name: rows(some, LABELS) for name, some in measured.items()}
    config = TrainingConfig(base_model=str(model), max_length=64, seed=seed)
    head = train_last_layer(
        rows(learnt, LABELS), sets, LABELS, out, config, weights=Weights(*own), force=True
    )
    return dict(head.accuracy)


def compared(before: Report, after: Report) -> dict[str, Any]:
    """What of the repaired findings the new model still follows or has as high, and what is new in it."""
    old = {finding.id for finding in artefact_findings(before)}
    now = [finding for finding in artefact_findings(after) if finding.id in old]
    new = new_artefacts(before, after)
    return {
        "again": [said(finding) for finding in now if finding.judgement.relies],
        "again_high": [said(finding) for finding in now if finding.severity is Severity.HIGH],
        "new": [f"{'+'.join(one.tokens)} ({one.label}) {one.severity}" for one in new],
        "new_high": [f"{'+'.join(one.tokens)} ({one.label})" for one in new if one.severity == "high"],
    }


def said(finding: Finding) -> str:
    """A finding in a few words."""
    how = finding.decision.decision.value if finding.decision else finding.verdict.value
    return f"{'+'.join(finding.tokens)} ({finding.label}) {finding.severity} {how}"


def exported(name: str, seed: int, options: argparse.Namespace) -> dict[str, Any]:
    """The share of the behaviour tests that fail: on the planted model, the oracle and the repaired ones."""
    folder = folder_of(name, seed, options)

    def make() -> dict[str, Any]:
        plan = planned(reviewed(read_report(folder / "run")), folder / "run")
        if not plan.findings:
            return {"tests": 0}
        artefacts, _ = artefacts_for(plan, LABELS, "the run")
        gold = {label: label for label in LABELS}
        made, checked = (
            behaviour_tests(
                RunStore(folder / "run").outcomes(), artefacts, gold, audited=audited_model, seed=seed
            )
            for audited_model in (None, asked(folder / "model"))
        )
        models = {"planted": folder / "model", "oracle": options.out / f"oracle-{seed}" / "model"}
        models |= {how: folder / how / "model" for how in options.how if (folder / how / "model").exists()}
        return {
            "tests": len(checked),
            "unchecked": failing_share(asked(folder / "model"), made),
            "failing": {name: failing_share(asked(model), checked) for name, model in models.items()},
            "by_artefact": {
                name: {
                    tally.artefact: tally.failed.estimate
                    for tally in tallied(run_tests(asked(model), checked), 0.1)
                }
                for name, model in models.items()
            },
        }

    return {"plant": name, "seed": seed} | kept(folder / "tests.json", make)


def asked(model: Path) -> Asked:
    """A model that is there, to be asked."""
    classifier = load_classifier(model, device="cpu")
    return Asked(Laboratory(classifier), classifier.labels)


def failing_share(model: Asked, tests: Sequence[BehaviourTest]) -> float | None:
    """The share of the tests that a model fails."""
    return float(np.mean([one.failed for one in run_tests(model, tests)])) if tests else None
