"""What changed between two reports: findings that are new, gone, or no longer what they were.

A finding has the same id in every run, so the audits of a model before and after a repair can be compared. A
figure has changed notably when it moved by enough for its unit and the two intervals, where there are any, do
not overlap.
"""

from dataclasses import dataclass
from typing import Any

from auditor.errors import AuditError
from auditor.findings.finding import Finding, Kind
from auditor.findings.report import Report
from auditor.records.appearance import shown
from auditor.records.codec import plain
from auditor.records.estimates import Estimate, named_estimates

MOVED = {"share": 0.1, "effect": 0.1, "logits": 1.0}
"""Change that is worth a line, by unit."""
FACTOR = 1.5
"""The same for a ratio."""


@dataclass(frozen=True)
class Shift:
    """One thing about a finding that is not what it was."""

    what: str
    """`verdict`, `severity`, `decision` or the name of a figure."""
    old: str | float
    new: str | float


@dataclass(frozen=True)
class Change:
    """A finding of both reports that has changed."""

    old: Finding
    new: Finding
    shifts: tuple[Shift, ...]


@dataclass(frozen=True)
class Difference:
    """What one report has and the other lacks, and what changed in both."""

    new: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    changed: tuple[Change, ...]
    near: frozenset[str]
    """Ids of new and gone findings that are near misses in the other report."""

    @property
    def empty(self) -> bool:
        """Whether nothing changed."""
        return not (self.new or self.gone or self.changed)

    def __repr__(self) -> str:
        return shown("difference_text", self)


def difference(old: Report, new: Report) -> Difference:
    """New, gone and changed findings, in the order of their report."""
    for name, report in (("first", old), ("second", new)):
        if report.redacted:
            raise AuditError(
                f"the {name} report is redacted: its findings have no ids to compare",
                "Compare the reports before redaction.",
            )
    before, after = ({finding.id: finding for finding in report.findings} for report in (old, new))
    pairs = [(before[id_], finding) for id_, finding in after.items() if id_ in before]
    changes = (Change(first, second, tuple(_shifts(first, second))) for first, second in pairs)
    near = {finding.id for report in (old, new) for finding in report.near_misses}
    return Difference(
        new=tuple(finding for id_, finding in after.items() if id_ not in before),
        gone=tuple(finding for id_, finding in before.items() if id_ not in after),
        changed=tuple(change for change in changes if change.shifts),
        near=frozenset(near & (before.keys() ^ after.keys())),
    )


def as_plain(found: Difference) -> dict[str, Any]:
    """The difference for JSON: findings in full, changes as old and new values."""
    return {
        "new": plain(found.new),
        "gone": plain(found.gone),
        "changed": [
            {"id": change.new.id, "tokens": list(change.new.tokens), "label": change.new.label}
            | {"changes": plain(change.shifts)}
            for change in found.changed
        ],
        "near_misses_in_the_other": sorted(found.near),
    }


def _shifts(old: Finding, new: Finding) -> list[Shift]:
    judged = (("verdict", old.verdict, new.verdict), ("severity", old.severity, new.severity))
    found = [Shift(what, first.value, second.value) for what, first, second in judged if first != second]
    decided = [finding.decision.decision.value if finding.decision else "none" for finding in (old, new)]
    if decided[0] != decided[1]:
        found.append(Shift("decision", *decided))
    figures = (finding.evidence.figures(pair=finding.kind is Kind.PAIR) for finding in (old, new))
    before, after = ({name: (unit, e) for name, unit, e in named_estimates(each)} for each in figures)
    for name, (unit, first) in before.items():
        _, second = after[name]
        if first.estimate is not None and second.estimate is not None and notable(unit, first, second):
            found.append(Shift(name, first.estimate, second.estimate))
    return found


def notable(unit: str, old: Estimate, new: Estimate) -> bool:
    """Whether a figure changed by enough, and by more than its uncertainty; no evidence is no change."""
    if old.estimate is None or new.estimate is None:
        return False
    low, high = sorted((old.estimate, new.estimate))
    large = high > low * FACTOR if unit == "ratio" else high - low > MOVED[unit] - 1e-9
    return large and not _overlap(old, new)


def _overlap(old: Estimate, new: Estimate) -> bool:
    if old.low is None or old.high is None or new.low is None or new.high is None:
        return False
    return old.low <= new.high and new.low <= old.high
