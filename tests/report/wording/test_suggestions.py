"""The suggested answer in the words of the buttons, and why: like what was decided, or who knows what."""

from dataclasses import replace

import pytest

from auditor.findings.finding import Choice, Decision, Finding, Verdict
from auditor.report.visible_text import Sentence
from auditor.report.wording.suggestions import ANSWERS, reason, suggested
from auditor.review.open_questions import OpenQuestion
from auditor.review.teaching import Lesson
from tests.findings.builder import a_finding
from tests.report.many import rejudged

MARKER = a_finding("1", "[pos]")
UNDECIDED = a_finding("2", "honestly", verdict=Verdict.UNDECIDED)
NOTHING_LEARNED = Lesson(0.5, 0.5)


def asked(finding: Finding, lesson: Lesson = NOTHING_LEARNED) -> OpenQuestion:
    return OpenQuestion(finding, (), lesson)


def text(found: Sentence) -> str:
    return "".join(part.text for part in found)


def like(other: Finding, choice: Choice, suggestion: Choice | None) -> Lesson:
    spurious = {Choice.ARTEFACT: 1.0, Choice.LEGITIMATE: 0.0, None: 0.5}[suggestion]
    return Lesson(0.5, spurious, replace(other, decision=Decision(choice)))


def test_an_artefact_is_suggested_as_a_shortcut_and_a_question_as_nothing() -> None:
    assert suggested(asked(MARKER)) == "shortcut"
    assert suggested(asked(UNDECIDED)) == ""


@pytest.mark.parametrize(
    ("choice", "said"), [(Choice.ARTEFACT, "shortcut"), (Choice.LEGITIMATE, "part of the task")]
)
def test_what_answers_teach_is_suggested(choice: Choice, said: str) -> None:
    other = a_finding("3", "frankly")
    assert suggested(asked(UNDECIDED, like(other, choice, choice))) == said


@pytest.mark.parametrize(
    ("choice", "called"), [(Choice.ARTEFACT, "a shortcut"), (Choice.LEGITIMATE, "part of the task")]
)
def test_the_reason_names_what_it_is_like_as_it_is_written(choice: Choice, called: str) -> None:
    other = replace(a_finding("3", "frankly"), forms=("Frankly", "frankly"))
    found = reason(asked(UNDECIDED, like(other, choice, choice)))
    assert text(found) == f"It is like Frankly, which you called {called}."


def test_without_a_decision_or_a_suggestion_the_evidence_is_the_reason() -> None:
    other = a_finding("3", "frankly")
    undecided = Lesson(0.5, 1.0, other)
    for lesson in (NOTHING_LEARNED, undecided, like(other, Choice.ARTEFACT, None)):
        assert text(reason(asked(MARKER, lesson))) == "It is a marker, not part of the task."


def test_a_pair_of_which_nobody_knows_anything_says_that_its_words_say_nothing() -> None:
    pair = rejudged(a_finding("4", "amber", "violet"), known="unknown", source="none")
    assert text(reason(asked(pair))) == "Neither word alone points to the class."
    told = rejudged(pair, known="unrelated", source="relevance")
    assert text(reason(asked(told))) == "It is far in meaning from the words of the task."


def test_every_choice_has_a_button() -> None:
    assert {*ANSWERS} == {*Choice} and len({*ANSWERS.values()}) == len(ANSWERS)
