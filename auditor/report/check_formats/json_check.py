"""The outcome of a check as one JSON object."""

import json
from typing import Any

from auditor.findings.finding import Finding
from auditor.report.check_formats.checked import Checked, rows, said

FORMAT_VERSION = 1
"""Version of this object; it grows when a field changes its meaning or goes."""


def as_json(checked: Checked, **more: Any) -> str:
    """The whole outcome, indented; `more` has keys to add."""
    summary = checked.report.summary
    content: dict[str, Any] = {
        "format_version": FORMAT_VERSION,
        "passed": checked.passed,
        "fail_on": checked.fail_on,
        "too_weak": checked.too_weak or None,
        "name": summary.name,
        "model": summary.model,
        "data": summary.data,
        "texts": summary.texts,
        "findings": [_finding(checked, finding, fails=fails) for finding, fails in checked.findings()],
    }
    text = json.dumps(content | more, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "replace").decode()


def _finding(checked: Checked, finding: Finding, *, fails: bool) -> dict[str, Any]:
    return {
        "id": finding.id,
        "fails": fails,
        "kind": finding.kind.value,
        "tokens": list(finding.tokens),
        "label": finding.label,
        "verdict": finding.verdict.value,
        "severity": finding.severity.value,
        "decision": finding.decision.decision.value if finding.decision else None,
        "documents": finding.documents,
        "sentence": said(finding),
        "rows": rows(checked, finding),
    }
