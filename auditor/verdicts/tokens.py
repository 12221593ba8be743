"""The verdict on a token: a table of two answers, and nothing else.

*Measured*: does the dataset leak it, does the model obey it? *Known*: is it part of the task? A word of the
task may leak and be obeyed: that is what a model should learn. What has nothing to do with the task and does
both is an artefact. Where nobody knows, a person is asked.
"""

from auditor.config import RuleConfig
from auditor.findings.finding import Judgement, Severity, Verdict
from auditor.signals.association import Association
from auditor.signals.evidence import Evidence
from auditor.signals.insertion import Insertion
from auditor.signals.relevance import Relevance
from auditor.verdicts.knowing import Answer, known, unrelatedness

RELATED, UNRELATED, UNKNOWN = Answer.RELATED, Answer.UNRELATED, Answer.UNKNOWN
OBEYED_LEAK, IGNORED_LEAK, OBEYED, NEEDED, NOTHING = (
    "obeyed-leak",
    "ignored-leak",
    "obeyed",
    "needed",
    "nothing",
)
"""What happens, the rows of the table."""
TABLE: dict[tuple[str, Answer], Verdict] = {
    (OBEYED_LEAK, RELATED): Verdict.TASK,
    (OBEYED_LEAK, UNRELATED): Verdict.ARTEFACT,
    (OBEYED_LEAK, UNKNOWN): Verdict.UNDECIDED,
    (IGNORED_LEAK, RELATED): Verdict.TASK,
    (IGNORED_LEAK, UNRELATED): Verdict.ARTEFACT,
    (IGNORED_LEAK, UNKNOWN): Verdict.UNDECIDED,
    (OBEYED, RELATED): Verdict.TASK,
    (OBEYED, UNRELATED): Verdict.CONTEXT,
    (OBEYED, UNKNOWN): Verdict.CONTEXT,
    (NEEDED, RELATED): Verdict.CONTEXT,
    (NEEDED, UNRELATED): Verdict.CONTEXT,
    (NEEDED, UNKNOWN): Verdict.CONTEXT,
    (NOTHING, RELATED): Verdict.NOTHING,
    (NOTHING, UNRELATED): Verdict.NOTHING,
    (NOTHING, UNKNOWN): Verdict.NOTHING,
}


def judge_token(evidence: Evidence, reach: float, rule: RuleConfig) -> Judgement:
    """Apply the rule to a token that `reach`, a share of the texts, holds."""
    conditions = evidence.conditions(rule)
    met = {code: condition.met for code, condition in conditions.items()}
    leaks, obeyed, decides = met["leaks"] and met["clear"], met["obeyed"], met["decides"]
    happens = _happens(leaks=leaks, obeyed=obeyed, needed=met["needed"])
    knows = known(evidence, rule)
    verdict = TABLE[happens, knows.answer]
    if verdict is Verdict.TASK and decides:
        verdict = Verdict.KEYWORD
    function_word = evidence.of(Relevance).exempt == "function_word"
    if happens == OBEYED and knows.answer is UNKNOWN and decides and not function_word:
        verdict = Verdict.UNDECIDED
    return Judgement(
        verdict=verdict,
        severity=_severity(verdict, happens, reach, rule, decides=decides),
        route=happens,
        known=knows.answer,
        source=knows.source,
        score=score(evidence, reach, rule),
        leaks=leaks if evidence.of(Association).share.n else None,
        relies=obeyed or met["needed"],
        conditions=tuple(conditions.values()),
    )


def _happens(*, leaks: bool, obeyed: bool, needed: bool) -> str:
    if leaks:
        return OBEYED_LEAK if obeyed else IGNORED_LEAK
    if obeyed:
        return OBEYED
    return NEEDED if needed else NOTHING


def _severity(verdict: Verdict, happens: str, reach: float, rule: RuleConfig, *, decides: bool) -> Severity:
    """High for a leak that decides alone, medium for what is obeyed or widespread; low otherwise."""
    if verdict not in (Verdict.ARTEFACT, Verdict.UNDECIDED):
        return Severity.LOW
    if decides and happens == OBEYED_LEAK:
        return Severity.HIGH
    if happens == IGNORED_LEAK:
        spread = verdict is Verdict.ARTEFACT and reach >= rule.widespread
        return Severity.MEDIUM if spread else Severity.LOW
    return Severity.MEDIUM


HALFWAY = 0.005
"""Share of the texts at which reach counts half."""


def score(evidence: Evidence, reach: float, rule: RuleConfig) -> float:
    """What findings and open questions are ordered by: effect and reach times how unrelated, 0 to 1.

    The effect is the stronger of two lower bounds: how far the labels lean to it, and how many texts it turns
    beyond the placebo.
    """
    association, insertion = evidence.of(Association), evidence.of(Insertion)
    leans = (association.share.low or 0.0) - (association.base or 0.0)
    turns = (insertion.rate.low or 0.0) - (insertion.placebo.estimate or 0.0)
    effect = max(0.0, leans, turns)
    return effect * unrelatedness(evidence, rule) * reach / (reach + HALFWAY)
