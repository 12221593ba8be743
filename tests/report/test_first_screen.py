"""The figures below the answer, the questions, and what needs none."""

from dataclasses import replace

import pytest

from auditor.report.class_failures import overall
from auditor.report.first_screen import FEWEST, key_figures
from auditor.report.folds import folds
from auditor.report.used_rightly import used_rightly
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.statistics import rate
from tests.findings.builder import a_finding, of
from tests.report import states
from tests.report.many import make_report
from tests.review.test_teaching import with_findings, word


def test_figures_by_hand() -> None:
    """Four artefacts that are not pairs and one that is have 58 of 60 and 4 of 22 each."""
    touched, accuracy, open_ones = key_figures(make_report(12))
    assert (touched.value, touched.says) == ("32 %", "of the texts hold a shortcut: 639 of 1,970")
    assert (accuracy.value, accuracy.says) == (
        "18 %",
        "right where a shortcut points to the wrong class (110 texts), 97 % where it points to the right "
        "one, 92 % over all",
    )
    assert (open_ones.value, open_ones.says) == (
        "5",
        "questions for you to decide: about 3 minutes; 2 more of low severity can wait",
    )
    assert overall(make_report(12).summary) == (1810, 1970)


def test_figures_without_artefacts_labels_or_texts() -> None:
    _, accuracy, left = key_figures(states.no_findings())
    assert accuracy.value == "92 %" and left.value == "0"
    assert key_figures(states.no_labels())[1].value == "unknown"
    assert key_figures(states.nothing()) == []
    again = make_report(3)
    again = replace(again, summary=replace(again.summary, artefact_texts=None))
    assert key_figures(again)[0].value == "not counted"


def test_questions_above_low_severity_are_not_told_apart_where_there_are_no_others() -> None:
    assert key_figures(make_report(4))[2].says == "questions for you to decide: about 2 minutes"
    report = make_report(5)
    last = replace(report, findings=report.findings[4:])
    assert key_figures(last)[2].says == "question of low severity, which can wait"


@pytest.mark.parametrize(("conflicting", "value"), [(FEWEST, "5 %"), (FEWEST - 1, "92 %")])
def test_a_share_of_very_few_texts_is_no_figure(conflicting: int, value: str) -> None:
    report = make_report(1)
    harm = Harm(rate(9, 9), rate(1, conflicting))
    first = replace(report.findings[0], evidence=of(harm))
    assert key_figures(replace(report, findings=(first,)))[1].value == value


def test_where_few_texts_conflict_the_figure_is_what_a_shortcut_does_once_it_is_put_in() -> None:
    report = make_report(2)
    tried = [replace(one, evidence=of(Insertion(rate(39, 40), rate(1, 40)))) for one in report.findings]
    accuracy = key_figures(replace(report, findings=tuple(tried)))[1]
    assert (accuracy.value, accuracy.says) == (
        "98 %",
        "of other texts change their class once a shortcut is put in: 78 of 80. Without that, 92 % of all "
        "texts are predicted rightly",
    )


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
    assert lines["used"] == "2 task words, 1 keyword and 2 context words, each word once."
    assert lines["findings"].startswith(
        "12 findings, a word once for each class: 5 artefacts, 2 undecided, 1 keyword"
    )
    assert " would settle " not in lines["findings"]
    joined = with_findings(a_finding("p", "amber", "violet"), word("a", "amber"), word("o", "warm"))
    assert " 2 answers would settle the 3 to decide. " in folds(joined, [])["findings"]
    assert lines["quality"].startswith(
        "2 of 3 planted shortcuts found; with shuffled labels the tests find 0.05 links a run, "
    )
    assert lines["data"] == "1,970 texts, 2 classes; 92 % predicted as labelled."
    for make in (states.nothing, states.no_findings, states.no_labels):
        state = make()
        assert all(folds(state, used_rightly(state)).values())
