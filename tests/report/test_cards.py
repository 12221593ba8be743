"""Cards hold what a reviewer needs, in words."""

from dataclasses import replace

from auditor.findings import Estimate, Evidence, Interaction
from auditor.report.cards import LONGEST, SHORTEST, card, coded, figures, interaction, measures, text_limit
from auditor.report.numbers import NONE
from tests.report import states
from tests.report.many import make_report


def test_a_card_by_hand() -> None:
    report = make_report(3)
    view = card(report.findings[0], report)
    assert (view.row.tokens, view.row.label, view.leaks, view.relies) == (
        ("[pos]",),
        "positive",
        "yes",
        "yes",
    )
    assert len(view.examples) == 5 and len(view.counterexamples) == 3
    assert [why.met for why in view.reasons] == [True] * 5
    assert view.interaction == [] and view.places == ""
    assert "own" in {segment.role for segment in view.examples[0].fields[0]}
    assert "held" in {segment.role for segment in view.counterexamples[0].fields[0]}


def test_without_labels_the_leak_is_not_denied() -> None:
    report = states.no_labels()
    view = card(report.findings[0], report)
    assert view.leaks == "no labels"
    assert view.examples[0].gold == "" and not view.examples[0].wrong


def test_what_was_not_measured_is_no_evidence() -> None:
    assert {measure.value for measure in measures(Evidence())} == {NONE}
    named = dict(figures(Evidence()))
    assert named.pop("reference corpus") == named.pop("task lexicon") == "none given"
    assert set(named.values()) == {NONE}
    assert {value for _, value in interaction(replace(Evidence(), interaction=Interaction()))} == {NONE}


def test_a_pair_shows_its_second_difference() -> None:
    pair = Interaction(Estimate(1.92, 1.8, 1.99, 40, p=0.001))
    shown = dict(interaction(replace(Evidence(), interaction=pair)))
    assert shown["second difference of the probability"] == "1.92 (1.80–1.99)"


def test_texts_that_a_redacted_report_lacks_are_left_out() -> None:
    report = make_report(1, shown={})
    assert card(report.findings[0], report).examples == []


def test_quoted_words_stand_apart() -> None:
    assert [(s.text, s.role) for s in coded("`a` and `b`.")] == [
        ("a", "code"),
        (" and ", "plain"),
        ("b", "code"),
        (".", "plain"),
    ]
    assert [(s.text, s.role) for s in coded("one ` only")] == [("one ` only", "plain")]
    assert [(s.text, s.role) for s in coded("“a” is “b”", {"a"})] == [("a", "code"), (" is “b”", "plain")]


def test_more_findings_mean_shorter_texts() -> None:
    assert text_limit(0) == text_limit(5) == LONGEST
    assert text_limit(200) == SHORTEST
    assert LONGEST > text_limit(60) > SHORTEST
