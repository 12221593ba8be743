"""What is left of an opening once it is repaired: words of it that then go with another class.

"amber violet" may begin positive texts while texts with one of the two words are negative. Without the
opening in positive texts, each word alone would give the class away: the leak would only have moved. So the
words of an opening that lean in the texts without it are repaired with it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from auditor.features.place import SLOT
from auditor.repair.artefacts import Artefact, Words
from auditor.repair.marked_rows import Marked, MarkedRow, mark
from auditor.repair.neutral_words import UNREMARKABLE

LEVEL = 1e-3
"""Chance, at most, that the rows of a word have their classes if the word says nothing."""


def with_leftovers(marked: Marked) -> Marked:
    """The same rows with these words marked as well, as artefacts of the same finding."""
    words = _words_of_openings(marked)
    if not words:
        return marked
    examples = [row.example for row in marked.rows]
    tried = mark(examples, (*marked.artefacts, *(artefact for _, artefact in words)), marked.labels)
    more = []
    for place, (number, artefact) in enumerate(words, len(marked.artefacts)):
        alone = [row for row in tried.rows if place in row.held and number not in row.held]
        label = leaning(alone, marked.shares)
        if label:
            more.append(replace(artefact, label=label))
    return mark(examples, (*marked.artefacts, *more), marked.labels) if more else marked


def _words_of_openings(marked: Marked) -> list[tuple[int, Artefact]]:
    """Each word of each opening, once, with the number of the opening; not what is an artefact itself."""
    seen = {word for one in marked.artefacts if not one.is_pair for word in one.parts[0].listed}
    found = []
    for number, artefact in enumerate(marked.artefacts):
        part = artefact.parts[0]
        for word in part.opening:
            if word not in (*seen, SLOT):
                seen.add(word)
                words = Words(part.field, frozenset((word,)))
                found.append((number, Artefact(artefact.id, word, artefact.label, (words,), ((word,),))))
    return found


def leaning(rows: Sequence[MarkedRow], shares: Mapping[str, float]) -> str:
    """The class that some rows have clearly too much of, by an exact test; empty where there is none."""
    from scipy.stats import binomtest

    counts = Counter(row.label for row in rows)  # empty without rows
    for label, count in counts.most_common():
        share = shares[label]
        if count / len(rows) <= share + UNREMARKABLE:
            continue
        if binomtest(count, len(rows), share, alternative="greater").pvalue <= LEVEL:
            return label
    return ""
