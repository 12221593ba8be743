"""Rows for training and measuring: texts with label numbers, and dev sets that show a learned shortcut."""

from collections.abc import Sequence

from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.planting.injection import inject, variant
from auditor.planting.plan import InjectionPlan

Rows = list[tuple[tuple[str, ...], int]]


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
