"""One thing is one finding: a group of words, inflections of a word, tokens that always stand together."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.meaning.english import stem
from auditor.signals.candidates import Candidate
from auditor.signals.study import Study

OVERLAP = 0.9
"""Share of texts in common (Jaccard) from which two tokens count as standing together."""
STEM = 4
"""Letters that forms of one word share at least."""
SHARED = 0.5
"""Share of the smaller group's members from which two groups say the same."""
SEVERAL = 3
"""Members with the label from which words are a group."""
MOSTLY = 0.6
"""Share of a group's labelled texts, or of its sets, from which one word is all of it."""
ACCUSED = (Verdict.ARTEFACT, Verdict.UNDECIDED)
"""Verdicts that a group is reported with, and that its words are swallowed with."""
Judged = tuple[Candidate, Finding]
"""A candidate and what was found about it."""
Group = tuple[list[Candidate], Finding]
"""The candidates of a finding, the one that speaks for them first, and the finding."""


def grouped(findings: Sequence[Judged], study: Study) -> list[Group]:
    """One finding for what is one thing: a group of words, its words; inflections; inseparable tokens.

    `findings` come in order of importance; the first of several speaks for them.
    """
    groups = _groups_that_count(findings, study)
    words = [one for one in findings if one[1].kind is Kind.TOKEN]
    kept: list[Group] = []
    for candidate, finding in groups:
        own = set(study.corpus.members(candidate.tokens[0]).tolist())
        asked = [one for one in words if one[1].verdict in ACCUSED and one[1].label == finding.label]
        inside = [one for one, _ in asked if one.tokens[0] in own]
        words = [one for one in words if one[0] not in inside]
        kept.append(([candidate, *inside], finding))
    for candidate, finding in words:
        lead = next((k for k, other in enumerate(kept) if _same(other, (candidate, finding), study)), None)
        if lead is None:
            kept.append(([candidate], finding))
        else:
            members, first = kept[lead]
            kept[lead] = [*members, candidate], replace(first, members=(*first.members, finding.tokens[0]))
    return kept


def _groups_that_count(findings: Sequence[Judged], study: Study) -> list[Judged]:
    """Groups that say more than their strongest word, without those that say what another says.

    Of groups with words in common, the one comes first that is of higher severity, then the one whose words
    more sets of its class need, then the one that more texts hold.
    """

    def order(one: Judged) -> tuple[int, int, int, int]:
        candidate, finding = one
        rank = list(Severity).index(finding.severity)
        needed = int(study.reliance.observed[candidate.cell])
        return list(Verdict).index(finding.verdict), rank, -needed, -finding.documents

    wanted = [one for one in findings if one[1].kind is Kind.GROUP and one[1].verdict in ACCUSED]
    kept: list[tuple[Judged, frozenset[int]]] = []
    for candidate, finding in sorted(wanted, key=order):
        own = frozenset(study.corpus.members(candidate.tokens[0]).tolist())
        apart = all(len(own & other) < SHARED * min(len(own), len(other)) for _, other in kept)
        if apart and _is_several(study, candidate):
            kept.append(((candidate, finding), own))
    return [one for one, _ in kept]


def _is_several(study: Study, candidate: Candidate) -> bool:
    """Whether a group has several members, none of which is most of its labelled texts or of its sets."""
    members = study.corpus.members(candidate.tokens[0])
    if (study.association.observed[members, candidate.label] > 0).sum() < SEVERAL and study.corpus.labelled:
        return False
    for tests in (study.association, study.reliance):
        whole = int(tests.observed[candidate.cell])
        if whole and int(tests.observed[members, candidate.label].max()) > MOSTLY * whole:
            return False
    return True


def _same(known: Group, new: Judged, study: Study) -> bool:
    ([lead, *_], one), (candidate, other) = known, new
    if one.kind is not Kind.TOKEN or (one.fields, one.label) != (other.fields, other.label):
        return False
    if one.verdict is not other.verdict:
        return False
    if stem(one.tokens[0], shortest=STEM) == stem(other.tokens[0], shortest=STEM):
        return True
    first, second = study.documents(lead), study.documents(candidate)
    common = len(np.intersect1d(first, second, assume_unique=True))
    return common > 0 and common >= OVERLAP * (len(first) + len(second) - common)
