"""The minimal sets of texts that hold a canary, searched by the run's own method on the pushed model."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.minimal import minimal_set
from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.power.canary import Canary
from auditor.power.into_texts import Written, classes_of
from auditor.power.mixture import SETS, number_of
from auditor.power.pushed import Pushed
from auditor.records.text import Explanation, Tally
from auditor.signals.counts import IntArray
from auditor.signals.study import Study
from auditor.signals.words_in_texts import token_numbers


def search(
    classifier: Pushed, texts: Written, method: CidrConfig, *, budget: Budget | None = None, tally: Tally
) -> dict[int, Explanation]:
    """By text, what the search finds; a text that cannot be explained is left out."""

    def tasks() -> Iterator[Task[Explanation]]:
        for doc, written in texts.items():
            try:
                encoded = classifier.encode(*written)
            except AuditError:
                continue
            yield Task(encoded, minimal_set(encoded, classifier.labels, method), key=doc)

    ended = run(classifier, tasks(), removal=method.removal, budget=budget, tally=tally)
    found = {task.key: task.outcome for task in ended if isinstance(task.outcome, Explanation)}
    return dict(sorted(found.items()))


@dataclass(frozen=True)
class Seen:
    """What became of the texts that hold a canary, in numbers."""

    agreeing: int
    """Texts with its label."""
    agreeing_sets: int
    """Of these, predicted as it, with a set."""
    others: int
    """Texts with another label."""
    others_sets: int
    """Of these, predicted as the canary's class, with a set."""
    needed: int
    """Of all those sets, the ones that need the canary."""
    random: float
    """Sets that would if they picked their words at random."""

    @property
    def sets(self) -> int:
        """Sets that could need it."""
        return self.agreeing_sets + self.others_sets

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(*(getattr(self, name) + getattr(other, name) for name in vars(self)))


NOTHING_SEEN = Seen(0, 0, 0, 0, 0, 0.0)


def seen(base: Study, canary: Canary, found: dict[int, Explanation]) -> Seen:
    """Count what the search found of a canary's texts."""
    own = np.array([number_of(base.corpus, token) for token in canary.tokens])
    total, label = NOTHING_SEEN, classes_of(base)
    for doc, text in found.items():
        agrees = bool(label[doc] == canary.label)
        has_set = text.label == base.corpus.labels[canary.label] and text.status in SETS and bool(text.core)
        needs = has_set and _needs(token_numbers(base.corpus, text), text.core, own)
        total += Seen(
            agreeing=int(agrees),
            agreeing_sets=int(agrees and has_set),
            others=int(not agrees),
            others_sets=int(has_set and not agrees),
            needed=int(needs),
            random=len(text.core) / len(text.words) if has_set else 0.0,
        )
    return total


def _needs(numbers: list[int], core: tuple[int, ...], own: IntArray) -> bool:
    return bool(np.isin([numbers[place] for place in core], own).any())
