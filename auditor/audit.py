"""The whole audit of a dataset: sweep, analysis, tables; its result is ready to be written as a report."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auditor.cidr.asking import Laboratory
from auditor.config import CidrConfig, EvidenceConfig, RuleConfig, SweepConfig
from auditor.data.examples import Example
from auditor.data.labels import match_labels
from auditor.data.loading import Dataset
from auditor.errors import AuditError
from auditor.findings.report import Report
from auditor.meaning.knowledge import know
from auditor.meaning.lexicons import Words, parse_seeds, read_lexicon
from auditor.meaning.tasks import choose_task
from auditor.model.classifier import Classifier
from auditor.model.encoding import pieces_of
from auditor.model.threads import one_thread
from auditor.progress import Progress, Silent
from auditor.signals.labelled import LabelledData
from auditor.sweep.sweeping import sweep
from auditor.verdicts.analysis import Sources, analyse
from auditor.verdicts.tables import write_tables

Load = Callable[[str], Classifier]
Notify = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Extras:
    """What the user gives beside model and data."""

    reference: Dataset | None = None
    """Another dataset of the same task."""
    train_data: Dataset | None = None
    """What the model was trained on: its labels are counted with the dataset's."""
    task: str = "auto"
    """Which built-in list of words to use: `auto`, `sentiment`, `toxicity` or `none`."""
    lexicon: Path | None = None
    """Words of the task, one a line."""
    seeds: tuple[str, ...] = ()
    """`LABEL=word,word,…` each: a few words of the task."""
    encoder: str | None = None
    """Another model whose embeddings know what words mean."""
    injection: Mapping[str, Any] | None = None
    """The manifest of an injection into the dataset."""


def audit(
    load: Load,
    dataset: Dataset,
    *,
    out: Path,
    name: str = "",
    method: CidrConfig | None = None,
    sweeping: SweepConfig | None = None,
    evidence: EvidenceConfig | None = None,
    rule: RuleConfig | None = None,
    extras: Extras | None = None,
    device: str = "auto",
    fresh: bool = False,
    command: Sequence[str] = (),
    progress: Progress | None = None,
    notify: Notify | None = None,
) -> Report | None:
    """Audit a classifier on a dataset and leave shards and tables in `out`; None in all but the main process.

    `load` makes the classifier on the device it is given, `name` is what the report calls it.
    """
    given = extras or Extras()
    loaded: list[Classifier] = []

    def load_once(where: str) -> Classifier:
        if not loaded:
            classifier = load(where)
            _check(classifier, dataset, given)  # before the long part, not after it
            loaded.append(classifier)
        return loaded[0]

    store = sweep(
        load_once,
        dataset,
        method,
        out=out,
        settings=sweeping,
        device=device,
        fresh=fresh,
        command=command,
        progress=progress,
        notify=notify,
    )
    if store is None:
        return None
    if notify is not None:
        notify("testing, intervening and judging")
    classifier = loaded[0]
    removal = method.removal if method is not None else CidrConfig().removal
    with one_thread(device):
        analysis = analyse(
            store,
            Laboratory(classifier, removal, progress=progress or Silent()),
            _sources(classifier, dataset, given, name=name, seed=store.manifest()["seed"]),
            evidence,
            rule,
        )
    write_tables(out, analysis)
    return analysis.report


def _labels(dataset: Dataset) -> tuple[str, ...]:
    return dataset.label_names if dataset.columns.label is not None else ()


def _check(classifier: Classifier, dataset: Dataset, extras: Extras) -> None:
    """Refuse labels and words that do not fit the model."""
    match_labels(_labels(dataset), classifier.labels)
    _listed(extras, classifier)
    choose_task(extras.task, classifier.labels)
    for what, other in (("reference", extras.reference), ("training data", extras.train_data)):
        if other is None:
            continue
        if other.columns.label is None:
            raise AuditError(f"the {what} {other.source} has no labels", "Name its column, or leave it out.")
        try:
            match_labels(other.label_names, classifier.labels)
        except AuditError as error:
            raise AuditError(f"the {what} {other.source}: {error.message}", error.hint) from error


def _listed(extras: Extras, classifier: Classifier) -> tuple[Words | None, Words | None]:
    """The user's lexicon and seeds."""
    lexicon = read_lexicon(extras.lexicon, classifier.labels) if extras.lexicon else None
    return lexicon, parse_seeds(extras.seeds, classifier.labels) if extras.seeds else None


def _sources(classifier: Classifier, dataset: Dataset, extras: Extras, *, name: str, seed: int) -> Sources:
    """What the analysis reads beside the run: labels counted over all data at hand, and what is known."""
    labelled = _labelled([dataset, extras.train_data], classifier, seed)
    reference = _labelled([extras.reference], classifier, seed)
    lexicon, seeds = _listed(extras, classifier)
    return Sources(
        labels=classifier.labels,
        gold_names=match_labels(_labels(dataset), classifier.labels),
        model=name,
        labelled=labelled,
        knowledge=know(
            classifier.model.name_or_path or name,
            classifier.labels,
            task=extras.task,
            lexicon=lexicon,
            seeds=seeds,
            encoder=extras.encoder,
            classifier=classifier,
            counts=None if labelled is None else labelled.words.word_counts(),
        ),
        reference=None if reference is None else reference.words,
        injection=extras.injection,
    )


def _labelled(datasets: Sequence[Dataset | None], classifier: Classifier, seed: int) -> LabelledData | None:
    """All labelled texts of some datasets: whole files, whatever sample of them is audited."""
    names: dict[str, str] = {}
    tables = []
    for dataset in datasets:
        if dataset is not None and dataset.columns.label is not None:
            names |= match_labels(dataset.label_names, classifier.labels)
            tables.append(dataset.table)
    if not tables:
        return None

    def examples() -> Iterable[Example]:
        return (record for table in tables for record in table if isinstance(record, Example))

    return LabelledData(examples, names, classifier.labels, seed, pieces_of(classifier.tokenizer))
