"""Which findings fail the gate, by severity and by what a reviewer decided."""

import pytest

from auditor.errors import AuditError
from auditor.findings.finding import Choice, Decision
from auditor.findings.report import Report
from auditor.review.decisions import apply
from auditor.review.gate import failing
from tests.findings.builder import NEAR, PAIR, TOKEN, WORD, a_report


def ids(report: Report, fail_on: str) -> list[str]:
    return [finding.id for finding in failing(report, fail_on)]


@pytest.mark.parametrize(
    ("fail_on", "expected"),
    [("high", [TOKEN]), ("medium", [TOKEN, PAIR]), ("low", [TOKEN, PAIR]), ("never", [])],
)
def test_artefacts_at_or_above_the_severity_fail(fail_on: str, expected: list[str]) -> None:
    """The task word and the near miss, both low, never do."""
    assert ids(a_report(), fail_on) == expected


def test_a_reviewer_goes_before_the_rule() -> None:
    decided, _ = apply(
        a_report(),
        {
            TOKEN: Decision(Choice.LEGITIMATE),
            PAIR: Decision(Choice.UNSURE),
            WORD: Decision(Choice.ARTEFACT),
            NEAR: Decision(Choice.ARTEFACT),
        },
    )
    assert ids(decided, "low") == [WORD, PAIR, NEAR]
    assert ids(decided, "high") == [WORD, NEAR]  # both decide alone


def test_an_undecided_near_miss_does_not_count() -> None:
    decided, _ = apply(a_report(), {NEAR: Decision(Choice.UNSURE)})
    assert NEAR not in ids(decided, "low")


def test_an_unknown_severity_is_refused() -> None:
    with pytest.raises(AuditError, match="high, medium, low, never"):
        failing(a_report(), "severe")
