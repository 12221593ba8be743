"""The outcome of a check as annotations of GitHub Actions: what fails is an error, what waits a notice."""

from auditor.findings.finding import Finding, Verdict
from auditor.report.check_formats.checked import Checked, said, title


def as_github(checked: Checked) -> str:
    """A line for each finding that somebody should see, and one with the outcome."""
    lines = [
        _annotation("error" if fails else _level(finding), title(finding), said(finding))
        for finding, fails in checked.findings()
        if fails or _is_shown(finding)
    ]
    if checked.too_weak:
        lines.append(_annotation("error", "The audit is too weak", checked.too_weak))
    if checked.passed:
        lines.append(_annotation("notice", "audit check", f"Nothing fails (--fail-on {checked.fail_on})."))
    return "\n".join(lines)


def _is_shown(finding: Finding) -> bool:
    return finding.verdict in (Verdict.ARTEFACT, Verdict.UNDECIDED) and not finding.decision


def _level(finding: Finding) -> str:
    return "warning" if finding.verdict is Verdict.ARTEFACT else "notice"


def _annotation(level: str, heading: str, message: str) -> str:
    """A workflow command; what it quotes cannot end it or begin another."""
    named = _escaped(heading).replace(":", "%3A").replace(",", "%2C")
    return f"::{level} title={named}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
