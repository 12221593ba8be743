"""The verdict on a token: a table of two answers, and nothing else.

*Measured*: does the dataset leak it, does the model obey it? *Known*: is it part of the task? A word of the
task may leak and be obeyed: that is what a model should learn. What has nothing to do with the task and does
both is an artefact. Where nobody knows, a person is asked.
"""

from auditor.config import RuleConfig
from auditor.findings.finding import Choice, Judgement, Severity, Verdict
from auditor.signals.association import Association
from auditor.signals.evidence import Evidence
from auditor.signals.insertion import Insertion
from auditor.verdicts.knowing import Answer, known, unrelatedness

OBEYED_LEAK, IGNORED_LEAK = "obeyed-leak", "ignored-leak"
OVERRULES, OBEYED, NEEDED, NOTHING = "overrules", "obeyed", "needed", "nothing"
"""What happens, the rows of the table: a token overrules that is obeyed without a leak and decides alone."""
_ANSWERS = (Answer.RELATED, Answer.UNRELATED, Answer.UNKNOWN, Answer.FUNCTION, Answer.GRAMMAR)
_ROWS = {
    OBEYED_LEAK: (Verdict.TASK, Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.UNDECIDED, Verdict.CONTEXT),
    IGNORED_LEAK: (Verdict.TASK, Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.CONTEXT, Verdict.CONTEXT),
    OVERRULES: (Verdict.TASK, Verdict.CONTEXT, Verdict.UNDECIDED, Verdict.CONTEXT, Verdict.CONTEXT),
    OBEYED: (Verdict.TASK, *(Verdict.CONTEXT,) * 4),
    NEEDED: (Verdict.CONTEXT,) * 5,
    NOTHING: (Verdict.NOTHING,) * 5,
}
TABLE: dict[tuple[str, Answer], Verdict] = {
    (row, answer): verdict
    for row, verdicts in _ROWS.items()
    for answer, verdict in zip(_ANSWERS, verdicts, strict=True)
}


def judge_token(
    evidence: Evidence, reach: float, rule: RuleConfig, decision: Choice | None = None
) -> Judgement:
    """Apply the rule to a token that `reach`, a share of the texts, holds."""
    conditions = evidence.conditions(rule)
    met = {code: condition.met for code, condition in conditions.items()}
    leaks, obeyed, decides = met["leaks"] and met["clear"], met["obeyed"], met["decides"]
    happens = _happens(leaks=leaks, obeyed=obeyed, decides=decides, needed=met["needed"])
    knows = known(evidence, rule, decision)
    verdict = TABLE[happens, knows.answer]
    if verdict is Verdict.TASK and decides:
        verdict = Verdict.KEYWORD
    return Judgement(
        verdict=verdict,
        severity=_severity(verdict, happens, reach, rule, decides=decides),
        route=happens,
        known=knows.answer,
        source=knows.source,
        score=score(evidence, reach, rule, decision),
        leaks=leaks if evidence.of(Association).share.n else None,
        relies=obeyed or met["needed"],
        conditions=tuple(conditions.values()),
    )


def _happens(*, leaks: bool, obeyed: bool, decides: bool, needed: bool) -> str:
    if leaks:
        return OBEYED_LEAK if obeyed else IGNORED_LEAK
    if obeyed:
        return OVERRULES if decides else OBEYED
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


HALF_EFFECT, HALF_REACH = 0.05, 0.005
"""Effect, and share of the texts, at which each counts half."""


def score(evidence: Evidence, reach: float, rule: RuleConfig, decision: Choice | None = None) -> float:
    """What findings and open questions are ordered by: effect and reach times how unrelated, 0 to 1.

    The effect is the stronger of two lower bounds: how far the labels lean to it, and how many texts it turns
    beyond the placebo. It counts with falling returns, as reach does: words of the task have the largest.
    """
    association, insertion = evidence.of(Association), evidence.of(Insertion)
    leans = (association.share.low or 0.0) - (association.base or 0.0)
    turns = (insertion.rate.low or 0.0) - (insertion.placebo.estimate or 0.0)
    return weight(max(leans, turns), reach) * unrelatedness(evidence, rule, decision)


def weight(effect: float, reach: float) -> float:
    """How much an effect and a reach count, 0 to 1, before how unrelated the token is."""
    strong = max(0.0, effect)
    return strong / (strong + HALF_EFFECT) * reach / (reach + HALF_REACH)
