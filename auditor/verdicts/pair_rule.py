"""The verdict on a pair: two words that do together what neither does alone."""

from auditor.config import RuleConfig
from auditor.findings.finding import Choice, Judgement, Severity, Verdict
from auditor.records.estimates import Condition, Estimate
from auditor.signals.association import Association
from auditor.signals.evidence import Evidence
from auditor.signals.interaction import Interaction
from auditor.verdicts.knowing import Answer, known, unrelatedness

TOGETHER, CHANGES, INTERACTS, NOTHING = "together", "changes", "interacts", "nothing"
"""What happens: the labels follow the pair and neither word; one word changes the other; nobody knows."""


def judge_pair(evidence: Evidence, rule: RuleConfig, decision: Choice | None = None) -> Judgement:
    """Apply the rule to a pair.

    A pair with a word of the task ("not" with "bad") is what a model should learn.
    """
    association, interaction = evidence.of(Association), evidence.of(Interaction)
    found = evidence.conditions(rule)
    interacts, leaks = found["interacts"], found["leaks"]
    alone = (interaction.first_alone, interaction.second_alone)
    leanings = [_leans(estimate, association.base, rule) for estimate in alone]
    symmetric = _symmetric(alone, leanings, rule)
    labelled = association.share.n > 0
    knows = known(evidence, rule, decision)
    if not interacts.met:
        verdict, route = Verdict.NOTHING, NOTHING
    elif labelled and leaks.met and symmetric.met:
        verdict = Verdict.CONTEXT if knows.answer is Answer.RELATED else Verdict.ARTEFACT
        route = TOGETHER
    elif None in leanings or not labelled:
        verdict, route = Verdict.UNDECIDED, INTERACTS
    else:
        verdict, route = Verdict.CONTEXT, CHANGES
    second = min(1.0, max(0.0, interaction.second_difference.estimate or 0.0))
    return Judgement(
        verdict=verdict,
        severity=_severity(verdict, second, rule),
        route=route,
        known=knows.answer,
        source=knows.source,
        score=second * unrelatedness(evidence, rule, decision),
        leaks=leaks.met if labelled else None,
        relies=interacts.met,
        conditions=(interacts, leaks, symmetric),
    )


def _severity(verdict: Verdict, second: float, rule: RuleConfig) -> Severity:
    if verdict is Verdict.ARTEFACT:
        return Severity.HIGH if second >= rule.decides else Severity.MEDIUM
    return Severity.LOW


def _symmetric(alone: tuple[Estimate, Estimate], leanings: list[str | None], rule: RuleConfig) -> Condition:
    """Alone, its words both lean away from the label, or both do not lean."""
    widths = [e.high - e.low for e in alone if e.high is not None and e.low is not None]
    met = leanings[0] in ("away", "not") and leanings[0] == leanings[1]
    return Condition("symmetric", max(widths, default=None), rule.known_within, met)


def _leans(estimate: Estimate, base: float | None, rule: RuleConfig) -> str | None:
    """Whether a word alone leans `away` from the label, `towards` it or `not`; None where nobody knows."""
    if base is None or estimate.low is None or estimate.high is None:
        return None
    if estimate.high < base:
        return "away"
    if estimate.low > base:
        return "towards"
    return "not" if estimate.high - estimate.low <= rule.known_within else None
