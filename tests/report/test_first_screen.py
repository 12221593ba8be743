"""The figures below the answer, the questions, and what needs none."""

from dataclasses import replace

from auditor.findings.finding import Choice, Decision, Severity, Verdict
from auditor.report.class_failures import overall
from auditor.report.first_screen import key_figures
from auditor.report.folds import folds
from auditor.report.to_decide import MOST, open_findings, question, questions
from auditor.report.used_rightly import used_rightly
from auditor.report.visible_text import quoted
from tests.report import states
from tests.report.many import decided, make_report


def test_figures_by_hand() -> None:
    """Four artefacts that are not pairs and one that is have 58 of 60 and 4 of 22 each."""
    touched, accuracy, open_ones = key_figures(make_report(12))
    assert (touched.value, touched.says) == ("32 %", "of the texts hold an artefact: 639 of 1,970")
    assert accuracy.value == "97 % → 18 %" and accuracy.says.endswith("92 % over all 1,970 texts")
    assert (open_ones.value, open_ones.says) == ("7", "left for you to decide")
    assert overall(make_report(12).summary) == (1810, 1970)


def test_figures_without_artefacts_labels_or_texts() -> None:
    _, accuracy, left = key_figures(states.no_findings())
    assert accuracy.value == "92 %" and left.value == "0"
    assert key_figures(states.no_labels())[1].value == "unknown"
    assert key_figures(states.nothing()) == []
    again = make_report(3)
    again = replace(again, summary=replace(again.summary, artefact_texts=None))
    assert key_figures(again)[0].value == "not counted"


def test_questions_are_open_and_in_order() -> None:
    report = make_report(66)
    asked = open_findings(report)
    assert {finding.verdict for finding in asked} == {Verdict.ARTEFACT, Verdict.UNDECIDED}
    ranks = [list(Severity).index(finding.severity) for finding in asked]
    assert ranks == sorted(ranks) and len(questions(report)) == MOST < len(asked)
    answered = decided(report, {asked[0].id: Decision(Choice.UNSURE)})
    assert asked[0].id not in {finding.id for finding in open_findings(answered)}


def test_a_question_by_hand() -> None:
    report = make_report(12)
    view = question(report.findings[0], report)
    assert quoted(view.facts) == (
        "137 of 142 texts with “[pos]” are labelled positive. Once it is inserted, the model calls 52 of 64 "
        "other texts positive; with a neutral word, 1 of 64."
    )
    assert (view.suggested, view.reason) == ("shortcut", "It is a marker, not part of the task.")
    assert len(view.texts) == 1 and "placebo" in view.plot
    pair, unknown = question(report.findings[2], report), question(report.findings[5], report)
    assert pair.reason == "Neither word alone points to the class." and pair.plot
    assert (unknown.suggested, unknown.row.verdict) == ("not sure", "undecided")
    never_inserted = question(report.findings[6], report)
    assert not never_inserted.plot and "was not tried" in quoted(never_inserted.facts)


def test_what_is_used_rightly() -> None:
    groups = used_rightly(make_report(12))
    assert [(one.noun, len(one.chips), one.more) for one in groups] == [
        ("task word", 2, 0),
        ("keyword", 1, 0),
        ("context word", 2, 0),
    ]
    many = used_rightly(make_report(200))
    assert len(many[0].chips) == 40 and many[0].more > 0
    assert used_rightly(states.no_findings()) == []


def test_every_folded_part_says_what_is_behind_it() -> None:
    report = make_report(12)
    lines = folds(report, used_rightly(report))
    assert lines["used"] == "2 task words, 1 keyword and 2 context words."
    assert lines["findings"].startswith("5 × artefact, 2 × undecided")
    assert lines["quality"].startswith("2 of 3 planted shortcuts found; with labels permuted 0.05")
    assert lines["data"] == "1,970 texts, 2 classes; 92 % predicted as labelled."
    for make in (states.nothing, states.no_findings, states.no_labels):
        state = make()
        assert all(folds(state, used_rightly(state)).values())
