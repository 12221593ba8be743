"""Explained: does a leak hold beyond the texts of others, or is it their by-product?

A planted date makes texts longer and adds digits; a style makes words rare that others have. Such a leak is
gone in the texts that the first one does not hold. So it is asked there again: if the labels no longer favour
it, it says nothing of its own.
"""

import numpy as np

from auditor.signals.candidates import Candidate
from auditor.signals.counts import BoolArray
from auditor.signals.statistics import hypergeometric_tail
from auditor.signals.study import Study

MOSTLY = 0.5
"""Share of its texts that others must hold before a lack of evidence elsewhere speaks against it, and share
of a leak that must be left elsewhere where they hold fewer."""
ALL_BUT = 0.9
"""Share from which, where the labels do not favour it at all, it says what they say."""


def is_explained(study: Study, candidate: Candidate, covered: BoolArray) -> bool:
    """Whether what a candidate says is said by others, which hold the texts that are `covered` (texts,)."""
    corpus, docs = study.corpus, study.documents(candidate)
    if not covered.any() or not len(docs):
        return False
    share = float(covered[docs].mean())
    tests = study.association
    if not corpus.labelled or tests.adjusted[candidate.cell] > study.rule.level:
        return share >= ALL_BUT
    known = corpus.gold >= 0
    left, n = _leak(study, candidate, known & ~covered)
    if not n:
        return share >= MOSTLY
    leans, p = left
    whole, _ = _leak(study, candidate, known)
    return p > study.rule.level and (share >= MOSTLY or leans < MOSTLY * whole[0])


def _leak(study: Study, candidate: Candidate, some: BoolArray) -> tuple[tuple[float, float], int]:
    """How far the labels of some texts lean to a candidate and the p of that, and its texts among them."""
    corpus = study.corpus
    docs = study.documents(candidate)
    own = docs[some[docs]]
    documents, labelled = int(some.sum()), int((corpus.gold[some] == candidate.label).sum())
    if not len(own):
        return (0.0, 1.0), 0
    both = int((corpus.gold[own] == candidate.label).sum())
    p = float(hypergeometric_tail(both, documents=documents, labelled=labelled, holding=len(own)))
    return (both / len(own) - labelled / documents, p), len(own)


def texts_of(study: Study, candidates: list[Candidate]) -> BoolArray:
    """(texts,) which texts hold any of some candidates."""
    held = np.zeros(len(study.corpus), dtype=bool)
    for candidate in candidates:
        held[study.documents(candidate)] = True
    return held
