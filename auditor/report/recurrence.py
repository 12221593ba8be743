"""Which words recur in minimal sets: a first count, before any statistics.

For each predicted class and word: in how many texts it occurs, and in how many of these it is needed. A
count is no verdict: a word of the task recurs as a shortcut does.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from auditor.records import Outcome
from auditor.report.text import visible

LEAST = 3
"""Sets that must hold a word before it is listed."""
LISTED = 10
"""Words listed for a class."""


@dataclass(frozen=True)
class Recurrence:
    """Counts over a run."""

    texts: int
    """Texts that were explained."""
    statuses: Counter[tuple[str, str]]
    """Texts by predicted class and status."""
    skips: Counter[str]
    """Texts that were not, by reason."""
    holding: Counter[tuple[str, str]]
    """Texts by predicted class and word (lower case) that hold the word."""
    needing: Counter[tuple[str, str]]
    """Those whose minimal set needs it."""


def recurrence(outcomes: Iterable[Outcome], skipped: Mapping[str, int] | None = None) -> Recurrence:
    """Count over a stream of outcomes; `skipped` are rows that never became examples, by reason."""
    found = Recurrence(0, Counter(), Counter(skipped or {}), Counter(), Counter())
    texts = 0
    for outcome in outcomes:
        explanation = outcome.explanation
        if explanation is None:
            found.skips[outcome.reason] += 1
            continue
        texts += 1
        label = explanation.label
        found.statuses[label, str(explanation.status)] += 1
        found.holding.update({(label, word.lower()) for word in explanation.words})
        found.needing.update({(label, explanation.words[i].lower()) for i in explanation.core})
    return Recurrence(texts, found.statuses, found.skips, found.holding, found.needing)


def summary(found: Recurrence) -> Iterator[str]:
    """The counts in lines for a terminal."""
    yield f"{found.texts} texts explained, {sum(found.skips.values())} skipped"
    yield from (f"  skipped: {count} × {reason}" for reason, count in sorted(found.skips.items()))
    for label in sorted({label for label, _ in found.statuses}):
        counts = sorted((status, n) for (name, status), n in found.statuses.items() if name == label)
        yield f"\n{visible(label)}: " + ", ".join(f"{n} {status}" for status, n in counts)
        words = [(n, word) for (name, word), n in found.needing.items() if name == label and n >= LEAST]
        for count, word in sorted(words, key=lambda item: (-item[0], item[1]))[:LISTED]:
            held = found.holding[label, word]
            yield f"  {visible(word):<16} needed in {count} of {held} texts that hold it"
