"""How alike the words of findings are in meaning, so that the answer on one can teach something about others.

It is measured in the embeddings that know meaning, and stored with the report: a reviewer needs no model.
"""

from collections.abc import Sequence

import numpy as np

from auditor.features.vectors import FloatArray
from auditor.findings.finding import Finding, Kind
from auditor.signals.study import Study

FLOOR = 0.25
"""Cosine from which two findings count as alike at all."""
NEAREST = 20
"""Others that are stored for a finding."""
Likeness = dict[str, dict[str, float]]


def likeness(study: Study, findings: Sequence[Finding]) -> Likeness:
    """By id of a finding, the ids of those that follow it in `findings` and are alike, with their cosine."""
    spoken = [finding for finding in findings if finding.kind is not Kind.PAIR]
    words = [list(words_of(finding)) for finding in spoken]
    vectors = study.knowledge.vectors([word for some in words for word in some])
    if vectors is None or not len(vectors):
        return {}
    means = _means(vectors, [len(some) for some in words])
    cosine = means @ means.T
    found: Likeness = {}
    for place, finding in enumerate(spoken):
        later = np.arange(place + 1, len(spoken))
        near = later[cosine[place, later] >= FLOOR]
        near = np.sort(near[np.argsort(-cosine[place, near], kind="stable")][:NEAREST])
        if len(near):
            found[finding.id] = {spoken[other].id: round(float(cosine[place, other]), 2) for other in near}
    return found


def words_of(finding: Finding) -> tuple[str, ...]:
    """The words that speak for a finding: its token, or the leading members of a group."""
    return finding.members if finding.kind is Kind.GROUP else finding.tokens


def _means(vectors: FloatArray, sizes: Sequence[int]) -> FloatArray:
    """(findings, width) unit vectors, each the mean of a finding's words; zero where none has one."""
    ends = np.cumsum(sizes)
    means = np.stack([vectors[end - size : end].sum(axis=0) for end, size in zip(ends, sizes, strict=True)])
    length = np.linalg.norm(means, axis=1, keepdims=True)
    unit: FloatArray = (means / np.where(length > 0, length, np.inf)).astype(np.float32)
    return unit
