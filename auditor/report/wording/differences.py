"""What changed between two reports, in lines for a terminal."""

from collections.abc import Iterator

from auditor.report.dossier import headline
from auditor.review.difference import Difference


def difference_lines(found: Difference) -> Iterator[str]:
    """A line for each finding that is new or gone, and for each that changed what about it did."""
    if found.empty:
        yield "no difference"
    for title, findings, elsewhere in (
        ("new", found.new, "was a near miss"),
        ("gone", found.gone, "now a near miss"),
    ):
        for finding in findings:
            near = f" ({elsewhere})" if finding.id in found.near else ""
            yield f"{title:<9}{headline(finding)}{near}"
    for change in found.changed:
        yield f"{'changed':<9}{headline(change.new)}"
        for shift in change.shifts:
            yield f"           {shift.what} {_value(shift.old)} → {_value(shift.new)}"


def _value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.3f}"
