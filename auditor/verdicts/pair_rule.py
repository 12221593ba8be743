"""The verdict on a pair: two words that do together what neither does alone."""

from auditor.config import RuleConfig
from auditor.findings.finding import Judgement, Verdict
from auditor.records.evidence import Condition, Estimate
from auditor.signals.association import Association
from auditor.signals.evidence import Evidence
from auditor.signals.interaction import Interaction
from auditor.verdicts.severity import severity_of


def judge_pair(evidence: Evidence, reach: float, rule: RuleConfig) -> Judgement:
    """Apply the rule to a pair that `reach`, a share of the texts, holds."""
    association, interaction = evidence.of(Association), evidence.of(Interaction)
    found = evidence.conditions(rule)
    interacts, leaks = found["interacts"], found["leaks"]
    alone = (interaction.first_alone, interaction.second_alone)
    leanings = [_leans(estimate, association.base, rule) for estimate in alone]
    symmetric = _symmetric(alone, leanings, rule)
    labelled = association.share.n > 0
    if not interacts.met:
        verdict, route = Verdict.UNDECIDED, "nothing"
    elif labelled and leaks.met and symmetric.met:
        verdict, route = Verdict.ARTEFACT, "together"
    elif None in leanings or not labelled:
        verdict, route = Verdict.UNDECIDED, "interacts"
    else:
        verdict, route = Verdict.CONTEXT, "changes"
    second = interaction.second_difference.estimate or 0.0
    return Judgement(
        verdict=verdict,
        severity=severity_of(verdict, min(1.0, max(0.0, second)), reach, rule),
        route=route,
        leaks=leaks.met if labelled else None,
        relies=interacts.met,
        conditions=(interacts, leaks, symmetric),
    )


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
