"""Signing a report off: who, when, and a hash of what was signed.

The hash covers the evidence, the verdicts, the decisions with their notes, and the fingerprint of the run. It
leaves out when things were done and how long they took, so that the same audit, run again, is still the one
that was signed.
"""

import hashlib
import json
from dataclasses import replace
from typing import Any

from auditor.clock import now
from auditor.errors import AuditError
from auditor.findings.report import Report, Signature
from auditor.records.codec import plain
from auditor.review.open_questions import above_low, open_questions

_TIMES = ("created", "run", "signature")
"""Fields of a report that say when it was made, or that hold the signature itself."""


def evidence_hash(report: Report) -> str:
    """SHA-256 of what a signature covers."""
    content = {name: value for name, value in plain(report).items() if name not in _TIMES}
    content["fingerprint"] = plain(report.run.get("fingerprint"))
    text = json.dumps(_filled(content), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def signed(report: Report, reviewer: str) -> Report:
    """The report with a signature; refused while a question above low severity is open."""
    if not reviewer.strip():
        raise AuditError("the reviewer has no name", "Name whoever decided: --reviewer NAME.")
    if left := above_low(open_questions(report)):
        verb = "question is" if left == 1 else "questions are"
        raise AuditError(
            f"the report cannot be signed: {left} {verb} still open",
            "Answer with audit review or on the page; “not sure” is an answer too. Then give --decisions.",
        )
    return replace(report, signature=Signature(reviewer.strip(), now(), evidence_hash(report)))


def is_valid(report: Report) -> bool:
    """Whether the report is still what was signed; a report without a signature is not."""
    return report.signature is not None and report.signature.evidence == evidence_hash(report)


def _filled(value: Any) -> Any:
    """The value without what is empty: a later version may know fields that this one does not."""
    if isinstance(value, dict):
        kept = {name: _filled(item) for name, item in value.items()}
        return {name: item for name, item in kept.items() if _says(item)}
    return [_filled(item) for item in value] if isinstance(value, list) else value


def _says(value: Any) -> bool:
    """Whether a value is more than nothing; zero is."""
    return value is not None and value is not False and value not in ("", [], {})
