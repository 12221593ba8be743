"""The answer that is suggested to a reviewer, and why, in a few words."""

from auditor.findings.finding import Choice, Finding, Kind
from auditor.report.visible_text import Sentence, sentence
from auditor.report.wording.sentences import known, written
from auditor.review.open_questions import OpenQuestion

ANSWERS = {Choice.ARTEFACT: "shortcut", Choice.LEGITIMATE: "part of the task", Choice.UNSURE: "not sure"}
"""What the buttons say."""


def suggested(question: OpenQuestion) -> str:
    """The suggested answer, in the words of the buttons; empty where the reader alone can know."""
    return "" if question.suggested is Choice.UNSURE else ANSWERS[question.suggested]


def reason(question: OpenQuestion) -> Sentence:
    """Why that answer is suggested, or why none is."""
    learned = question.lesson
    if learned.like is not None and learned.like.decision is not None and learned.suggested is not None:
        answer = _called(learned.like.decision.decision)
        return sentence("It is like ", written(learned.like), f", which you called {answer}.")
    return sentence(_known(question.lead))


def _called(choice: Choice) -> str:
    return "a shortcut" if choice is Choice.ARTEFACT else ANSWERS[choice]


def _known(finding: Finding) -> str:
    if finding.kind is Kind.PAIR and finding.judgement.known == "unknown":
        return "Neither word alone points to the class."
    return known(finding)
