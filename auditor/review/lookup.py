"""One finding out of a report, by what a person would call it."""

from difflib import get_close_matches

from auditor.errors import AuditError
from auditor.findings.finding import Finding, Kind
from auditor.findings.report import Report
from auditor.normal import normal


def find(report: Report, name: str) -> list[Finding]:
    """The findings that have this id, or else this token (a pair: A+B), or else ids that begin so.

    Pairs go by one of their words only where the word has no finding of its own.
    """
    listed = (*report.findings, *report.near_misses)
    wanted = normal(name).strip()
    found = (
        [finding for finding in listed if finding.id == name]
        or [finding for finding in listed if finding.kind is Kind.TOKEN and wanted in names(finding)]
        or [finding for finding in listed if wanted in names(finding)]
        or [finding for finding in listed if name and finding.id.startswith(name)]
    )
    if found:
        return found
    known = sorted({name for finding in listed for name in names(finding)})
    near = get_close_matches(wanted, known, 3)
    hint = f"Did you mean {', '.join(map(repr, near))}?" if near else "`audit show RUN` lists them all."
    raise AuditError(f"no finding has the id or the token {name!r}", hint)


def names(finding: Finding) -> set[str]:
    """What a finding goes by: its tokens, members and forms, and both tokens of a pair."""
    words = {normal(word) for word in (*finding.tokens, *finding.members, *finding.forms)}
    tokens = [normal(token) for token in finding.tokens]
    return words | {"+".join(tokens), "+".join(reversed(tokens)), " + ".join(tokens)}
