"""Reference: does another corpus of the same task show the same association?

A token whose association is there too is *replicated*; one that is there and lacks it is *contradicted*; one
that is hardly there is *absent*, which is no evidence at all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.data.examples import Example
from auditor.data.words import split_words
from auditor.records.evidence import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Token, normal
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


@dataclass(frozen=True, eq=False)
class ReferenceCounts:
    """Documents of a reference corpus by token and class."""

    documents: Counter[str]
    """By class."""
    holding: Counter[tuple[Token, str]]
    """By token and class."""


def count_reference(examples: Iterable[Example], names: Mapping[str, str]) -> ReferenceCounts:
    """Count a reference corpus; `names` maps its labels to the model's."""
    found = ReferenceCounts(Counter(), Counter())
    for example in examples:
        if example.label is None:
            continue
        label = names[example.label]
        found.documents[label] += 1
        tokens = {
            Token(normal(word.text), field)
            for field, text in enumerate(example.texts)
            for word in split_words(text, field=field)
        }
        found.holding.update((token, label) for token in tokens)
    return found


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Reference]:
    """What the reference says of each token; pairs are not looked up."""
    counts: ReferenceCounts | None = study.given.get(NAME)
    if counts is None:
        return [Reference()] * len(candidates)
    return [Reference() if one.is_pair else _compare(study, one, counts) for one in candidates]


def _compare(study: Study, candidate: Candidate, counts: ReferenceCounts) -> Reference:
    corpus = study.corpus
    token, label = corpus.vocabulary[candidate.tokens[0]], corpus.labels[candidate.label]
    documents = sum(counts.documents.values())
    with_label = counts.holding[token, label]
    holding = sum(counts.holding[token, other] for other in counts.documents)
    if holding < LEAST or not documents:
        return Reference(ABSENT, rate(with_label, holding))
    labelled = counts.documents[label]
    p = float(hypergeometric_tail(with_label, documents=documents, labelled=labelled, holding=holding))
    found = rate(with_label, holding, p=p)
    if p <= LEVEL:
        return Reference(REPLICATED, found)
    tests = study.association
    here = rate(int(tests.observed[candidate.cell]), int(tests.holding[candidate.cell]))
    clearly_less = here.low is not None and found.high is not None and found.high < here.low
    return Reference(CONTRADICTED if clearly_less else ABSENT, found)


def conditions(found: Reference, rule: RuleConfig) -> tuple[Condition, ...]:
    """`replicated`, `contradicted`: what the reference says; nothing without one."""
    if found.answer == NONE:
        return ()
    return (
        Condition("replicated", found.share.p, rule.level, found.answer == REPLICATED),
        Condition("contradicted", found.share.estimate, rule.level, found.answer == CONTRADICTED),
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
