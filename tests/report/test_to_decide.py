"""A question as a reader sees it: facts, picture, a text before and after, the suggested answer."""

from dataclasses import replace

from auditor.config import RuleConfig
from auditor.findings.finding import Choice, Decision, Kind
from auditor.findings.report import Report
from auditor.report.cards import card
from auditor.report.to_decide import Question, question
from auditor.report.visible_text import quoted
from auditor.review.open_questions import open_questions
from auditor.review.redaction import redact
from auditor.signals.evidence import Evidence
from tests.findings.builder import a_finding
from tests.report.many import decided, make_report
from tests.review.test_teaching import with_findings, word


def view(report: Report, place: int = 0) -> Question:
    asked = open_questions(report)[place]
    return question(asked, report, card(asked.lead, report, RuleConfig()))


def test_a_question_by_hand() -> None:
    shown = view(make_report(12), 1)
    assert quoted(shown.facts) == (
        "Put into 64 other texts, “[pos]” turned 52 positive; a neutral word turned 1. In the data, 137 of "
        "142 texts with it are labelled positive."
    )
    assert (shown.suggested, quoted(shown.reason)) == ("shortcut", "It is a marker, not part of the task.")
    assert shown.plot is not None and "placebo" in shown.plot.drawing
    assert (shown.plot.drawn, shown.plot.own, shown.plot.compared) == ("texts turned", "it", "neutral")
    [tried] = shown.tried
    assert [step.when for step in tried.steps] == ["without it", "with it"] and not shown.texts


def test_a_pair_has_four_answers_and_a_question_that_nobody_knows_no_suggestion() -> None:
    pair, unknown = view(make_report(12), 3), view(make_report(12), 4)
    assert quoted(pair.reason) == "Neither word alone points to the class."
    assert pair.plot is not None and (pair.plot.drawn, pair.plot.compared) == ("labelled so", "one")
    assert len(pair.tried[0].steps) == 4
    assert unknown.suggested == "" and "you decide" in quoted(unknown.reason)


def test_what_was_not_tried_shows_a_text_that_holds_it() -> None:
    report = make_report(7)
    last = view(report, 6)
    assert not last.plot and not last.tried and len(last.texts) == 1
    assert "was not tried" in quoted(last.facts)


def test_a_word_at_an_end_is_compared_with_itself_elsewhere() -> None:
    report = make_report(1)
    first = replace(report.findings[0], tokens=("first: honestly",), kind=Kind.GROUP, group="place")
    plot = view(replace(report, findings=(first,))).plot
    assert plot is not None and (plot.drawn, plot.own, plot.compared) == ("turned", "there", "elsewhere")


def test_an_answer_on_a_like_word_is_the_reason() -> None:
    findings = word("warm", "warm", choice=Choice.LEGITIMATE), word("tender", "tender")
    shown = view(with_findings(*findings, likeness={"warm": {"tender": 0.8}}))
    assert shown.suggested == "part of the task"
    assert quoted(shown.reason) == "It is like “warm”, which you called part of the task."
    other = word("kenya", "kenya", choice=Choice.ARTEFACT), word("peru", "peru")
    shown = view(with_findings(*other, likeness={"kenya": {"peru": 0.8}}))
    assert quoted(shown.reason) == "It is like “kenya”, which you called a shortcut."


def test_every_word_that_the_answer_settles_is_named_once() -> None:
    pair = replace(a_finding("p", "amber", "violet"), members=("ambers",))
    shown = view(with_findings(pair, word("a", "amber"), word("v", "violet")))
    assert shown.ids == ["p", "a", "v"] and shown.also == ["amber", "violet", "ambers"]
    forms = view(with_findings(word("a", "hated"), word("b", "hates")))
    assert forms.also == ["hates"]
    both = view(with_findings(word("a", "hardly"), replace(word("b", "hardly"), label="negative")))
    assert both.also == ["hardly → negative"]


def test_a_redacted_question_shows_no_word() -> None:
    report = redact(make_report(3))
    assert "[pos]" not in str(view(report, 1)) and "token 1" in str(view(report, 1))


def test_an_answered_finding_is_no_question() -> None:
    report = make_report(1)
    assert open_questions(decided(report, {report.findings[0].id: Decision(Choice.UNSURE)})) == []


def test_a_finding_without_evidence_is_still_asked_about() -> None:
    report = make_report(1)
    bare = replace(report.findings[0], evidence=Evidence({}))
    assert quoted(view(replace(report, findings=(bare,))).facts).startswith("The model was not tried with")
