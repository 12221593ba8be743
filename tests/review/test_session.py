"""A review in steps: answers, a step back, what comes later, and what an answer teaches."""

from dataclasses import replace

from auditor.findings.finding import Choice, Decision
from auditor.review.session import Session
from tests.findings.builder import a_finding
from tests.report.many import make_report
from tests.review.test_open_questions import scored
from tests.review.test_teaching import with_findings, word

SHORTCUT, TASK = Choice.ARTEFACT, Choice.LEGITIMATE


def start(count: int = 12) -> Session:
    return Session(make_report(count), {})


def asked(session: Session) -> str:
    assert session.current is not None
    return " + ".join(session.current.lead.tokens)


def test_answers_go_from_question_to_question_and_are_kept() -> None:
    first = start()
    assert (asked(first), len(first.questions), first.grave) == ("[neg]", 7, 5)
    second = first.answered(SHORTCUT, "seen")
    assert (asked(second), len(second.questions), second.grave) == ("[pos]", 6, 4)
    assert list(second.decisions.values()) == [Decision(SHORTCUT, "seen")] and not first.decisions


def test_undo_takes_back_one_step_at_a_time_and_stops_at_the_beginning() -> None:
    session = start().answered(SHORTCUT).skipped().answered(TASK)
    steps = [asked(session := session.undone()) for _ in range(5)]
    assert steps == ["spielberg", "[pos]", "[neg]", "[neg]", "[neg]"]
    assert not session.decisions


def test_what_is_passed_over_comes_again_when_nothing_else_is_left() -> None:
    session = start(2).skipped()
    assert asked(session) == "[pos]"
    session = session.skipped()
    assert asked(session) == "[neg]"
    assert asked(session.skipped()) == "[pos]"  # the next round
    assert asked(session.answered(TASK)) == "[pos]"


def test_once_everything_is_answered_nothing_happens() -> None:
    session = start(1).answered(Choice.UNSURE)
    assert session.current is None and session.questions == [] and session.grave == 0
    assert session.answered(TASK) is session and session.skipped() is session
    assert asked(session.undone()) == "[pos]"


def test_an_interrupted_review_goes_on_where_it_was() -> None:
    answered = start().answered(SHORTCUT)
    again = Session(make_report(12), {**answered.decisions, "unheard-of": Decision(TASK)})
    assert asked(again) == "[pos]"
    assert "unheard-of" in again.answered(TASK).decisions


def test_one_answer_settles_a_pair_and_its_words() -> None:
    pair = replace(a_finding("p", "amber", "violet"), members=())
    session = Session(with_findings(pair, word("a", "amber"), word("w", "warm")), {}).answered(SHORTCUT)
    assert set(session.decisions) == {"p", "a"} and asked(session) == "warm"


def test_what_was_answered_changes_what_is_asked_next() -> None:
    findings = [scored(word(text, text), 0.9 - n / 10) for n, text in enumerate(("warm", "tender", "kenya"))]
    session = Session(with_findings(*findings, likeness={"warm": {"tender": 0.9}}), {})
    assert asked(session.answered(SHORTCUT)) == "tender"
    taught = session.answered(TASK)
    assert asked(taught) == "kenya" and taught.grave == 1
