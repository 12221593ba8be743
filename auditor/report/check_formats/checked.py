"""What a check came to: the report, what fails it, and what every format says of a finding."""

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.findings.finding import Finding
from auditor.findings.report import Report
from auditor.report.visible_text import one_line, quoted
from auditor.report.wording.features import titles
from auditor.report.wording.sentences import finding_sentence


@dataclass(frozen=True)
class Checked:
    """A report with the outcome of its gate."""

    report: Report
    failing: tuple[Finding, ...]
    """The findings that fail it."""
    fail_on: str
    """The lowest severity that does."""
    too_weak: str = ""
    """What the audit would have missed, if that fails the check; empty otherwise."""

    @property
    def passed(self) -> bool:
        """Whether nothing fails."""
        return not self.failing and not self.too_weak

    def findings(self) -> Iterator[tuple[Finding, bool]]:
        """Every finding, and near misses that fail, each with whether it fails; the report's order."""
        ids = {finding.id for finding in self.failing}
        yield from ((finding, finding.id in ids) for finding in self.report.findings)
        known = {finding.id for finding in self.report.findings}
        yield from ((finding, True) for finding in self.failing if finding.id not in known)


def title(finding: Finding) -> str:
    """A finding as one name."""
    return f"{' + '.join(map(one_line, titles(finding)))} → {one_line(finding.label)}"


def said(finding: Finding) -> str:
    """What is said of it, on one line."""
    return quoted(finding_sentence(finding))


def rows(checked: Checked, finding: Finding) -> list[int]:
    """Rows of the dataset that show it, from 1."""
    shown = (checked.report.shown.get(id_) for id_ in finding.examples)
    return sorted({one.row for one in shown if one is not None})
