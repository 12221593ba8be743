"""The order of findings: the most important first."""

from auditor.findings.finding import Finding, Severity, Verdict
from auditor.signals.reliance import Reliance


def importance(finding: Finding) -> tuple[object, ...]:
    """A key to sort by: what waits for a person by severity, artefacts before questions; then the rest."""
    return (
        finding.verdict not in (Verdict.ARTEFACT, Verdict.UNDECIDED),
        list(Severity).index(finding.severity),
        list(Verdict).index(finding.verdict),
        -finding.judgement.score,
        -(finding.evidence.of(Reliance).share_of_sets.estimate or 0.0),
        -finding.documents,
        finding.id,
    )
