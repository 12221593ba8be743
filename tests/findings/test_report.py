"""A report in numbers: findings counted by verdict and severity, and the words that its records use."""

from dataclasses import fields, is_dataclass
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.findings import report
from auditor.findings.finding import Choice, Finding, Kind, Severity, Verdict
from auditor.findings.report import Report, counts_of
from auditor.findings.schema import field_docs
from tests.findings.builder import a_finding, a_report

FINDING = a_finding()
judgements = st.lists(st.tuples(st.sampled_from(Verdict), st.sampled_from(Severity)), max_size=12)


def findings_of(judged: list[tuple[Verdict, Severity]]) -> list[Finding]:
    return [
        a_finding(str(n), verdict=verdict, severity=severity) for n, (verdict, severity) in enumerate(judged)
    ]


def test_counts_by_hand() -> None:
    found = findings_of(
        [
            (Verdict.ARTEFACT, Severity.HIGH),
            (Verdict.ARTEFACT, Severity.HIGH),
            (Verdict.ARTEFACT, Severity.LOW),
            (Verdict.TASK, Severity.LOW),
        ]
    )
    assert counts_of(found) == {"artefact": {"high": 2, "low": 1}, "task word": {"low": 1}}
    assert counts_of([]) == {}


@given(judgements)
def test_every_finding_is_counted_once(judged: list[tuple[Verdict, Severity]]) -> None:
    counts = counts_of(findings_of(judged))
    assert sum(sum(row.values()) for row in counts.values()) == len(judged)
    for verdict, severity in judged:
        assert counts[verdict.value][severity.value] == judged.count((verdict, severity))
    assert all(row and all(row.values()) for row in counts.values())  # what is not there has no entry


def test_the_summary_of_a_report_counts_its_findings() -> None:
    made = a_report()
    assert made.summary.counts == counts_of(made.findings)


def test_severities_fall_and_artefacts_come_first() -> None:
    """Their order is that in which findings are listed."""
    assert [one.value for one in Severity] == ["high", "medium", "low"]
    assert next(iter(Verdict)) is Verdict.ARTEFACT and list(Verdict)[-1] is Verdict.NOTHING


@pytest.mark.parametrize("kind", [Verdict, Severity, Kind, Choice])
def test_codes_are_what_json_holds(kind: type[Verdict]) -> None:
    assert all(kind(one.value) is one and str(one) == one.value for one in kind)


def test_a_finding_says_its_verdict_and_severity_without_asking_its_judgement() -> None:
    assert (FINDING.verdict, FINDING.severity) == (FINDING.judgement.verdict, FINDING.judgement.severity)


RECORDS = [one for one in vars(report).values() if isinstance(one, type) and is_dataclass(one)]


@pytest.mark.parametrize("record", RECORDS, ids=[record.__name__ for record in RECORDS])
def test_a_record_is_frozen_described_and_holds_no_mutable_sequence(record: type[Report]) -> None:
    assert record.__dataclass_params__.frozen and record.__doc__  # type: ignore[attr-defined]
    for one in fields(record):
        assert list not in (one.type, *(part for part in get_args(one.type))), one.name
    described = field_docs(record)
    assert described.keys() <= {one.name for one in fields(record)}
    assert all(text.endswith(".") for text in described.values()), described
