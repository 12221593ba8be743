"""Choosing β and ε on texts that the table leaves out, from the paper's grid.

Every pair of the grid is run on every text for tuning. The pair with the highest FMS as printed is chosen; of
equal ones that with the highest comprehensiveness, then the one nearest to the settings as they were.

What the model says about a text does not depend on β and ε, so all pairs of the grid share it.
"""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from auditor.cidr.engine import Task, run
from auditor.cidr.questions import Asking
from auditor.config import CidrConfig
from auditor.data.examples import Example
from auditor.data.sampling import hold_out
from auditor.errors import AuditError
from auditor.evaluation.conventions import Convention
from auditor.evaluation.explaining import found_set
from auditor.evaluation.measures import Measured, chosen, removal_measures
from auditor.evaluation.memo import Asked, Memo, remembered
from auditor.evaluation.set_methods import SETS
from auditor.evaluation.units import counted, in_units
from auditor.model.classifier import Classifier
from auditor.model.encoding import Encoded
from auditor.progress import Progress, Silent
from auditor.records.evaluation import GridPoint, Tuning

BETAS = (0.4, 0.5, 0.6)
EPSILONS = (0.3, 0.4, 0.5, 0.6, 0.7)
"""The values that the paper tries."""
PREFERRED = "cidr"
"""The method that is tuned where the table has it: the paper's."""


def tuned_method(methods: Sequence[str]) -> str:
    """The set method whose figures decide: the paper's, or the first that there is."""
    sets = [method for method in methods if method in SETS]
    if not sets:
        raise AuditError(
            f"none of the methods {', '.join(methods)} has β and ε to tune",
            f"Add one of {', '.join(SETS)} to --methods, or leave out --tune.",
        )
    return PREFERRED if PREFERRED in sets else sets[0]


def split(examples: Sequence[Example], count: int, *, seed: int) -> tuple[list[Example], list[Example]]:
    """So many texts for tuning, at most half of all, and the texts that are left for the table."""
    texts = len({example.id for example in examples})
    if texts < 2 or count < 1:
        raise AuditError(
            f"{texts} texts cannot be split into a part for tuning and a part for the table",
            "Raise --limit, or leave out --tune.",
        )
    rest, tuning = hold_out(examples, min(count, texts // 2) / texts, seed)
    if not tuning or not rest:
        raise AuditError("the part for tuning is empty", "Raise --limit or --tune-texts.")
    return tuning, rest


def tune(
    classifier: Classifier,
    examples: Sequence[Example],
    method: str,
    *,
    convention: Convention,
    config: CidrConfig,
    progress: Progress | None = None,
) -> Tuning:
    """The best β and ε of the grid for a set method."""
    grid = list(itertools.product(BETAS, EPSILONS))
    configs = [
        convention.config(method, replace(config, beta=beta, epsilon=epsilon), seed=config.seed)
        for beta, epsilon in grid
    ]
    watcher = progress or Silent()
    watcher.start("tuning", len(examples))
    measured: list[list[Measured]] = []
    for task in run(
        classifier, _tasks(classifier, examples, configs, convention), removal=convention.removal
    ):
        if isinstance(task.outcome, list):
            measured.append(task.outcome)
        watcher.advance(1)
    watcher.finish()
    if not measured:
        raise AuditError(
            f"{method} failed on every text for tuning", "Run without --tune to see the reasons."
        )
    points = tuple(
        GridPoint(
            beta,
            epsilon,
            fms=float(np.mean([of_text[place]["fms"] for of_text in measured])),
            comp=float(np.mean([of_text[place]["comp"] for of_text in measured])),
        )
        for place, (beta, epsilon) in enumerate(grid)
    )
    return Tuning(method, len(measured), points, best_point(points, config))


def best_point(points: Sequence[GridPoint], config: CidrConfig) -> GridPoint:
    """The highest FMS, then the highest Comp, then the nearest to the settings."""

    def order(point: GridPoint) -> tuple[float, float, float]:
        far = abs(point.beta - config.beta) + abs(point.epsilon - config.epsilon)
        return (-round(point.fms, 9), -round(point.comp, 9), round(far, 9))

    return min(points, key=order)


def _tasks(
    classifier: Classifier, examples: Sequence[Example], configs: Sequence[CidrConfig], rules: Convention
) -> list[Task[list[Measured]]]:
    """One task for each text that can be read."""
    tasks = []
    for example in examples:
        try:
            encoded = in_units(classifier.encode(*example.texts), rules.unit, classifier.tokenizer)
        except AuditError:
            continue  # it would be a failure in the table, and has nothing to say here
        tasks.append(Task(encoded, _tried(encoded, classifier.labels, configs, rules)))
    return tasks


def _tried(
    encoded: Encoded, labels: tuple[str, ...], configs: Sequence[CidrConfig], rules: Convention
) -> Asking[list[Measured]]:
    """What each of the settings gives for one text."""
    memo, units = Memo(), counted(encoded, specials=rules.specials)
    choices = []
    for config in configs:
        found = yield from found_set(encoded, labels, config, rules, memo, Asked())
        choices.append(chosen(found, rules, units=units, reference=found.items or ()))
    asking = removal_measures(len(encoded.words), choices, sets=True, config=configs[0])
    return (yield from remembered(asking, memo, Asked()))
