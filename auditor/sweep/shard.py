"""One shard, from examples to rows: computed from its own examples alone, the same way every time.

An example that cannot be encoded, whose logits are not numbers or that makes the model fail becomes a skip
with its reason; the others go on.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from numpy.typing import NDArray

from auditor.cidr.engine import Budget, Task, run
from auditor.cidr.minimal import minimal_set
from auditor.config import CidrConfig
from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.model.answering import Answering
from auditor.records.text import Explanation, Outcome, Tally
from auditor.sweep.shard_file import Entry, skipped


def compute_shard(
    classifier: Answering,
    examples: Sequence[Example],
    config: CidrConfig,
    *,
    begin: int,
    first_places: Sequence[int] | NDArray[Any],
    budget: Budget,
    tally: Tally,
    done: Callable[[int], None],
    known: Callable[[str], Explanation | None] | None = None,
) -> list[Entry]:
    """The rows of the shard, or part of one, whose first example stands at place `begin`.

    `first_places` says for each of the examples where in the run its text occurs first; `done` hears of
    examples as they are finished; what is `known` by the id of its text is copied.
    """
    entries: dict[int, Entry] = {}

    def tasks() -> Iterator[Task[Explanation]]:
        for place, example in enumerate(examples):
            first = int(first_places[place])
            if first != begin + place:
                entries[place] = Entry(skipped(example, ""), first)
                done(1)
                continue
            before = None if known is None else known(example.id)
            if before is not None:
                entries[place] = Entry(_outcome(example, before))
                done(1)
                continue
            try:
                encoded = classifier.encode(*example.texts)
            except AuditError as error:
                entries[place] = Entry(skipped(example, error.message))
                done(1)
                continue
            search = minimal_set(encoded, classifier.labels, config, gradients=classifier.differentiable)
            yield Task(encoded, search, key=place)

    for task in run(classifier, tasks(), removal=config.removal, budget=budget, tally=tally):
        entries[task.key] = Entry(_outcome(examples[task.key], task.outcome))
        done(1)
    return [entries[place] for place in range(len(examples))]


def _outcome(example: Example, result: Explanation | AuditError | None) -> Outcome:
    if isinstance(result, Explanation):
        return Outcome(example.id, example.row, example.label, result)
    return skipped(example, result.message if result is not None else "the computation gave no result")


def notes_of(entries: Sequence[Entry], tally: Tally, seconds: float) -> dict[str, object]:
    """What the manifest later sums up over the shards."""
    own = [entry.outcome for entry in entries if entry.same_as is None]
    return {
        "examples": len(entries),
        "repeated": len(entries) - len(own),
        "statuses": _counts(o.explanation.status.value for o in own if o.explanation is not None),
        "skips": _counts(o.reason for o in own if o.explanation is None),
        "seconds": round(seconds, 3),
        "tally": asdict(tally) | {"seconds": round(tally.seconds, 3)},
    }


def _counts(values: Iterator[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))
