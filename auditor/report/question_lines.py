"""A question as lines for a terminal: the same as on the page, without the picture."""

from collections.abc import Iterator

from auditor.report.marking import bracketed
from auditor.report.numbers import count, counted
from auditor.report.to_decide import also
from auditor.report.tried_texts import tried_texts
from auditor.report.visible_text import one_line, quoted
from auditor.report.wording.sentences import finding_facts
from auditor.report.wording.suggestions import reason, suggested
from auditor.review.open_questions import OpenQuestion, minutes
from auditor.review.session import Session

LONGEST = 300
"""Characters of a text."""


def question_lines(asked: OpenQuestion) -> list[str]:
    """What there is to decide, with a text before and after and the suggested answer."""
    return list(_lines(asked))


def _lines(asked: OpenQuestion) -> Iterator[str]:
    finding = asked.lead
    tokens = " + ".join(map(one_line, finding.tokens))
    yield f"{tokens} → {one_line(finding.label)}   ({asked.severity} severity)"
    yield quoted(finding_facts(finding))
    for one in tried_texts(finding, most=1, limit=LONGEST):
        yield (
            "  " + " ".join(bracketed(one.text).split()) + (f" | {one_line(one.other)}" if one.other else "")
        )
        yield "  " + "; ".join(f"{step.when}: {one_line(step.label)}, {step.sure} sure" for step in one.steps)
    said = suggested(asked)
    yield (f"Suggested: {said}. " if said else "") + quoted(reason(asked))
    if words := also(asked):
        yield f"Answered with it: {', '.join(map(one_line, words))}."


def left_line(session: Session) -> str:
    """How much is left to answer."""
    if not session.questions:
        return "Every question is answered."
    low = len(session.questions) - session.grave
    if not session.grave:
        return f"{counted(low, 'question')} of low severity left, which can wait"
    rest = f"; {count(low)} more of low severity can wait" if low else ""
    return f"{counted(session.grave, 'question')} left, about {minutes(session.grave)} min{rest}"
