"""Questions in order, one for what belongs together, and how many are left."""

from dataclasses import replace

from auditor.findings.finding import Choice, Decision, Finding, Severity, Verdict
from auditor.findings.report import Report
from auditor.review.open_questions import above_low, is_open, minutes, open_questions
from tests.findings.builder import a_finding
from tests.report.many import decided, make_report, rejudged
from tests.review.test_teaching import with_findings, word


def asked(report: Report) -> list[str]:
    return [" + ".join(question.lead.tokens) for question in open_questions(report)]


def test_artefacts_and_undecided_findings_wait_for_an_answer() -> None:
    report = make_report(12)
    assert [" + ".join(f.tokens) for f in report.findings if is_open(f)] == [
        *("[pos]", "[neg]", "matinee + lantern", "spielberg", "tv", "seagal", "pretentious"),
    ]
    answered = decided(report, {report.findings[0].id: Decision(Choice.UNSURE)})
    assert not is_open(answered.findings[0]) and len(open_questions(answered)) == 6


def test_the_gravest_come_first_and_accusations_before_questions() -> None:
    assert asked(make_report(12)) == [
        *("[neg]", "[pos]", "spielberg", "matinee + lantern", "seagal", "tv", "pretentious"),
    ]
    questions = open_questions(make_report(12))
    assert above_low(questions) == 5 and [minutes(n) for n in (0, 1, 2, 3)] == [0, 1, 1, 2]


def scored(finding: Finding, score: float, severity: Severity = Severity.MEDIUM) -> Finding:
    return rejudged(finding, score=score, severity=severity)


def test_one_question_for_a_pair_and_its_words() -> None:
    pair = replace(scored(a_finding("p", "amber", "violet"), 0.9), members=())
    words = scored(word("a", "amber"), 0.5), scored(word("v", "violet"), 0.4)
    other = scored(word("o", "warm"), 0.3)
    first, second = open_questions(with_findings(*words, other, pair))
    assert [one.id for one in first.findings] == ["p", "a", "v"] and second.lead.id == "o"
    assert first.suggested is Choice.ARTEFACT and second.suggested is Choice.UNSURE


def test_the_weightiest_of_several_forms_asks_for_all() -> None:
    forms = scored(word("a", "hated"), 0.2), scored(word("b", "hates"), 0.6), scored(word("c", "hating"), 0.4)
    [question] = open_questions(with_findings(*forms))
    assert [one.tokens[0] for one in question.findings] == ["hates", "hating", "hated"]


def test_answers_change_the_order_and_what_is_left() -> None:
    """Once “warm” is called part of the task, “tender” sinks; what is like a shortcut rises."""
    findings = (
        scored(word("warm", "warm"), 0.9),
        scored(word("tender", "tender"), 0.8),
        scored(word("kenya", "kenya"), 0.5),
        scored(word("peru", "peru"), 0.4),
    )
    likeness = {"warm": {"tender": 0.7}, "kenya": {"peru": 0.9}}
    report = with_findings(*findings, likeness=likeness)
    assert asked(report) == ["warm", "tender", "kenya", "peru"] and above_low(open_questions(report)) == 4
    answers = {"warm": Decision(Choice.LEGITIMATE), "kenya": Decision(Choice.ARTEFACT)}
    taught = decided(report, answers)
    assert asked(taught) == ["peru", "tender"]
    rising, sunk = open_questions(taught)
    assert (rising.suggested, sunk.suggested) == (Choice.ARTEFACT, Choice.LEGITIMATE)
    assert (rising.severity, sunk.severity) == (Severity.MEDIUM, Severity.LOW)
    assert above_low([rising, sunk]) == 1


def test_an_accusation_of_the_rule_can_be_doubted_by_answers() -> None:
    accused = rejudged(scored(word("tender", "tender"), 0.8), verdict=Verdict.ARTEFACT)
    report = with_findings(
        accused, word("warm", "warm", choice=Choice.LEGITIMATE), likeness={"tender": {"warm": 0.9}}
    )
    [question] = open_questions(report)
    assert question.suggested is Choice.LEGITIMATE and question.severity is Severity.LOW
