"""The gate: which findings make a check fail.

An artefact at or above the chosen severity fails it. A reviewer's decision goes before the rule's verdict:
what was decided to be legitimate never fails, and what was decided to be an artefact counts as one.
"""

from auditor.errors import AuditError
from auditor.findings.finding import Choice, Finding, Severity, Verdict
from auditor.findings.report import Report

FAIL_ON = (*(severity.value for severity in Severity), "never")
"""Choices, the strictest gate last but one."""


def failing(report: Report, fail_on: str) -> list[Finding]:
    """The findings at or above `fail_on` (high, medium, low) that count as artefacts; never: none."""
    if fail_on not in FAIL_ON:
        raise AuditError(f"fail-on is {fail_on!r}; it must be one of {', '.join(FAIL_ON)}")
    if fail_on == "never":
        return []
    falling = list(Severity)
    grave = falling[: falling.index(Severity(fail_on)) + 1]
    counted = [finding for finding in report.findings if _counts(finding)]
    counted += [finding for finding in report.near_misses if _decision(finding) is Choice.ARTEFACT]
    return [finding for finding in counted if finding.severity in grave]


def _counts(finding: Finding) -> bool:
    judged = finding.verdict is Verdict.ARTEFACT and _decision(finding) is not Choice.LEGITIMATE
    return judged or _decision(finding) is Choice.ARTEFACT


def _decision(finding: Finding) -> Choice | None:
    return finding.decision.decision if finding.decision else None
