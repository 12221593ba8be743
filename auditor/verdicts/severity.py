"""How much a verdict matters: by the size of the effect and the share of the texts that hold it."""

from auditor.config import RuleConfig
from auditor.findings.finding import Severity, Verdict


def severity_of(verdict: Verdict, effect: float, reach: float, rule: RuleConfig) -> Severity:
    """Low for what is used rightly, for rare tokens and for small effects; high for strong artefacts."""
    if verdict in (Verdict.TASK, Verdict.CONTEXT) or reach < rule.reach or effect < rule.notable:
        return Severity.LOW
    if verdict is not Verdict.ARTEFACT or effect < rule.strong:
        return Severity.MEDIUM
    return Severity.HIGH
