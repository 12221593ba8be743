"""The evaluation: every text to every method, every result to the model, every figure with its interval."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from auditor.cidr.engine import Budget, Task, run
from auditor.config import CidrConfig
from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.evaluation.conventions import Convention
from auditor.evaluation.explaining import Run, asked_sets, check_libraries, rankings, runs
from auditor.evaluation.measures import Chosen, chosen, removal_measures
from auditor.evaluation.memo import Asked, Memo, Meter, remembered
from auditor.evaluation.methods import RANKINGS, MethodResult
from auditor.evaluation.set_methods import SETS
from auditor.evaluation.subjects import Subject
from auditor.evaluation.summary import summarise
from auditor.evaluation.units import counted, in_units
from auditor.model.classifier import Classifier
from auditor.progress import Progress, Silent
from auditor.records.evaluation import Evaluation, Tuning

CHUNK = 16
"""Texts that are under way together."""
SHOWN = ("beta", "epsilon", "threshold", "rounds", "essence", "seed")
"""Settings that the outputs name."""


def evaluate(
    classifier: Classifier,
    examples: Iterable[Example],
    methods: Sequence[str],
    *,
    convention: Convention | None = None,
    config: CidrConfig | None = None,
    seeds: int = 5,
    model: str = "",
    dataset: str = "",
    tuning: Tuning | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """The table of the methods on the texts; the first method is tested against each other one.

    `config` has the settings of the set methods; each method changes those that make it what it is.
    """
    rules, settings, begin = convention or Convention(), config or CidrConfig(), time.perf_counter()
    subjects = measure(
        classifier, examples, methods, convention=rules, config=settings, seeds=seeds, progress=progress
    )
    found = summarise(subjects, methods, seeds)
    return replace(
        found,
        model=model,
        dataset=dataset,
        convention=rules.sentence,
        settings={name: getattr(settings, name) for name in SHOWN},
        seconds=time.perf_counter() - begin,
        tuning=tuning,
    )


def measure(
    classifier: Classifier,
    examples: Iterable[Example],
    methods: Sequence[str],
    *,
    convention: Convention,
    config: CidrConfig | None = None,
    seeds: int,
    progress: Progress | None = None,
) -> list[Subject]:
    """Every text with what the methods say of it and what the model says to that."""
    rules, settings, watcher = convention, config or CidrConfig(), progress or Silent()
    check_libraries(methods)
    for method in methods:
        if method in SETS:
            rules.config(method, settings, seed=settings.seed)  # what contradicts is said before any work
    # A ranking needs the reference's set: for the equal size, and for K where that is capped.
    ranked = any(method in RANKINGS for method in methods)
    wanted = runs(list(dict.fromkeys([*methods, rules.reference])) if ranked else list(methods), seeds)
    subjects = [Subject(example) for example in examples]
    if not subjects:
        raise AuditError("the dataset has no texts to evaluate", "Check the dataset and --limit.")
    kept: dict[str, Any] = {}
    watcher.start("evaluating", len(subjects))
    try:
        for start in range(0, len(subjects), CHUNK):
            chunk = subjects[start : start + CHUNK]
            _encode(classifier, chunk, rules, wanted)
            _explain(classifier, chunk, rules, settings, wanted, kept)
            _measure(classifier, chunk, rules, settings)
            for subject in chunk:
                subject.memo = None  # large, and of no more use
            watcher.advance(len(chunk))
    finally:
        watcher.finish()
    return subjects


def _encode(classifier: Classifier, chunk: Sequence[Subject], rules: Convention, wanted: list[Run]) -> None:
    for subject in chunk:
        subject.memo = Memo()
        try:
            words = classifier.encode(*subject.example.texts)
        except AuditError as error:
            subject.results = dict.fromkeys(wanted, error)
            continue
        subject.encoded = in_units(words, rules.unit, classifier.tokenizer)
        subject.units = len(subject.encoded.words)
        subject.too_short = rules.too_short(counted(subject.encoded, specials=rules.specials))


def _explain(
    classifier: Classifier,
    chunk: Sequence[Subject],
    rules: Convention,
    config: CidrConfig,
    wanted: list[Run],
    kept: dict[str, Any],
) -> None:
    """Every method on every text of the chunk."""
    meter = Meter()
    subjects = {}
    for subject in chunk:
        if subject.encoded is not None and subject.memo is not None:
            labels = classifier.labels
            asking = asked_sets(subject.encoded, labels, wanted, rules, config, subject.memo)
            subjects[Task(subject.encoded, asking)] = subject
    outcomes = []
    for task in run(classifier, list(subjects), removal=rules.removal, budget=Budget(), tally=meter):
        if task.outcome is None or isinstance(task.outcome, AuditError):
            failed = task.outcome or AuditError("the model gave no answer")
            subjects[task].results = dict.fromkeys(wanted, failed)
        else:
            outcomes.append((subjects[task], task.encoded, *task.outcome))
    for subject, encoded, target, results, costs in outcomes:
        priced = {key: _priced(result, costs[key], meter) for key, result in results.items()}
        subject.results = priced | rankings(
            classifier, encoded, target, wanted, removal=rules.removal, first_seed=config.seed, kept=kept
        )


def _priced(found: MethodResult | AuditError, asked: Asked, meter: Meter) -> MethodResult | AuditError:
    if isinstance(found, AuditError):
        return found
    seconds = meter.seconds_for(asked)
    return replace(found, forwards=asked.forwards, gradients=asked.gradients, seconds=seconds)


def _measure(classifier: Classifier, chunk: Sequence[Subject], rules: Convention, config: CidrConfig) -> None:
    """Remove what the methods named, under both meanings of removal where they differ."""
    split = rules.removal != rules.comp_removal
    for removal in dict.fromkeys((rules.removal, rules.comp_removal)):
        first = removal == rules.removal
        tasks = {}
        for subject in chunk:
            choices = _choices(subject, rules)
            if subject.encoded is None or subject.memo is None or not choices:
                continue
            words = len(subject.encoded.words)
            asking = removal_measures(words, list(choices.values()), sets=first, config=config)
            memo = subject.memo if first else Memo()
            tasks[Task(subject.encoded, remembered(asking, memo, Asked()))] = subject, list(choices)
        for task in run(classifier, list(tasks), removal=removal):
            subject, keys = tasks[task]
            _store(subject, keys, task.outcome, only_lo=first and split)


def _choices(subject: Subject, rules: Convention) -> dict[Run, Chosen]:
    """What each run removes; K comes from the reference's own set, seed by seed."""
    if subject.encoded is None:
        return {}
    units = counted(subject.encoded, specials=rules.specials)
    result = {}
    for (method, seed), found in subject.results.items():
        if isinstance(found, AuditError):
            continue
        known = subject.results.get((rules.reference, seed))
        known = known or subject.results.get((rules.reference, 0))  # a reference without seeds runs once
        items = (known.items or ()) if isinstance(known, MethodResult) else ()
        result[method, seed] = chosen(found, rules, units=units, reference=items)
    return result


def _store(subject: Subject, keys: list[Run], outcome: object, *, only_lo: bool) -> None:
    if not isinstance(outcome, list):
        failed = outcome if isinstance(outcome, AuditError) else AuditError("the model gave no answer")
        subject.results |= dict.fromkeys(keys, failed)
        return
    for key, measured in zip(keys, outcome, strict=True):
        known = subject.figures.setdefault(key, {})
        later = ("comp", "sufficiency") if only_lo else ()
        known |= {name: value for name, value in measured.items() if name not in (*known, *later)}
        found = subject.results[key]
        if isinstance(found, MethodResult):
            known |= {name: getattr(found, name) for name in ("forwards", "gradients", "seconds")}
        subject.reachable |= bool(known.get("essence"))
