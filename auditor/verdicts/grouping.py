"""Near-duplicates are one finding: inflections of a word, and tokens that always stand together."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from auditor.evidence.counts import Corpus
from auditor.findings import Finding, Kind

OVERLAP = 0.9
"""Share of texts in common (Jaccard) from which two tokens count as standing together."""
STEM = 4
"""Letters a stem has at least."""
_ENDINGS = ("ingly", "edly", "ness", "ing", "est", "ers", "ies", "ed", "er", "es", "ly", "s")


def stem(word: str) -> str:
    """A word without its English ending, if enough is left; markers and other scripts stay as they are."""
    if not word.isalpha():
        return word
    for endings in (_ENDINGS, ("y", "e")):  # "enjoyed" loses its ending, then, as "enjoy" does, its y
        found = next((e for e in endings if word.endswith(e) and len(word) - len(e) >= STEM), "")
        word = word.removesuffix(found)
    return word


def group(findings: Sequence[Finding], corpus: Corpus, numbers: dict[str, int]) -> list[Finding]:
    """Merge token findings of the same class and verdict; the first of a group, in order, speaks for it.

    `numbers` has the token of each finding by its id.
    """
    kept: list[Finding] = []
    for finding in findings:
        lead = next((k for k, other in enumerate(kept) if _same(other, finding, corpus, numbers)), None)
        if lead is None:
            kept.append(finding)
        else:
            members = (*kept[lead].members, finding.tokens[0])
            kept[lead] = replace(kept[lead], members=members)
    return kept


def _same(one: Finding, other: Finding, corpus: Corpus, numbers: dict[str, int]) -> bool:
    if (one.kind, other.kind) != (Kind.TOKEN, Kind.TOKEN) or one.fields != other.fields:
        return False
    if (one.label, one.verdict) != (other.label, other.verdict):
        return False
    if stem(one.tokens[0]) == stem(other.tokens[0]):
        return True
    first, second = (corpus.doc[corpus.entries(numbers[f.id])] for f in (one, other))
    common = len(np.intersect1d(first, second, assume_unique=True))
    return common >= OVERLAP * (len(first) + len(second) - common)
