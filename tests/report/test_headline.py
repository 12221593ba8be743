"""The answer: advice first, with the reason, and what could not have been seen."""

from dataclasses import replace

import pytest

from auditor.findings.finding import Choice, Decision, Severity, Verdict
from auditor.findings.report import Caution, ClassSummary, Report
from auditor.report.headline import headline
from auditor.signals.statistics import rate
from tests.report import states
from tests.report.many import decided, make_report, rejudged


def nothing_found() -> Report:
    """A run in which nothing recurs, and nothing was planted."""
    report = states.no_findings()
    return replace(report, quality=replace(report.quality, planted=()))


def with_classes(report: Report, *classes: tuple[str, int, int, int]) -> Report:
    """The report with classes of (name, labelled, predicted, rightly predicted)."""
    made = tuple(
        ClassSummary(name, gold, predicted, rate(right, gold), {}, {})
        for name, gold, predicted, right in classes
    )
    return replace(report, summary=replace(report.summary, classes=made))


def test_shortcuts_that_the_model_follows() -> None:
    found = headline(make_report(12))
    assert found.line == (
        "Do not use this model yet: it follows “[pos]”, “[neg]”, “matinee + lantern” and “spielberg”, not "
        "only what the text says."
    )
    assert found.tone == "found" and "may answer by it alone" in found.meaning
    assert found.after == (
        "Next: you answer the questions; then whoever trains the model repairs the training data, trains "
        "again and audits again."
    )
    assert found.counted == (
        "5 artefacts (2 high, 2 medium and 1 low severity), in 639 of 1,970 texts; 2 findings for a person "
        "to decide."
    )


def test_a_class_that_is_never_predicted_is_in_the_answer() -> None:
    report = with_classes(nothing_found(), ("hate", 28, 0, 0), ("fine", 500, 528, 500))
    assert headline(report).line == ("Do not use this model yet: “hate” is never predicted: 0 of 28 found.")
    assert headline(report).after == (
        "Next: whoever trains the model looks at the texts of the class that fails, trains again and "
        "audits again."
    )


def test_a_class_that_is_missed_far_more_often_is_in_the_answer() -> None:
    report = with_classes(nothing_found(), ("negative", 100, 55, 50), ("positive", 100, 145, 95))
    assert headline(report).line == (
        "Do not use this model yet: only 50 of 100 “negative” texts are found, against 95 % of the others."
    )


@pytest.mark.parametrize("right", [75, 90, 100])
def test_negative_control_classes_that_differ_a_little(right: int) -> None:
    report = with_classes(nothing_found(), ("negative", 100, 100, right), ("positive", 100, 100, 90))
    assert headline(report).tone == "clear"


def test_a_class_of_very_few_texts_is_no_failure() -> None:
    report = with_classes(nothing_found(), ("rare", 4, 0, 0), ("usual", 100, 104, 95))
    assert headline(report).tone == "clear"


def test_a_leak_that_the_model_ignores() -> None:
    report = make_report(1)
    report = replace(report, quality=replace(report.quality, planted=()))
    found = headline(replace(report, findings=tuple(rejudged(f, relies=False) for f in report.findings)))
    assert found.tone == "review"
    assert found.line == (
        "Use this model with care: the dataset has 1 shortcut that this model hardly follows."
    )


def test_a_rare_shortcut_of_medium_severity_asks_for_care() -> None:
    report = make_report(1)
    report = replace(report, quality=replace(report.quality, planted=()))
    rare, common = (
        replace(rejudged(report.findings[0], severity=Severity.MEDIUM), reach=reach)
        for reach in (0.009, 0.011)
    )
    found = headline(replace(report, findings=(rare,)))
    assert found.line == "Use this model with care: it follows “[pos]”, which few texts hold."
    assert found.tone == "review"
    stopped = headline(replace(report, findings=(common,)))
    assert stopped.line == "Do not use this model yet: it follows “[pos]”, not only what the text says."


def test_only_questions() -> None:
    report = make_report(1)
    finding = rejudged(report.findings[0], verdict=Verdict.UNDECIDED, severity=Severity.MEDIUM)
    summary = replace(report.summary, counts={"undecided": {"medium": 1}})
    found = headline(replace(nothing_found(), findings=(finding,), summary=summary))
    assert found.line == (
        "Answer 1 question before you use this model. Apart from it, no shortcut was found in 1,970 texts."
    )
    assert found.counted == "No artefact found in 1,970 texts; 1 finding for a person to decide."
    assert "cannot see" in found.meaning and found.tone == "review"
    assert found.after == "Next: you answer the questions."


def test_a_question_of_low_severity_can_wait() -> None:
    report = make_report(1)
    finding = rejudged(report.findings[0], verdict=Verdict.UNDECIDED, severity=Severity.LOW)
    summary = replace(report.summary, counts={"undecided": {"low": 1}})
    found = headline(replace(nothing_found(), findings=(finding,), summary=summary))
    assert found.line == "You can use this model: no shortcut was found in 1,970 texts."
    assert (found.tone, found.after) == ("clear", "")
    assert found.counted == (
        "No artefact found in 1,970 texts; 1 finding for a person to decide, of low severity, which can wait."
    )


def test_a_reviewer_goes_before_the_rule() -> None:
    report = make_report(1)
    report = replace(report, quality=replace(report.quality, planted=()))
    cleared = decided(report, {report.findings[0].id: Decision(Choice.LEGITIMATE)})
    assert headline(cleared).tone == "clear"
    task = make_report(12).findings[9]
    accused = replace(report, findings=(replace(task, decision=Decision(Choice.ARTEFACT)),))
    assert task.verdict is Verdict.TASK and headline(accused).tone != "clear"


def test_nothing_found_says_what_could_not_be_seen() -> None:
    found = headline(nothing_found())
    assert found.line == "You can use this model: no shortcut was found in 1,970 texts."
    assert found.tone == "clear" and "does not prove" in found.meaning and found.after == ""
    assert "cannot see shortcuts in topic or tone" in found.meaning


def test_nothing_found_by_an_audit_that_could_not_see() -> None:
    missed = headline(states.no_findings())
    assert missed.line == "Use this model with care: the audit missed 3 of 3 planted shortcuts."
    few = nothing_found()
    few = replace(few, quality=replace(few.quality, cautions=(Caution("few-texts", 7, 20),)))
    assert "could be audited" in headline(few).line and headline(few).tone == "review"
    unlabelled = nothing_found()
    unlabelled = replace(unlabelled, summary=replace(unlabelled.summary, has_labels=False, classes=()))
    assert "no labels" in headline(unlabelled).line


def test_a_model_that_only_guesses() -> None:
    report = with_classes(nothing_found(), ("negative", 100, 90, 50), ("positive", 100, 110, 50))
    assert headline(report).line == (
        "Do not use this model yet: it is right in 100 of 200 texts, no more than always naming one class."
    )
    better = with_classes(nothing_found(), ("negative", 100, 90, 60), ("positive", 100, 110, 60))
    assert headline(better).tone == "clear"


def test_nothing_auditable() -> None:
    found = headline(states.nothing())
    assert (found.line, found.tone) == ("Nothing could be audited.", "empty")
    assert "All 12 texts were skipped" in found.meaning


def test_a_report_that_was_judged_again_does_not_count_texts() -> None:
    report = make_report(1)
    found = headline(replace(report, summary=replace(report.summary, artefact_texts=None)))
    assert found.counted.startswith("1 artefact (1 high severity), in 1,970 texts")
