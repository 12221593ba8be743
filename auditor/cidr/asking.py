"""The model as something to ask: logits for many texts, each with some words removed.

Rows of many texts share batches (see `auditor.cidr.engine`), and a row that fails costs no other its result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.questions import Asking, BoolArray, FloatArray, Forward
from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.progress import Progress, Silent


@dataclass(frozen=True, eq=False)
class Laboratory:
    """A classifier, and how it is asked."""

    classifier: Classifier
    removal: str = "pad"
    budget: Budget | None = None
    progress: Progress = field(default_factory=Silent)

    def ask(
        self, rows: Sequence[tuple[tuple[str, ...], BoolArray]], *, what: str, removal: str | None = None
    ) -> list[FloatArray | None]:
        """Logits for texts, each with some removals (removals, words); None where the model failed.

        An empty mask, (0, 0), asks for the text as it is; the same text is asked for once.
        """
        answers: list[FloatArray | None] = []
        plain: dict[tuple[str, ...], int] = {}
        same: list[int] = []

        def tasks() -> Iterable[Task[FloatArray]]:
            for texts, removed in rows:
                self.progress.advance()
                answers.append(None)
                here = len(answers) - 1
                same.append(here if removed.size else plain.setdefault(texts, here))
                if same[-1] != here:
                    continue
                try:
                    encoded = self.classifier.encode(*texts)
                except AuditError:
                    continue
                mask = removed if removed.size else np.zeros((1, len(encoded.words)), dtype=bool)
                yield Task(encoded, _forward(mask), key=here)

        self.progress.start(what, len(rows))
        try:
            for task in run(self.classifier, tasks(), removal=removal or self.removal, budget=self.budget):
                if not isinstance(task.outcome, AuditError):
                    answers[task.key] = task.outcome
        finally:
            self.progress.finish()
        return [answers[place] for place in same]


def _forward(removed: BoolArray) -> Asking[FloatArray]:
    answer: FloatArray = yield Forward(removed)
    return answer
