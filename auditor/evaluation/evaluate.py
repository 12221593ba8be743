"""The evaluation: every text to every method, every result to the model, every figure with its interval."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from auditor.cidr.engine import Budget, Task, run
from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.evaluation.conventions import Convention
from auditor.evaluation.explaining import Baselines, Run, asked_methods, runs
from auditor.evaluation.measures import Chosen, chosen, removal_measures
from auditor.evaluation.memo import Asked, Memo, Meter, remembered
from auditor.evaluation.methods import RANKINGS, Found
from auditor.evaluation.subjects import Subject
from auditor.evaluation.summary import summarise
from auditor.evaluation.units import counted, in_units
from auditor.model.classifier import Classifier
from auditor.progress import Progress, Silent
from auditor.records.evaluation import Evaluation

CHUNK = 16
"""Texts that are under way together."""
REFERENCE = "cidr"
"""The method whose set caps K for every ranking."""


def evaluate(
    classifier: Classifier,
    examples: Iterable[Example],
    methods: Sequence[str],
    *,
    convention: Convention | None = None,
    seeds: int = 5,
    model: str = "",
    dataset: str = "",
    progress: Progress | None = None,
) -> Evaluation:
    """The table of the methods on the texts; the first method is tested against each other one."""
    rules, begin = convention or Convention(), time.perf_counter()
    subjects = measure(classifier, examples, methods, convention=rules, seeds=seeds, progress=progress)
    found = summarise(subjects, methods, seeds)
    seconds = time.perf_counter() - begin
    return replace(found, model=model, dataset=dataset, convention=rules.sentence, seconds=seconds)


def measure(
    classifier: Classifier,
    examples: Iterable[Example],
    methods: Sequence[str],
    *,
    convention: Convention,
    seeds: int,
    progress: Progress | None = None,
) -> list[Subject]:
    """Every text with what the methods say of it and what the model says to that."""
    rules, watcher = convention, progress or Silent()
    baselines = Baselines(classifier)
    baselines.check(methods)
    capped = rules.capped and any(method in RANKINGS for method in methods)
    asked = list(dict.fromkeys([*methods, REFERENCE])) if capped else list(methods)
    wanted = runs(asked, seeds)
    subjects = [Subject(example) for example in examples]
    if not subjects:
        raise AuditError("the dataset has no texts to evaluate", "Check the dataset and --limit.")
    watcher.start("evaluating", len(subjects))
    try:
        for start in range(0, len(subjects), CHUNK):
            chunk = subjects[start : start + CHUNK]
            _encode(classifier, chunk, rules, wanted)
            _explain(classifier, baselines, chunk, rules, wanted)
            _measure(classifier, chunk, rules)
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
            subject.encoded = in_units(words, rules.unit, classifier.tokenizer)
        except AuditError as error:
            subject.results = dict.fromkeys(wanted, error)


def _explain(
    classifier: Classifier,
    baselines: Baselines,
    chunk: Sequence[Subject],
    rules: Convention,
    wanted: list[Run],
) -> None:
    """Every method on every text of the chunk."""
    meter = Meter()
    tasks = []
    for subject in chunk:
        if subject.encoded is not None and subject.memo is not None:
            asking = asked_methods(subject.encoded, classifier.labels, wanted, rules, subject.memo)
            tasks.append(Task(subject.encoded, asking, key=subject))
    outcomes = []
    for task in run(classifier, tasks, removal=rules.removal, budget=Budget(), tally=meter):
        subject = task.key
        if task.outcome is None or isinstance(task.outcome, AuditError):
            failed = task.outcome or AuditError("nothing came of it")
            subject.results = dict.fromkeys(wanted, failed)
        else:
            outcomes.append((subject, *task.outcome))
    for subject, target, results, costs in outcomes:
        if subject.encoded is None:
            continue
        priced = {key: _priced(result, costs[key], meter) for key, result in results.items()}
        subject.results = priced | baselines.explain(subject.encoded, target, wanted)


def _priced(found: Found | AuditError, asked: Asked, meter: Meter) -> Found | AuditError:
    if isinstance(found, AuditError):
        return found
    seconds = meter.seconds_for(asked)
    return replace(found, forwards=asked.forwards, gradients=asked.gradients, seconds=seconds)


def _measure(classifier: Classifier, chunk: Sequence[Subject], rules: Convention) -> None:
    """Remove what the methods named, under both meanings of removal where they differ."""
    choices = {id(subject): _choices(subject, rules) for subject in chunk}
    split = rules.removal != rules.comp_removal
    for removal in dict.fromkeys((rules.removal, rules.comp_removal)):
        first = removal == rules.removal
        tasks = []
        for subject in chunk:
            if subject.encoded is None or subject.memo is None or not choices[id(subject)]:
                continue
            picked = list(choices[id(subject)].values())
            asking = removal_measures(len(subject.encoded.words), picked, essence=first)
            memo = subject.memo if first else Memo()
            tasks.append(Task(subject.encoded, remembered(asking, memo, Asked()), key=subject))
        for task in run(classifier, tasks, removal=removal):
            _store(task.key, list(choices[id(task.key)]), task.outcome, only_lo=first and split)


def _choices(subject: Subject, rules: Convention) -> dict[Run, Chosen]:
    """What each run removes; K comes from the reference's own set, seed by seed."""
    if subject.encoded is None:
        return {}
    units = counted(subject.encoded, specials=rules.specials)
    result = {}
    for (method, seed), found in subject.results.items():
        if isinstance(found, AuditError):
            continue
        reference = subject.results.get((REFERENCE, seed))
        in_set = len(reference.items or ()) if isinstance(reference, Found) else 0
        result[method, seed] = chosen(found, rules, units=units, in_set=in_set)
    return result


def _store(subject: Subject, keys: list[Run], outcome: object, *, only_lo: bool) -> None:
    if not isinstance(outcome, list):
        failed = outcome if isinstance(outcome, AuditError) else AuditError("nothing came of the removals")
        subject.results |= dict.fromkeys(keys, failed)
        return
    for key, measured in zip(keys, outcome, strict=True):
        known = subject.figures.setdefault(key, {})
        later = ("comp", "sufficiency") if only_lo else ()
        known |= {name: value for name, value in measured.items() if name not in (*known, *later)}
        found = subject.results[key]
        if isinstance(found, Found):
            known |= {name: getattr(found, name) for name in ("forwards", "gradients", "seconds")}
        subject.reachable |= bool(known.get("essence"))
