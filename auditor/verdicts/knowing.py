"""Is it part of the task? The best source that has an answer gives it.

No figure from model and labels can know what the task is: something that knows meaning is asked. In this
order: a reviewer, a reference corpus, a list of words (the user's, or the built-in one of the task), the kind
of token, the word's relevance in an embedding space, the groups of the data. Where none of them speaks, the
answer is `unknown`, and a person is asked; of a function word only where a label goes with it and it decides
alone.

Relevance alone does not excuse everything. A word may lie among words of praise and of blame alike
("honestly", "candidly"): if such a word turns most texts to one label, nothing in its meaning says why.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from auditor.config import RuleConfig
from auditor.findings.finding import Choice
from auditor.signals.evidence import Evidence
from auditor.signals.insertion import Insertion
from auditor.signals.insertion import conditions as insertion_conditions
from auditor.signals.kind import OPENING, TokenKind, is_telling
from auditor.signals.lexicon import LISTED, Lexicon
from auditor.signals.reference import CONTRADICTED, REPLICATED, Reference
from auditor.signals.relevance import Relevance
from auditor.signals.relevance import conditions as relevance_conditions
from auditor.signals.strata import Strata
from auditor.signals.strata import conditions as strata_conditions


class Answer(StrEnum):
    """Whether a token is part of the task."""

    RELATED = "related"
    UNRELATED = "unrelated"
    UNKNOWN = "unknown"
    FUNCTION = "function"
    """Unknown, of a function word: what it does without a label that goes with it is grammar."""
    GRAMMAR = "grammar"
    """The same of one that does not decide alone: it is grammar even where a label goes with it."""


@dataclass(frozen=True)
class Known:
    """The answer, and who gave it."""

    answer: Answer = Answer.UNKNOWN
    source: str = "none"
    """`reviewer`, `reference`, `lexicon`, `seeds`, `sentiment`, `toxicity`, `kind`, `relevance`, `groups`, or
    `none`."""


DECIDED = {
    Choice.LEGITIMATE: Known(Answer.RELATED, "reviewer"),
    Choice.ARTEFACT: Known(Answer.UNRELATED, "reviewer"),
}
"""What a reviewer's decision says; who is unsure says nothing."""
NOT_THE_TASK = ("reviewer", "reference", "kind", "groups")
"""Sources whose "not part of the task" has no degrees."""


def known(evidence: Evidence, rule: RuleConfig, decision: Choice | None = None) -> Known:
    """What is known of a token, or of a pair."""
    if decision in DECIDED:
        return DECIDED[decision]
    reference, lexicon = evidence.of(Reference).answer, evidence.of(Lexicon)
    if reference == REPLICATED:
        return Known(Answer.RELATED, "reference")
    if reference == CONTRADICTED:
        return Known(Answer.UNRELATED, "reference")
    if lexicon.answer == LISTED:
        return Known(Answer.RELATED, lexicon.source)
    relevance, kind = evidence.of(Relevance), evidence.of(TokenKind)
    met = _met(evidence, rule)
    if is_telling(kind) and not (met["related"] and kind.kind == OPENING):
        return Known(Answer.UNRELATED, "kind")
    if met["related"]:
        return Known() if _is_set_aside(met) else Known(Answer.RELATED, "relevance")
    if met["unrelated"]:
        return Known(Answer.UNRELATED, "relevance")
    if any(condition.met for condition in strata_conditions(evidence.of(Strata), rule)):
        return Known(Answer.UNRELATED, "groups")
    if relevance.exempt == "function_word":
        return Known(Answer.FUNCTION if met["decides"] else Answer.GRAMMAR)
    return Known()


def _is_set_aside(met: Mapping[str, bool]) -> bool:
    """Whether a token is near to the task and turns most texts, and its meaning does not say why that way."""
    return met["related"] and met["decides"] and not met.get("speaks", True)


def _met(evidence: Evidence, rule: RuleConfig) -> dict[str, bool]:
    """Which conditions of relevance and of insertion are met."""
    near = relevance_conditions(evidence.of(Relevance), rule)
    turned = insertion_conditions(evidence.of(Insertion), rule)
    return {condition.code: condition.met for condition in (*near, *turned)}


def unrelatedness(evidence: Evidence, rule: RuleConfig, decision: Choice | None = None) -> float:
    """0 for a listed word of the task, 1 for what has nothing to do with it, 0.5 where nothing is known.

    Between them it falls with relevance, without a jump where relevance calls a word related.
    """
    found = known(evidence, rule, decision)
    if found.answer is Answer.RELATED and found.source != "relevance":
        return 0.0
    if found.source in NOT_THE_TASK:
        return 1.0
    rho = evidence.of(Relevance).rho
    return 0.5 if rho is None or _is_set_aside(_met(evidence, rule)) else (1.0 - rho) ** 2
