"""Minimal feature sets for texts: the package's front door."""

from collections.abc import Iterator, Sequence

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.minimal import minimal_set
from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.records.text import Explanation


def explain(
    classifier: Classifier,
    texts: Sequence[str | tuple[str, str]],
    config: CidrConfig | None = None,
    *,
    budget: Budget | None = None,
) -> Iterator[Explanation | AuditError]:
    """For each text, in order, its minimal feature set, or the reason why it has none."""
    settings = config or CidrConfig()
    check_removal(classifier, settings)
    outcomes: dict[int, Explanation | AuditError] = {}
    tasks: list[Task[Explanation]] = []
    for place, text in enumerate(texts):
        try:
            encoded = classifier.encode(*((text,) if isinstance(text, str) else text))
        except AuditError as error:
            outcomes[place] = error
            continue
        tasks.append(Task(encoded, minimal_set(encoded, classifier.labels, settings), key=place))
    due = 0
    for task in run(classifier, tasks, removal=settings.removal, budget=budget):
        assert task.outcome is not None  # noqa: S101 (an ended task has an outcome)
        outcomes[task.key] = task.outcome
        while due in outcomes:
            yield outcomes.pop(due)
            due += 1
    while due in outcomes:
        yield outcomes.pop(due)
        due += 1


def check_removal(classifier: Classifier, config: CidrConfig) -> None:
    """Refuse a classifier that was loaded for another kind of removal."""
    if config.removal not in ("delete", classifier.replacement):
        raise AuditError(
            f"removal is {config.removal!r}, but the classifier was loaded to {classifier.replacement}",
            f"Load it with replacement={config.removal!r}.",
        )
