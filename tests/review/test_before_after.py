"""Two audits side by side: what both have measured, and nothing else."""

from dataclasses import replace

from auditor.findings.finding import Choice, Decision, Finding, Kind, Severity, Verdict
from auditor.findings.report import Report
from auditor.records.estimates import NO_EVIDENCE
from auditor.review.before_after import Sides, lowest, new_artefacts, of_reports
from auditor.review.decisions import apply
from auditor.signals.evidence import Evidence
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.statistics import rate
from tests.findings.builder import PAIR, TOKEN, WORD, a_report


def with_harm(report: Report, conflict: int, turned: int, **judged: object) -> Report:
    """The first finding gets so many of ten conflicting texts right, and turns so many of forty."""
    first: Finding = report.findings[0]
    parts = first.evidence.parts | {
        "harm": Harm(rate(9, 10), rate(conflict, 10), NO_EVIDENCE, rate(conflict, 10)),
        "insertion": Insertion(rate(turned, 40)),
    }
    judgement = replace(first.judgement, **judged)  # type: ignore[arg-type]
    changed = replace(first, evidence=Evidence(parts), judgement=judgement)
    return replace(report, findings=(changed, *report.findings[1:]))


def test_both_runs_stand_side_by_side() -> None:
    old, new = with_harm(a_report(), 1, 39), with_harm(a_report(), 9, 2, severity=Severity.LOW)
    found = of_reports(old, new)
    assert found is not None
    sides = next(one for one in found.artefacts if one.id == TOKEN)
    assert (sides.conflict.old.estimate, sides.conflict.new.estimate) == (0.1, 0.9)
    assert (sides.insertion.old.count, sides.insertion.new.count) == (39, 2)
    assert sides.agreement.old == sides.agreement.new
    assert (found.accuracy.old.count, found.accuracy.old.n) == (180, 200)  # 90 of 100 of either class
    assert found.texts is None and found.mended is None


def test_an_artefact_of_which_the_new_run_says_nothing_is_left_out() -> None:
    old = with_harm(a_report(), 1, 39)
    gone = replace(old, findings=old.findings[2:])
    assert of_reports(old, gone) is None
    near = replace(old, findings=(), near_misses=old.findings)
    found = of_reports(old, near)
    assert found is not None and TOKEN in {one.id for one in found.artefacts}


def test_legitimate_findings_are_not_compared_and_decided_ones_are() -> None:
    old = apply(
        with_harm(a_report(), 1, 39),
        {
            TOKEN: Decision(Choice.LEGITIMATE),
            PAIR: Decision(Choice.LEGITIMATE),
            WORD: Decision(Choice.ARTEFACT),
        },
    )[0]
    found = of_reports(old, old)
    assert found is not None and [one.id for one in found.artefacts] == [WORD]


def test_what_is_new_counts_as_an_artefact_now_and_did_not_before() -> None:
    base = a_report()
    word = base.findings[2]
    judgement = replace(word.judgement, verdict=Verdict.ARTEFACT, severity=Severity.HIGH)
    risen = replace(base, findings=(*base.findings[:2], replace(word, judgement=judgement)))
    assert [(one.id, one.severity) for one in new_artefacts(base, risen)] == [(WORD, "high")]
    assert new_artefacts(risen, base) == () == new_artefacts(base, base)


def judged(finding: Finding, **changes: object) -> Finding:
    judgement = replace(finding.judgement, **changes)  # type: ignore[arg-type]
    return replace(finding, judgement=judgement)


def test_what_only_the_texts_leak_is_not_new() -> None:
    base = a_report()
    leaked = judged(base.findings[2], verdict=Verdict.ARTEFACT, relies=False)
    assert new_artefacts(base, replace(base, findings=(*base.findings[:2], leaked))) == ()


def test_the_same_words_under_another_name_are_not_new() -> None:
    base = a_report()
    marker = next(one for one in base.findings if one.id == TOKEN)
    place = replace(marker, id="other", kind=Kind.GROUP, group="place", tokens=("first: [pos]",))
    again = replace(base, findings=(place,))
    assert new_artefacts(base, again) == ()
    negative = replace(base, findings=(replace(place, label="negative"),))
    assert [one.id for one in new_artefacts(base, negative)] == ["other"]


def test_what_the_old_run_left_to_a_person_is_said() -> None:
    base = a_report()
    marker = next(one for one in base.findings if one.id == TOKEN)
    asked = replace(base, findings=(judged(marker, verdict=Verdict.UNDECIDED),))
    assert [one.open_as for one in new_artefacts(asked, replace(base, findings=(marker,)))] == ["[pos]"]


def test_the_lowest_of_each_side_skips_what_is_not_known() -> None:
    sides = [Sides(rate(3, 4), NO_EVIDENCE), Sides(rate(1, 4), rate(2, 4)), Sides()]
    assert lowest(sides) == Sides(rate(1, 4), rate(2, 4))
    assert lowest([]) == Sides()
