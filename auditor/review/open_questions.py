"""What a person has to decide, most important first; what one answer settles is one question.

Answers teach (`teaching`): a question whose words are like words that were called part of the task sinks to
the end, one whose words are like shortcuts rises.
"""

from dataclasses import dataclass

from auditor.findings.finding import Choice, Finding, Severity, Verdict
from auditor.findings.report import Report
from auditor.review.teaching import Lesson, belong_together, lessons

SECONDS = 30
"""What an answer takes a reader, about."""
_LEAST = 0.05
"""Before any answer, the least that a finding is thought to be a shortcut when answers raise its weight."""


@dataclass(frozen=True)
class OpenQuestion:
    """A finding that waits for an answer, with those that the same answer settles."""

    lead: Finding
    others: tuple[Finding, ...]
    lesson: Lesson

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that the answer settles."""
        return (self.lead, *self.others)

    @property
    def suggested(self) -> Choice:
        """The answer that the rule and the other answers suggest."""
        if self.lesson.suggested is not None:
            return self.lesson.suggested
        return Choice.ARTEFACT if self.lead.verdict is Verdict.ARTEFACT else Choice.UNSURE

    @property
    def severity(self) -> Severity:
        """That of the finding; low once the answers say that it is part of the task."""
        return Severity.LOW if self.suggested is Choice.LEGITIMATE else self.lead.severity


def is_open(finding: Finding) -> bool:
    """Whether a person still has to say what it is."""
    return finding.verdict in (Verdict.ARTEFACT, Verdict.UNDECIDED) and finding.decision is None


def open_questions(report: Report) -> list[OpenQuestion]:
    """Every question that waits for an answer, the most important first."""
    asked = list(filter(is_open, report.findings))
    learned = lessons(report, asked)
    questions = [OpenQuestion(finding, (), one) for finding, one in zip(asked, learned, strict=True)]
    return joined(sorted(questions, key=_importance))


def joined(questions: list[OpenQuestion]) -> list[OpenQuestion]:
    """One question for what belongs together; the first asks for all."""
    kept: list[OpenQuestion] = []
    for question in questions:
        place = next((at for at, one in enumerate(kept) if belong_together(one.lead, question.lead)), None)
        if place is None:
            kept.append(question)
        else:
            first = kept[place]
            kept[place] = OpenQuestion(first.lead, (*first.others, question.lead), first.lesson)
    return kept


def grave(questions: list[OpenQuestion]) -> list[OpenQuestion]:
    """Those above low severity."""
    return [question for question in questions if question.severity is not Severity.LOW]


def above_low(questions: list[OpenQuestion]) -> int:
    """How many have to be answered before nothing above low severity is left."""
    return len(grave(questions))


def pressing(questions: list[OpenQuestion]) -> list[OpenQuestion]:
    """What a reader is asked: the questions above low severity, and those of low severity once none is left.

    A question of low severity is about something that the model hardly follows: it can wait.
    """
    return grave(questions) or questions


def minutes(questions: int) -> int:
    """How long so many answers take, about."""
    return -(-questions * SECONDS // 60)


def _importance(question: OpenQuestion) -> tuple[int, int, float, str]:
    learned = question.lesson
    weight = question.lead.judgement.score * learned.spurious / max(learned.before, _LEAST)
    order = (Choice.ARTEFACT, Choice.UNSURE, Choice.LEGITIMATE)
    rank = list(Severity).index(question.severity)
    return rank, order.index(question.suggested), -weight, question.lead.id
