"""What reviewers decided, with their reasons, for the page and for paper."""

from dataclasses import dataclass

from auditor.findings.report import Report
from auditor.report.findings_table import FindingRow, finding_row
from auditor.report.wording.suggestions import ANSWERS

MOST = 200
"""Decisions on the page; `report.json` has all of them."""


@dataclass(frozen=True)
class Decided:
    """A finding with the answer on it."""

    row: FindingRow
    answer: str
    """In the words of the buttons."""


def decided(report: Report) -> list[Decided]:
    """Every finding that was decided on, in the order of the report."""
    return [
        Decided(finding_row(finding), ANSWERS[finding.decision.decision])
        for finding in report.findings[:MOST]
        if finding.decision is not None
    ]
