"""Who signed a report off, and whether that still holds."""

from auditor.findings.report import Report
from auditor.report.numbers import count, counted
from auditor.report.visible_text import name
from auditor.review.open_questions import open_questions
from auditor.review.signing import is_valid

SHORT = 12
"""Digits of the hash in a sentence; the provenance has all of them."""


def signed_line(report: Report) -> str:
    """By whom, when, and what; empty without a valid signature."""
    signature = report.signature
    if signature is None or not is_valid(report):
        return ""
    decisions = sum(finding.decision is not None for finding in report.findings)
    left = len(open_questions(report))
    waiting = f"; {count(left)} of low severity left open" if left else ""
    return (
        f"Signed off by {name(signature.reviewer)} on {name(signature.signed[:10])}, with "
        f"{counted(decisions, 'decision')}{waiting} (evidence sha256 {name(signature.evidence[:SHORT])}…)."
    )


def broken(report: Report) -> str:
    """That a signature no longer holds; empty where it does, or where there is none."""
    signature = report.signature
    if signature is None or is_valid(report):
        return ""
    return (
        f"the signature of {name(signature.reviewer)} ({name(signature.signed[:10])}) is not valid: "
        "evidence, verdicts or decisions have changed since."
    )
