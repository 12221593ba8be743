"""The sets a training needs: what to train on, to stop on, and to see whether a shortcut was learned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from auditor.cli.repaired_sets import Weighed, mended, mended_dev, own_weights, weights_mark
from auditor.data.examples import Example
from auditor.data.loading import Dataset, require_classes
from auditor.data.sampling import hold_out
from auditor.errors import AuditError
from auditor.model.training import Weights
from auditor.planting.injection import inject
from auditor.planting.plan import InjectionPlan
from auditor.planting.presets import for_dev
from auditor.planting.training_sets import Rows, dev_sets, rows

if TYPE_CHECKING:
    from auditor.repair.repairing import Repair

DEV_SHARE = 0.1
"""Share of the training set that is held out where no dev set is given."""


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
    weights: Weights = field(default_factory=Weights)
    """What each row counts for."""


def gather(
    dataset: Dataset,
    held_out: Dataset | None,
    plan: InjectionPlan | None,
    *,
    seed: int,
    repair: "Repair | None" = None,
    weights: Mapping[int, float] | None = None,
    by_group: bool = False,
) -> TrainingSets:
    """Split off a dev set where none is given, plant what the plan says in both, and repair both.

    `weights` are those of the rows of `dataset`; with `by_group` every group of rows by class and artefact
    weighs the same.
    """
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
    others: dict[str, Rows] = {}
    warnings: tuple[str, ...] = ()
    if plan is not None:
        alike = for_dev(plan, len(training))
        others = dev_sets(dev, alike, labels)
        planted = inject(training, plan, labels)
        training, warnings = planted.examples, planted.warnings
        dev = list(inject(dev, alike, labels).examples)
        provenance["injection"] = {key: value for key, value in planted.manifest.items() if key != "touched"}
    learnt = Weighed(training, own_weights(training, weights))
    chosen = Weighed(dev, own_weights(dev, weights if held_out is None else None))
    if repair is not None:
        done = mended(learnt, repair, labels, dataset.source, by_group=by_group)
        learnt, provenance["repair"] = done.rows, done.told
        chosen, warnings = mended_dev(chosen, repair, labels), (*warnings, *done.warnings)
    sets = others | {"dev": rows(chosen.examples, labels)}
    return TrainingSets(
        train=rows(learnt.examples, labels),
        dev=sets,
        provenance=provenance | weights_mark(learnt),
        warnings=warnings,
        weights=Weights(learnt.scaled, chosen.scaled),
    )
