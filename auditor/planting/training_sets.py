"""The sets a training needs: what to train on, to stop on, and to see whether a shortcut was learned."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from auditor.data.examples import Example
from auditor.data.loading import Dataset, require_classes
from auditor.data.sampling import hold_out
from auditor.errors import AuditError
from auditor.planting.injection import inject, variant
from auditor.planting.plan import InjectionPlan
from auditor.planting.presets import for_dev

DEV_SHARE = 0.1
"""Share of the training set that is held out where no dev set is given."""
Rows = list[tuple[tuple[str, ...], int]]


@dataclass(frozen=True)
class TrainingSets:
    """Everything `auditor.model.training.train` is given about the data."""

    train: Rows
    """Texts and label numbers to train on, planted if asked."""
    dev: dict[str, Rows]
    """`dev` (planted at the rate of the training set) and, with an injection, `clean`, `aligned`,
    `conflicting`."""
    provenance: dict[str, Any]
    """Hashes of the data and the injection's manifest without its list of texts."""
    warnings: tuple[str, ...]
    """What the user should know."""


def gather(
    dataset: Dataset, held_out: Dataset | None, plan: InjectionPlan | None, *, seed: int
) -> TrainingSets:
    """Split off a dev set where none is given, and plant what the plan says in both."""
    require_classes(dataset)
    labels = dataset.label_names
    training: Sequence[Example] = list(dataset.examples())
    if held_out is None:
        training, dev = hold_out(training, DEV_SHARE, seed)
    else:
        dev = list(held_out.examples())
    if not dev:
        raise AuditError(
            "the dev set has no examples, and training stops by it", "Give a --dev set with some."
        )
    provenance: dict[str, Any] = {"data": {"source": dataset.source, "fingerprint": dataset.fingerprint}}
    if plan is None:
        return TrainingSets(rows(training, labels), {"dev": rows(dev, labels)}, provenance, ())
    planted = inject(training, plan, labels)
    sets = dev_sets(dev, for_dev(plan, len(training)), labels)
    provenance["injection"] = {key: value for key, value in planted.manifest.items() if key != "touched"}
    return TrainingSets(rows(planted.examples, labels), sets, provenance, planted.warnings)


def dev_sets(dev: Sequence[Example], plan: InjectionPlan, labels: tuple[str, ...]) -> dict[str, Rows]:
    """The dev set planted as the plan says, as it is, and with every text aligned or conflicting."""
    sets = {"dev": rows(inject(dev, plan, labels).examples, labels)}
    for kind in ("clean", "aligned", "conflicting"):
        sets[kind] = rows(variant(dev, plan, kind, labels, touched_only=True), labels)
    return sets


def rows(examples: Sequence[Example], labels: tuple[str, ...]) -> Rows:
    """Texts with the numbers of their labels."""
    unknown = sorted({str(e.label) for e in examples} - set(labels))
    if unknown:
        raise AuditError(
            f"the dev set has labels that the training set lacks: {', '.join(unknown)}",
            "Give both the same labels, with --label-map if need be.",
        )
    return [(e.texts, labels.index(e.label)) for e in examples if e.label is not None]
