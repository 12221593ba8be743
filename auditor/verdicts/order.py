"""The order of findings: the most important first."""

from auditor.findings.finding import Finding, Severity, Verdict
from auditor.signals.reliance import Reliance


def importance(finding: Finding) -> tuple[object, ...]:
    """A key to sort by."""
    return (
        list(Verdict).index(finding.verdict),
        list(Severity).index(finding.severity),
        -finding.judgement.score,
        -(finding.evidence.of(Reliance).share_of_sets.estimate or 0.0),
        -finding.documents,
        finding.id,
    )
