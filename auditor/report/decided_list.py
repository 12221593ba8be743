"""What was decided, as a list: each finding with its answer, the note, and what it does."""

from dataclasses import dataclass

from auditor.findings.finding import Finding
from auditor.findings.report import Report
from auditor.report.findings_table import FindingRow, finding_row
from auditor.report.numbers import count, listed
from auditor.report.visible_text import Sentence
from auditor.report.wording.sentences import finding_facts
from auditor.report.wording.suggestions import ANSWERS


@dataclass(frozen=True)
class Decided:
    """A finding that a reviewer answered."""

    row: FindingRow
    answer: str
    facts: Sentence


def decided_list(report: Report, most: int) -> list[Decided]:
    """The answered findings in order of importance, at most so many."""
    return [_decided(one) for one in _answered(report)[:most]]


def decided_line(report: Report) -> str:
    """How many were called what: "3 × shortcut and 1 × not sure."."""
    answers = [one.decision.decision for one in _answered(report) if one.decision is not None]
    parts = [
        f"{count(answers.count(choice))} × {said}" for choice, said in ANSWERS.items() if choice in answers
    ]
    return f"{listed(parts)}." if parts else "Nothing yet."


def _answered(report: Report) -> list[Finding]:
    return [one for one in (*report.findings, *report.near_misses) if one.decision is not None]


def _decided(finding: Finding) -> Decided:
    answer = "" if finding.decision is None else ANSWERS[finding.decision.decision]
    return Decided(finding_row(finding), answer, finding_facts(finding))
