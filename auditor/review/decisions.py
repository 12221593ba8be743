"""What a reviewer decided: `decisions.json`, as the report's page exports it.

{"format_version": 1, "decisions": [{"id": "…", "decision": "legitimate", "note": "…"}]}
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from auditor.config import RuleConfig
from auditor.errors import AuditError
from auditor.files import read_text, write_text
from auditor.findings.finding import Choice, Decision, Finding
from auditor.findings.report import Report
from auditor.records.codec import decode, plain
from auditor.verdicts.judging import judged, with_findings
from auditor.verdicts.knowing import DECIDED, Known

FORMAT_VERSION = 1
"""Version of `decisions.json`."""
_HINT = "Export decisions.json from the report's page, or write it with audit review."


@dataclass(frozen=True)
class Entry:
    """The decision on one finding."""

    id: str
    decision: Choice
    note: str = ""


@dataclass(frozen=True)
class _File:
    """What the file holds."""

    format_version: int
    decisions: tuple[Entry, ...]


def read_decisions(path: Path) -> dict[str, Decision]:
    """Decisions by finding id, from a file."""
    text = read_text(path, _HINT)
    try:
        return parse_decisions(text)
    except AuditError as error:
        raise AuditError(f"{path} holds no decisions: {error.message}", error.hint or _HINT) from error


def parse_decisions(text: str) -> dict[str, Decision]:
    """Decisions by finding id."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AuditError(f"it is not JSON, or not all of it: {error}") from error
    if not isinstance(content, dict) or content.get("format_version") != FORMAT_VERSION:
        seen = content.get("format_version") if isinstance(content, dict) else None
        raise AuditError(f"its format_version is {seen!r}; this version of audit reads {FORMAT_VERSION}")
    decided: dict[str, Decision] = {}
    for place, entry in enumerate(decode(_File, content, defaults=True).decisions):
        if entry.id in decided:
            raise AuditError(
                f"decisions[{place}] is the second decision on {entry.id!r}", "Keep one of them."
            )
        decided[entry.id] = Decision(entry.decision, entry.note)
    return decided


def write_decisions(path: Path, decisions: Mapping[str, Decision]) -> None:
    """Write decisions as the page exports them."""
    content = _File(
        FORMAT_VERSION, tuple(Entry(id_, one.decision, one.note) for id_, one in sorted(decisions.items()))
    )
    write_text(path, json.dumps(plain(content, sort=False), ensure_ascii=True, indent=1) + "\n")


def _says(finding: Finding) -> Known | None:
    """What a reviewer says on a finding; nothing where they are unsure."""
    return None if finding.decision is None else DECIDED.get(finding.decision.decision)


def _same_judgement(one: Finding, other: Finding) -> bool:
    return one.judgement == other.judgement


def apply(report: Report, decisions: Mapping[str, Decision]) -> tuple[Report, tuple[str, ...]]:
    """The report with the decisions in it, and a warning for each whose finding the report does not have.

    A finding that is not named keeps the decision it has. One on which a reviewer says something, or takes
    it back, is judged again: the reviewer is the first to be asked whether it is part of the task.
    """
    rule = decode(RuleConfig, report.rule, defaults=True)

    def decided(finding: Finding) -> Finding:
        changed = replace(finding, decision=decisions.get(finding.id, finding.decision))
        return judged(changed, rule) if _says(changed) != _says(finding) else changed

    near_misses, findings = (tuple(map(decided, part)) for part in (report.near_misses, report.findings))
    changed = replace(report, near_misses=near_misses)
    same = all(map(_same_judgement, findings, report.findings))
    changed = replace(changed, findings=findings) if same else with_findings(changed, findings)
    known = {finding.id for finding in (*report.findings, *report.near_misses)}
    unknown = [id_ for id_ in sorted(decisions) if id_ not in known]
    return changed, tuple(
        f"the decision on {id_!r} names a finding that this report does not have" for id_ in unknown
    )
