"""The order of findings: the most important first."""

from auditor.findings.finding import Finding, Severity, Verdict
from auditor.signals.reliance import Reliance

VERDICTS = (Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.CONTEXT, Verdict.TASK)
"""The most pressing first."""


def importance(finding: Finding) -> tuple[object, ...]:
    """A key to sort by."""
    return (
        VERDICTS.index(finding.verdict),
        list(Severity).index(finding.severity),
        -(finding.evidence.of(Reliance).share_of_sets.estimate or 0.0),
        -finding.documents,
        finding.id,
    )
