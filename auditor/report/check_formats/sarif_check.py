"""The outcome of a check as SARIF 2.1.0, which code hosts and editors read.

A rule is a verdict, a result a finding. Its locations are rows of the dataset, its fingerprint is the
finding's id, so that the same finding of a later run is recognised as the same.
"""

import json
from typing import Any
from urllib.parse import quote

from auditor.findings.finding import Finding, Severity, Verdict
from auditor.report.check_formats.checked import Checked, rows, said, title
from auditor.report.visible_text import one_line
from auditor.report.wording.verdict_meanings import VERDICT_MEANINGS

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
VERSION = "2.1.0"
FINGERPRINT = "auditFindingId/v1"
"""The kind of fingerprint; another number says that ids are made otherwise."""
LISTED = (Verdict.ARTEFACT, Verdict.UNDECIDED, Verdict.KEYWORD)
"""Verdicts that are results whether they fail or not; words of the task are none."""


def as_sarif(checked: Checked, *, version: str) -> str:
    """One run with its results; `version` is this program's."""
    results = [
        _result(checked, finding, fails=fails)
        for finding, fails in checked.findings()
        if fails or finding.verdict in LISTED
    ]
    if checked.too_weak:
        results.append({"ruleId": "power", "level": "error", "message": {"text": checked.too_weak}})
    driver = {"name": "audit", "version": version, "rules": [*map(_rule, Verdict), _POWER]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    text = json.dumps({"$schema": SCHEMA, "version": VERSION, "runs": [run]}, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "replace").decode()


_POWER = {
    "id": "power",
    "name": "TooWeak",
    "shortDescription": {"text": "The audit would have missed too much."},
}


def _rule(verdict: Verdict) -> dict[str, Any]:
    words = verdict.value.replace("-", " ").title().replace(" ", "")
    return {
        "id": verdict.value.replace(" ", "-"),
        "name": words,
        "shortDescription": {"text": VERDICT_MEANINGS[verdict]},
    }


def _result(checked: Checked, finding: Finding, *, fails: bool) -> dict[str, Any]:
    uri = quote(one_line(checked.report.summary.data), safe="/")
    where = [
        {
            "physicalLocation": {"artifactLocation": {"uri": uri}, "region": {"startLine": row}},
            "logicalLocations": [{"name": f"row {row}", "kind": "row"}],
        }
        for row in rows(checked, finding)
    ]
    return {
        "ruleId": finding.verdict.value.replace(" ", "-"),
        "level": "error" if fails else _level(finding),
        "message": {"text": f"{title(finding)}: {said(finding)}"},
        "locations": where or [{"physicalLocation": {"artifactLocation": {"uri": uri}}}],
        "partialFingerprints": {FINGERPRINT: finding.id},
        "properties": {
            "severity": finding.severity.value,
            "decision": finding.decision.decision.value if finding.decision else "open",
            "texts": finding.documents,
        },
    }


def _level(finding: Finding) -> str:
    artefact = finding.verdict is Verdict.ARTEFACT and finding.severity is not Severity.LOW
    return "warning" if artefact else "note"
