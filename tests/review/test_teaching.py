"""What one answer says about other findings, by hand."""

import math
from dataclasses import replace

import pytest

from auditor.findings.finding import Choice, Decision, Finding, Kind, Verdict
from auditor.findings.report import Report
from auditor.review.teaching import BEFORE, OF_ONE_KIND, WIDTH, belong_together, lessons, nearness
from auditor.signals.evidence import Evidence
from auditor.signals.kind import TokenKind
from auditor.signals.relevance import Relevance
from tests.findings.builder import a_finding, a_report, of

TASK, SHORTCUT, UNSURE = Choice.LEGITIMATE, Choice.ARTEFACT, Choice.UNSURE


def word(id_: str, text: str, *parts: object, choice: Choice | None = None) -> Finding:
    """An open question about a word, or one that was answered."""
    found = replace(a_finding(id_, text, verdict=Verdict.UNDECIDED), members=(), forms=())
    decision = None if choice is None else Decision(choice)
    return replace(found, evidence=of(*parts) if parts else Evidence({}), decision=decision)


def with_findings(*findings: Finding, likeness: dict[str, dict[str, float]] | None = None) -> Report:
    return replace(a_report(), findings=findings, near_misses=(), likeness=likeness or {})


def test_the_mean_of_the_answers_weighted_by_likeness() -> None:
    asked = word("q", "kenya")
    report = with_findings(
        asked,
        word("a", "peru", choice=SHORTCUT),
        word("b", "warm", choice=TASK),
        word("c", "chad", choice=UNSURE),
        likeness={"q": {"a": 0.8, "c": 0.9}, "b": {"q": 0.6}},
    )
    [found] = lessons(report, [asked])
    near, far = math.exp((0.8 - 1) / WIDTH), math.exp((0.6 - 1) / WIDTH)
    assert found.before == 0.5
    assert found.spurious == pytest.approx((0.5 * BEFORE + near) / (BEFORE + near + far))
    assert found.like == report.findings[1]


def test_without_answers_or_likeness_nothing_is_learned() -> None:
    asked = word("q", "kenya")
    answered = word("a", "warm", choice=TASK)
    for report in (with_findings(asked), with_findings(asked, answered)):
        [found] = lessons(report, [asked])
        assert (found.spurious, found.like, found.suggested) == (0.5, None, None)


@pytest.mark.parametrize(("choice", "suggested"), [(SHORTCUT, SHORTCUT), (TASK, TASK), (UNSURE, None)])
def test_a_form_of_a_word_is_what_the_word_is(choice: Choice, suggested: Choice | None) -> None:
    asked = word("q", "boring")
    [found] = lessons(with_findings(asked, word("a", "bored", choice=choice)), [asked])
    assert found.suggested is suggested


def test_a_faint_likeness_suggests_nothing() -> None:
    asked = word("q", "kenya")
    report = with_findings(asked, word("a", "warm", choice=TASK), likeness={"q": {"a": 0.25}})
    [found] = lessons(report, [asked])
    assert found.like is not None and found.suggested is None and 0.25 < found.spurious < 0.5


def test_what_was_known_before_counts() -> None:
    known = word("q", "kenya", Relevance(0.2))
    near = word("r", "warm", Relevance(0.95))
    before = [one.before for one in lessons(with_findings(known, near), [known, near])]
    assert before == [pytest.approx(0.64), pytest.approx(0.0025)]


def test_tokens_of_one_telling_kind_are_alike() -> None:
    date, other = word("a", "12/05/1999", TokenKind("date")), word("b", "3.4.2001", TokenKind("date"))
    assert nearness(date, other, {}) == OF_ONE_KIND
    assert nearness(date, word("c", "#fun", TokenKind("hashtag")), {}) is None
    plain = word("a", "warm", TokenKind("word")), word("b", "cold", TokenKind("word"))
    assert nearness(*plain, {}) is None
    exempt = word("a", "#good", TokenKind("hashtag", "listed_inside"))
    assert nearness(exempt, word("b", "#fun", TokenKind("hashtag")), {}) is None


def test_what_belongs_together() -> None:
    pair = a_finding("p", "amber", "violet")
    group = replace(word("g", "country"), kind=Kind.GROUP, members=("kenya", "peru"))
    assert belong_together(pair, word("w", "violet")) and belong_together(word("w", "violet"), pair)
    assert belong_together(group, word("w", "peru")) and not belong_together(group, word("w", "warm"))
    assert belong_together(word("a", "hated"), word("b", "hates"))
    assert not belong_together(word("a", "[1]"), word("b", "[1]s"))  # markers have no forms
    assert not belong_together(pair, replace(a_finding("o", "amber", "green"), members=()))


def test_words_of_different_fields_are_apart() -> None:
    second = replace(word("b", "hates"), fields=(1,))
    assert not belong_together(word("a", "hated"), second)
