"""Minimal feature sets for texts: the package's front door."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.minimal import minimal_set
from auditor.cidr.paper.matrices import Printed, printed_set
from auditor.cidr.questions import Asking, Result
from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.model.answering import Answering
from auditor.model.encoding import Encoded
from auditor.records.text import Explanation


def explain(
    classifier: Answering,
    texts: Sequence[str | tuple[str, str]],
    config: CidrConfig | None = None,
    *,
    budget: Budget | None = None,
) -> Iterator[Explanation | AuditError]:
    """For each text, in order, its minimal feature set, or the reason why it has none."""
    settings = suited(classifier, config or CidrConfig())

    def asking(encoded: Encoded) -> Asking[Explanation]:
        return minimal_set(encoded, classifier.labels, settings, gradients=classifier.differentiable)

    return _answered(classifier, texts, asking, settings, budget)


def trace(
    classifier: Answering, texts: Sequence[str | tuple[str, str]], config: CidrConfig | None = None
) -> Iterator[Printed | AuditError]:
    """For each text, in order, every step of the method as the paper prints it."""
    settings = suited(classifier, config or CidrConfig.paper())

    def asking(encoded: Encoded) -> Asking[Printed]:
        return printed_set(encoded, classifier.labels, settings, check=True)

    return _answered(classifier, texts, asking, settings, None)


def _answered(
    classifier: Answering,
    texts: Sequence[str | tuple[str, str]],
    asking: Callable[[Encoded], Asking[Result]],
    settings: CidrConfig,
    budget: Budget | None,
) -> Iterator[Result | AuditError]:
    """What a computation gives for each text, in their order."""
    outcomes: dict[int, Result | AuditError] = {}
    tasks: list[Task[Result]] = []
    for place, text in enumerate(texts):
        try:
            encoded = classifier.encode(*((text,) if isinstance(text, str) else text))
        except AuditError as error:
            outcomes[place] = error
            continue
        tasks.append(Task(encoded, asking(encoded), key=place))
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


def suited(classifier: Answering, config: CidrConfig) -> CidrConfig:
    """The settings as a model can answer them.

    A model without gradients removes words from the text, as it was made to; a network that was loaded for
    another kind of removal is refused.
    """
    if not classifier.differentiable:
        if config.method == "paper":
            raise AuditError(
                "method 'paper' needs gradients, and this model is only asked", "Leave --method out."
            )
        return replace(config, removal=classifier.replacement)
    if config.removal not in ("delete", classifier.replacement):
        raise AuditError(
            f"removal is {config.removal!r}, but the classifier was loaded to {classifier.replacement}",
            f"Load it with replacement={config.removal!r}.",
        )
    return config
