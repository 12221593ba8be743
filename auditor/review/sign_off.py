"""The sign-off of a reviewed report: who, when, and a hash of what was seen and of what was decided.

A signature holds as long as both are what they were. Another run, another rule or another decision makes it
invalid, and every output says so. The same run made again gives the same evidence, and the signature holds.
"""

import hashlib
import json
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from auditor.errors import AuditError
from auditor.findings.report import Report, Signature
from auditor.findings.report_file import NAME, read_report
from auditor.records.codec import plain
from auditor.review.open_questions import above_low, open_questions

SEEN = ("audit", "rule", "summary", "quality", "findings", "near_misses", "shown", "pairs")
"""Parts of a report that a reviewer saw; the time, the costs of the run and what is derived are not."""
LONGEST = 200
"""Characters of a reviewer's name."""


class Standing(StrEnum):
    """What a signature is worth."""

    NONE = "none"
    """There is no signature."""
    VALID = "valid"
    """Evidence and decisions are those that were signed."""
    EVIDENCE = "evidence"
    """The evidence has changed since."""
    DECISIONS = "decisions"
    """The decisions have changed since."""
    REDACTED = "redacted"
    """The words are gone, so that nothing can be compared."""


def sign(report: Report, reviewer: str, moment: str) -> Report:
    """The report with a signature; refused while a question above low severity is open."""
    name = " ".join(reviewer.split())
    if not name or len(name) > LONGEST:
        raise AuditError(f"the reviewer is {reviewer[:60]!r}", f"Give a name of 1 to {LONGEST} characters.")
    if report.redacted:
        raise AuditError(
            "a redacted report cannot be signed", "Sign it first: --final and --redact together."
        )
    left = above_low(open_questions(report))
    if left:
        waiting = (
            "1 question above low severity is" if left == 1 else f"{left} questions above low severity are"
        )
        raise AuditError(f"{waiting} not answered", "Answer them with audit review, or on the report's page.")
    return replace(report, signature=Signature(name, moment, *_hashes(report)))


def standing(report: Report) -> Standing:
    """What the signature of a report is worth."""
    signed = report.signature
    if signed is None:
        return Standing.NONE
    if report.redacted:
        return Standing.REDACTED
    evidence, decisions = _hashes(report)
    if signed.evidence != evidence:
        return Standing.EVIDENCE
    return Standing.VALID if signed.decisions == decisions else Standing.DECISIONS


def carried_over(report: Report, folder: Path) -> Report:
    """The report with the signature that its folder's earlier report had; it holds if nothing changed."""
    if not (folder / NAME).exists() or report.signature is not None:
        return report
    try:
        return replace(report, signature=read_report(folder / NAME).signature)
    except AuditError:  # not a report, or of an older format: there is no signature to keep
        return report


def _hashes(report: Report) -> tuple[str, str]:
    """Of the evidence without any decision, and of the decisions."""
    listed = (*report.findings, *report.near_misses)
    bare = replace(
        report,
        findings=tuple(replace(one, decision=None) for one in report.findings),
        near_misses=tuple(replace(one, decision=None) for one in report.near_misses),
    )
    seen = {name: plain(getattr(bare, name)) for name in SEEN} | {"run": report.run.get("fingerprint")}
    decided = {one.id: plain(one.decision) for one in listed if one.decision is not None}
    return _hash(seen), _hash(decided)


def _hash(content: object) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
