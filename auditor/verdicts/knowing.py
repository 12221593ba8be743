"""Is it part of the task? The best source that has an answer gives it.

No figure from model and labels can know what the task is: something that knows meaning is asked. In this
order: a reference corpus, a list of words (the user's, or the built-in one of the task), the kind of token,
the word's relevance in an embedding space. Where none of them speaks, the answer is `unknown`, and a person
is asked.
"""

from dataclasses import dataclass
from enum import StrEnum

from auditor.config import RuleConfig
from auditor.signals.evidence import Evidence
from auditor.signals.kind import TokenKind, is_telling
from auditor.signals.lexicon import LISTED, Lexicon
from auditor.signals.reference import CONTRADICTED, REPLICATED, Reference
from auditor.signals.relevance import Relevance
from auditor.signals.relevance import conditions as relevance_conditions


class Answer(StrEnum):
    """Whether a token is part of the task."""

    RELATED = "related"
    UNRELATED = "unrelated"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Known:
    """The answer, and who gave it."""

    answer: Answer = Answer.UNKNOWN
    source: str = "none"
    """`reference`, `lexicon`, `seeds`, `sentiment`, `toxicity`, `kind`, `relevance`, or `none`."""


def known(evidence: Evidence, rule: RuleConfig) -> Known:
    """What is known of a token."""
    reference, lexicon = evidence.of(Reference).answer, evidence.of(Lexicon)
    if reference == REPLICATED:
        return Known(Answer.RELATED, "reference")
    if reference == CONTRADICTED:
        return Known(Answer.UNRELATED, "reference")
    if lexicon.answer == LISTED:
        return Known(Answer.RELATED, lexicon.source)
    relevance = evidence.of(Relevance)
    if is_telling(evidence.of(TokenKind)):
        return Known(Answer.UNRELATED, "kind")
    near, far = (condition.met for condition in relevance_conditions(relevance, rule))
    if near:
        return Known(Answer.RELATED, "relevance")
    if far:
        return Known(Answer.UNRELATED, "relevance")
    return Known()


def unrelatedness(evidence: Evidence, rule: RuleConfig) -> float:
    """0 for a word of the task, 1 for what has nothing to do with it, 0.5 where nothing is known."""
    found = known(evidence, rule)
    if found.answer is Answer.RELATED:
        return 0.0
    if found.source in ("reference", "kind"):
        return 1.0
    rho = evidence.of(Relevance).rho
    return 0.5 if rho is None else (1.0 - rho) ** 2
