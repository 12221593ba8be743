"""New, gone and changed findings, and what counts as a change of a figure."""

import json
from dataclasses import replace

import pytest

from auditor.errors import AuditError
from auditor.figures import FIGURES
from auditor.findings import Decision, Estimate, Finding, Flips, Intervention, Report, Severity, Verdict
from auditor.report.decisions import apply
from auditor.report.difference import Shift, as_plain, difference, notable
from auditor.report.redaction import redact
from tests.report.report_builder import NEAR, PAIR, TOKEN, WORD, report

BY_NAME = {figure.name: figure for figure in FIGURES}


def with_first(**changes: object) -> Report:
    base = report()
    return replace(base, findings=(replace(base.findings[0], **changes), *base.findings[1:]))  # type: ignore[arg-type]


def inserted(finding: Finding, rate: Estimate) -> Finding:
    intervention = Intervention(finding.evidence.intervention.deletion, Flips(rate))
    return replace(finding, evidence=replace(finding.evidence, intervention=intervention))


def test_a_report_does_not_differ_from_itself() -> None:
    assert difference(report(), report()).empty


def test_new_and_gone() -> None:
    old, new = (
        replace(report(), findings=report().findings[1:]),
        replace(report(), findings=report().findings[:2]),
    )
    found = difference(old, new)
    assert [f.id for f in found.new] == [TOKEN] and [f.id for f in found.gone] == [WORD]
    assert found.changed == () and found.near == frozenset() and not found.empty


def test_a_near_miss_that_became_a_finding_is_new_and_said_to_have_been_near() -> None:
    base = report()
    risen = replace(base, findings=(*base.findings, *base.near_misses), near_misses=())
    assert [f.id for f in difference(base, risen).new] == [NEAR]
    assert difference(base, risen).near == difference(risen, base).near == {NEAR}
    assert [f.id for f in difference(risen, base).gone] == [NEAR]


def test_a_change_of_verdict_severity_and_decision() -> None:
    changed, _ = apply(
        with_first(verdict=Verdict.TASK, severity=Severity.LOW), {TOKEN: Decision("legitimate")}
    )
    [change] = difference(report(), changed).changed
    assert change.new.id == TOKEN
    assert change.shifts == (
        Shift("verdict", "artefact", "task word"),
        Shift("severity", "high", "low"),
        Shift("decision", "none", "legitimate"),
    )


def test_a_figure_that_fell_beyond_its_interval() -> None:
    base = report()
    fallen = replace(base, findings=(inserted(base.findings[0], Estimate(0.2, 0.1, 0.3)), *base.findings[1:]))
    [change] = difference(base, fallen).changed
    assert change.shifts == (Shift("insertion", 0.95, 0.2),)
    quick = replace(base, findings=(inserted(base.findings[0], Estimate()), *base.findings[1:]))
    assert difference(base, quick).empty  # no evidence is no change


@pytest.mark.parametrize(
    ("figure", "old", "new", "expected"),
    [
        ("insertion", Estimate(0.5), Estimate(0.6), True),
        ("insertion", Estimate(0.5), Estimate(0.55), False),
        ("insertion", Estimate(0.5, 0.4, 0.6), Estimate(0.65, 0.55, 0.75), False),
        ("insertion", Estimate(0.5, 0.45, 0.55), Estimate(0.65, 0.6, 0.7), True),
        ("insertion", Estimate(0.5, 0.499, 0.501), Estimate(0.51, 0.509, 0.511), False),
        ("odds_ratio", Estimate(10.0), Estimate(12.0), False),
        ("odds_ratio", Estimate(10.0), Estimate(5.0), True),
        ("odds_ratio", Estimate(0.0), Estimate(0.0), False),
        ("insertion", Estimate(), Estimate(0.5), False),
        ("insertion", Estimate(0.5), Estimate(), False),
    ],
)
def test_notable_is_large_and_beyond_uncertainty(
    figure: str, old: Estimate, new: Estimate, expected: bool
) -> None:
    assert notable(BY_NAME[figure], old, new) is expected
    assert notable(BY_NAME[figure], new, old) is expected


def test_redacted_reports_cannot_be_compared() -> None:
    with pytest.raises(AuditError, match="the second report is redacted"):
        difference(report(), redact(report()))


def test_as_json() -> None:
    base = report()
    new = replace(with_first(severity=Severity.LOW), findings=with_first(severity=Severity.LOW).findings[:2])
    found = json.loads(json.dumps(as_plain(difference(base, new))))
    assert found["new"] == [] and found["gone"][0]["id"] == WORD
    [changed] = found["changed"]
    assert changed == {
        "id": TOKEN,
        "tokens": ["[pos]"],
        "label": "positive",
        "changes": [{"what": "severity", "old": "high", "new": "low"}],
    }
    assert PAIR not in json.dumps(found)
