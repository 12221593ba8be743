"""Reference: does another corpus of the same task show the same association?

A token whose association is there too is *replicated*; one that is there and surely leaks nothing is
*contradicted*; one that is hardly there is *absent*, which is no evidence at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.records.estimates import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.labelled import Labelled
from auditor.signals.recurrence import LEAST, LEVEL
from auditor.signals.statistics import hypergeometric_tail, rate
from auditor.signals.study import Study

NAME = "reference"
REPLICATED, CONTRADICTED, ABSENT, NONE = "replicated", "contradicted", "absent", "none"


@dataclass(frozen=True)
class Reference:
    """What a reference corpus says."""

    answer: str = NONE
    """`replicated`, `contradicted` or `absent`; `none` without a reference corpus."""
    share: Estimate = NO_EVIDENCE
    """P(label | present) in the reference corpus."""


Record = Reference


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Reference]:
    """What the reference says of each token; pairs and groups are not looked up."""
    counts = study.reference
    if counts is None:
        return [Reference()] * len(candidates)
    return [
        Reference() if one.is_pair or one.tokens[0] in study.corpus.groups else _compare(study, one, counts)
        for one in candidates
    ]


def _compare(study: Study, candidate: Candidate, counts: Labelled) -> Reference:
    [holding] = counts.table([study.corpus.vocabulary[candidate.tokens[0]]]).sum(axis=1)
    labelled, label = counts.documents.sum(axis=0), candidate.label
    with_label, held, documents = int(holding[label]), int(holding.sum()), int(labelled.sum())
    if held < LEAST or not documents:
        return Reference(ABSENT, rate(with_label, held))
    p = float(
        hypergeometric_tail(with_label, documents=documents, labelled=int(labelled[label]), holding=held)
    )
    found = rate(with_label, held, p=p)
    if p <= LEVEL:
        return Reference(REPLICATED, found)
    tests = study.association
    here = rate(int(tests.observed[candidate.cell]), int(tests.holding[candidate.cell]))
    no_leak = int(labelled[label]) / documents + study.rule.clear  # below it, no clear leak is possible there
    less = here.low is not None and found.high is not None and found.high < min(here.low, no_leak)
    return Reference(CONTRADICTED if less else ABSENT, found)


def conditions(found: Reference, rule: RuleConfig) -> tuple[Condition, ...]:
    """`replicated`, `contradicted`: what the reference says; nothing without one."""
    if found.answer == NONE:
        return ()
    return (
        Condition("replicated", found.share.p, rule.level, found.answer == REPLICATED),
        Condition("contradicted", found.share.p, rule.level, found.answer == CONTRADICTED),
    )


def figures(found: Reference) -> tuple[Figure, ...]:
    """What is shown of the reference corpus."""
    return (
        Figure(
            "reference_share",
            "has the label in the reference",
            "Share of the reference corpus's texts that hold it that have the label.",
            found.share,
        ),
    )
