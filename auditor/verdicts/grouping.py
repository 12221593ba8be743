"""Near-duplicates are one finding: inflections of a word, and tokens that always stand together."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from auditor.findings.finding import Finding
from auditor.signals.candidates import Candidate
from auditor.signals.study import Study

OVERLAP = 0.9
"""Share of texts in common (Jaccard) from which two tokens count as standing together."""
STEM = 4
"""Letters a stem has at least."""
_ENDINGS = ("ingly", "edly", "ness", "ing", "est", "ers", "ies", "ed", "er", "es", "ly", "s")
Group = tuple[list[Candidate], Finding]
"""The candidates of a finding, the one that speaks for them first, and the finding."""


def stem(word: str) -> str:
    """A word without its English ending, if enough is left; markers and other scripts stay as they are."""
    if not word.isalpha():
        return word
    for endings in (_ENDINGS, ("y", "e")):  # "enjoyed" loses its ending, then, as "enjoy" does, its y
        found = next((e for e in endings if word.endswith(e) and len(word) - len(e) >= STEM), "")
        word = word.removesuffix(found)
    return word


def group(findings: Sequence[tuple[Candidate, Finding]], study: Study) -> list[Group]:
    """Merge findings on tokens of the same class and verdict; the first of a group speaks for it."""
    kept: list[Group] = []
    for candidate, finding in findings:
        lead = next((k for k, other in enumerate(kept) if _same(other, (candidate, finding), study)), None)
        if lead is None:
            kept.append(([candidate], finding))
        else:
            members, first = kept[lead]
            kept[lead] = [*members, candidate], replace(first, members=(*first.members, finding.tokens[0]))
    return kept


def _same(known: Group, new: tuple[Candidate, Finding], study: Study) -> bool:
    ([lead, *_], one), (candidate, other) = known, new
    if (one.fields, one.label, one.verdict) != (other.fields, other.label, other.verdict):
        return False
    if stem(one.tokens[0]) == stem(other.tokens[0]):
        return True
    first, second = study.documents(lead), study.documents(candidate)
    common = len(np.intersect1d(first, second, assume_unique=True))
    return common > 0 and common >= OVERLAP * (len(first) + len(second) - common)
