"""Is it part of the task? The best source that has an answer gives it.

No figure from model and labels can know what the task is: something that knows meaning is asked. In this
order: a reference corpus, the user's lexicon or seeds, the kind of token, the built-in lexicon, the word's
relevance in an embedding space, the groups of the data. Where none of them speaks, the answer is `unknown`,
and a person is asked.
"""

from dataclasses import dataclass
from enum import StrEnum

from auditor.config import RuleConfig
from auditor.signals.evidence import Evidence
from auditor.signals.kind import TELLING, TokenKind
from auditor.signals.lexicon import LISTED, Lexicon
from auditor.signals.reference import CONTRADICTED, REPLICATED, Reference
from auditor.signals.relevance import Relevance


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
    """`reference`, `lexicon`, `seeds`, `kind`, `relevance`, `groups`, or `none`."""


def known(evidence: Evidence, rule: RuleConfig) -> Known:
    """What is known of a token."""
    reference, lexicon = evidence.of(Reference).answer, evidence.of(Lexicon)
    if reference == REPLICATED:
        return Known(Answer.RELATED, "reference")
    if reference == CONTRADICTED:
        return Known(Answer.UNRELATED, "reference")
    if lexicon.answer == LISTED:
        return Known(Answer.RELATED, lexicon.source)
    if evidence.of(TokenKind).kind in TELLING:
        return Known(Answer.UNRELATED, "kind")
    relevance = evidence.of(Relevance)
    if relevance.rho is not None and relevance.rho >= rule.related:
        return Known(Answer.RELATED, "relevance")
    if relevance.rho is not None and relevance.rho < rule.unrelated and not relevance.function_word:
        return Known(Answer.UNRELATED, "relevance")
    return Known()


def unrelatedness(evidence: Evidence, rule: RuleConfig) -> float:
    """0 for a word of the task, 1 for what has nothing to do with it, 0.5 where nothing is known."""
    found = known(evidence, rule)
    if found.answer is Answer.RELATED:
        return 0.0
    if found.source in ("reference", "kind", "groups"):
        return 1.0
    rho = evidence.of(Relevance).rho
    return 0.5 if rho is None else 1.0 - rho
