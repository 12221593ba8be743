"""New, gone and changed findings, and what counts as a change of a figure."""

import json
from dataclasses import fields, replace

import pytest

from auditor.errors import AuditError
from auditor.findings.finding import Choice, Decision, Finding, Severity
from auditor.findings.report import Report
from auditor.records.estimates import Estimate, Figure, named_estimates
from auditor.review.decisions import apply
from auditor.review.difference import MOVED, Shift, as_plain, difference, notable
from auditor.review.redaction import redact
from auditor.signals.evidence import CATALOGUE, SIGNALS, Evidence
from auditor.signals.insertion import Insertion
from tests.findings.builder import NEAR, PAIR, TOKEN, WORD, a_report


def with_first(**judged: object) -> Report:
    """The report with another judgement on its first finding."""
    base = a_report()
    judgement = replace(base.findings[0].judgement, **judged)  # type: ignore[arg-type]
    return replace(base, findings=(replace(base.findings[0], judgement=judgement), *base.findings[1:]))


def inserted(finding: Finding, rate: Estimate) -> Finding:
    parts = finding.evidence.parts | {"insertion": Insertion(rate)}
    return replace(finding, evidence=Evidence(parts))


def test_a_report_does_not_differ_from_itself() -> None:
    assert difference(a_report(), a_report()).empty


def test_new_and_gone() -> None:
    old, new = (
        replace(a_report(), findings=a_report().findings[1:]),
        replace(a_report(), findings=a_report().findings[:2]),
    )
    found = difference(old, new)
    assert [f.id for f in found.new] == [TOKEN] and [f.id for f in found.gone] == [WORD]
    assert found.changed == () and found.near == frozenset() and not found.empty


def test_a_near_miss_that_became_a_finding_is_new_and_said_to_have_been_near() -> None:
    base = a_report()
    risen = replace(base, findings=(*base.findings, *base.near_misses), near_misses=())
    assert [f.id for f in difference(base, risen).new] == [NEAR]
    assert difference(base, risen).near == difference(risen, base).near == {NEAR}
    assert [f.id for f in difference(risen, base).gone] == [NEAR]


def test_a_change_of_verdict_severity_and_decision() -> None:
    changed, _ = apply(a_report(), {TOKEN: Decision(Choice.LEGITIMATE)})
    [change] = difference(a_report(), changed).changed
    assert change.new.id == TOKEN
    assert change.shifts == (
        Shift("verdict", "artefact", "keyword"),
        Shift("severity", "high", "low"),
        Shift("decision", "none", "legitimate"),
    )


def test_a_figure_that_fell_beyond_its_interval() -> None:
    base = a_report()
    fallen = replace(base, findings=(inserted(base.findings[0], Estimate(0.2, 0.1, 0.3)), *base.findings[1:]))
    [change] = difference(base, fallen).changed
    assert change.shifts == (Shift("insertion", 61 / 64, 0.2),)
    quick = replace(base, findings=(inserted(base.findings[0], Estimate()), *base.findings[1:]))
    assert difference(base, quick).empty  # no evidence is no change


@pytest.mark.parametrize(
    ("unit", "old", "new", "expected"),
    [
        ("share", Estimate(0.5), Estimate(0.6), True),
        ("share", Estimate(0.5), Estimate(0.55), False),
        ("share", Estimate(0.5, 0.4, 0.6), Estimate(0.65, 0.55, 0.75), False),
        ("share", Estimate(0.5, 0.45, 0.55), Estimate(0.65, 0.6, 0.7), True),
        ("share", Estimate(0.5, 0.499, 0.501), Estimate(0.51, 0.509, 0.511), False),
        ("ratio", Estimate(10.0), Estimate(12.0), False),
        ("ratio", Estimate(10.0), Estimate(5.0), True),
        ("ratio", Estimate(0.0), Estimate(0.0), False),
        ("logits", Estimate(2.0), Estimate(2.9), False),
        ("logits", Estimate(2.0), Estimate(-0.5), True),
        ("effect", Estimate(-0.3), Estimate(0.3), True),
        ("share", Estimate(), Estimate(0.5), False),
        ("share", Estimate(0.5), Estimate(), False),
    ],
)
def test_notable_is_large_and_beyond_uncertainty(
    unit: str, old: Estimate, new: Estimate, expected: bool
) -> None:
    assert notable(unit, old, new) is expected
    assert notable(unit, new, old) is expected


@pytest.mark.parametrize(
    "figure", [figure for figure in CATALOGUE if not figure.pairs_only], ids=lambda f: f.name
)
def test_every_figure_of_a_signal_is_compared(figure: Figure) -> None:
    """One list of figures: what a new signal shows, the difference sees."""
    base = a_report()
    moved = replace(base, findings=(everywhere(base.findings[0], 0.0), *base.findings[1:]))
    other = replace(base, findings=(everywhere(base.findings[0], 5.0), *base.findings[1:]))
    [change] = difference(moved, other).changed
    assert Shift(figure.name, 0.0, 5.0) in change.shifts


def everywhere(finding: Finding, value: float) -> Finding:
    """The finding with one value in every number of its evidence."""
    parts: dict[str, object] = {}
    for signal in SIGNALS:
        numbers = {
            field.name: Estimate(value) if field.type is Estimate else value
            for field in fields(signal.Record)
            if field.type in (Estimate, float | None)
        }
        parts[signal.NAME] = signal.Record(**numbers)
    return replace(finding, evidence=Evidence(parts))


def test_placebos_are_compared_too() -> None:
    assert {"deletion_placebo", "insertion_placebo"} <= {name for name, _, _ in named_estimates(CATALOGUE)}


def test_every_unit_has_a_threshold() -> None:
    assert {figure.unit for figure in CATALOGUE} <= {"ratio", *MOVED}


def test_redacted_reports_cannot_be_compared() -> None:
    with pytest.raises(AuditError, match="the second report is redacted"):
        difference(a_report(), redact(a_report()))


def test_as_json() -> None:
    base = a_report()
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
