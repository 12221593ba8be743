"""The whole audit of a dataset: sweep, analysis, tables; its result is ready to be written as a report."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auditor.cidr.asking import Laboratory
from auditor.config import CidrConfig, EvidenceConfig, RuleConfig, SweepConfig
from auditor.data.labels import match_labels
from auditor.data.loading import Dataset
from auditor.errors import AuditError
from auditor.findings.report import Report
from auditor.model.classifier import Classifier
from auditor.model.threads import one_thread
from auditor.progress import Progress, Silent
from auditor.signals import lexicon, reference
from auditor.sweep.run import sweep
from auditor.verdicts.analysis import Sources, analyse
from auditor.verdicts.tables import write_tables

Load = Callable[[str], Classifier]
Notify = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Extras:
    """What the user gives beside model and data."""

    reference: Dataset | None = None
    """Another dataset of the same task."""
    lexicon: Path | None = None
    """Words of the task, one a line."""
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
            Sources(
                labels=classifier.labels,
                gold_names=match_labels(_labels(dataset), classifier.labels),
                model=name,
                given=_read(given, classifier),
                injection=given.injection,
            ),
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
    if extras.lexicon is not None:
        lexicon.read_lexicon(extras.lexicon, classifier.labels)
    other = extras.reference
    if other is None:
        return
    if other.columns.label is None:
        raise AuditError(f"the reference {other.source} has no labels", "Name its column, or leave it out.")
    try:
        match_labels(other.label_names, classifier.labels)
    except AuditError as error:
        raise AuditError(f"the reference {other.source}: {error.message}", error.hint) from error


def _read(extras: Extras, classifier: Classifier) -> dict[str, Any]:
    """What the user gave, as the signals read it."""
    found: dict[str, Any] = {}
    if extras.reference is not None:
        names = match_labels(extras.reference.label_names, classifier.labels)
        found[reference.NAME] = reference.count_reference(extras.reference.examples(), names)
    if extras.lexicon is not None:
        found[lexicon.NAME] = lexicon.read_lexicon(extras.lexicon, classifier.labels)
    return found
