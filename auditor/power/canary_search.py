"""The minimal sets of texts that hold a canary, searched by the run's own method on the pushed model."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.minimal import minimal_set
from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.model.answering import Answering
from auditor.power.canary import Canary
from auditor.power.into_texts import Written, classes_of
from auditor.power.mixture import SETS, number_of
from auditor.power.pushed import Push, Pushed
from auditor.records.text import Explanation, Tally
from auditor.signals.counts import IntArray
from auditor.signals.study import Study
from auditor.signals.words_in_texts import token_numbers
from auditor.sweep.computing import added
from auditor.sweep.device import first_budget, precision
from auditor.sweep.errands import Desk


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


Found = tuple[dict[int, Explanation], Tally]
"""By text what was found, and what it cost."""


@dataclass(frozen=True)
class Search:
    """The search for the sets of one canary's texts: an errand, done by this process or by a worker."""

    push: Push
    texts: Written
    method: CidrConfig
    budget: Budget | None = None
    """As this process has it; a worker has one for its own device, with as many texts under way."""

    def found(self, classifier: Answering) -> Found:
        """By text, what the search finds on the pushed model."""
        tally = Tally()
        pushed = Pushed(classifier, self.push)
        return search(pushed, self.texts, self.method, budget=self.budget, tally=tally), tally

    def do(self, desk: Desk) -> Found:
        """The same on a worker's model."""
        own = self.budget and replace(first_budget(desk.settings, desk.classifier), window=self.budget.window)
        with precision(desk.settings, desk.classifier):
            return replace(self, budget=own).found(desk.classifier)

    def parts(self) -> "list[Search]":
        """Half of the texts, and the others."""
        docs = list(self.texts)
        middle = len(docs) // 2
        halves = (docs[:middle], docs[middle:]) if middle else ()
        return [replace(self, texts={doc: self.texts[doc] for doc in half}) for half in halves]

    def joined(self, results: Sequence[Found]) -> Found:
        """What was found of all texts."""
        [(first, cost), (others, more)] = results
        return dict(sorted((first | others).items())), added(cost, more)

    def given_up(self, reason: str) -> Found:  # noqa: ARG002 (as a text that cannot be explained)
        """A text that is left out."""
        return {}, Tally()


Searching = Callable[[Answering, Sequence[Search]], Iterator[tuple[int, Found]]]
"""Has searches done and gives the number of each with what it found, as they come."""


def one_after_another(classifier: Answering, searches: Sequence[Search]) -> Iterator[tuple[int, Found]]:
    """Every search in this process."""
    return ((number, search.found(classifier)) for number, search in enumerate(searches))


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
