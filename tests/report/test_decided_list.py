"""What was decided, as a list that is printed."""

from auditor.findings.finding import Choice, Decision
from auditor.report.decided_list import decided_line, decided_list
from auditor.report.page import report_page
from auditor.report.visible_text import quoted
from tests.report import states
from tests.report.many import decided, make_report
from tests.report.pages import Page

REPORT = make_report(12)
ANSWERS = {
    REPORT.findings[0].id: Decision(Choice.ARTEFACT, "it marks <b>batches</b>"),
    REPORT.findings[5].id: Decision(Choice.UNSURE),
    REPORT.findings[9].id: Decision(Choice.ARTEFACT),
}


def test_answers_with_their_notes_and_reasons() -> None:
    first, second, third = decided_list(decided(REPORT, ANSWERS), 10)
    assert [one.answer for one in (first, second, third)] == ["shortcut", "not sure", "shortcut"]
    assert first.row.note == "it marks <b>batches</b>" and third.row.tokens == ("moving",)
    assert quoted(first.facts).startswith("Put into 64 other texts, “[pos]” turned 52 positive")
    assert len(decided_list(decided(REPORT, ANSWERS), 2)) == 2


def test_how_many_were_called_what() -> None:
    assert decided_line(decided(REPORT, ANSWERS)) == "2 × shortcut and 1 × not sure."
    assert decided_line(REPORT) == "Nothing yet." and decided_list(REPORT, 10) == []


def test_the_page_lists_them_and_has_no_such_part_without_any() -> None:
    html = report_page(decided(REPORT, ANSWERS))
    assert 'id="decided"' in html and "it marks &lt;b&gt;batches&lt;/b&gt;" in html
    assert 'id="decided"' not in report_page(REPORT)


def test_hostile_notes_are_only_text() -> None:
    report = states.hostile()
    notes = {
        f.id: Decision(Choice.UNSURE, word) for f, word in zip(report.findings, states.HOSTILE, strict=True)
    }
    page = Page(report_page(decided(report, notes)))
    assert page.problems == [] and len(page.scripts) == 2
    assert "{{ 7 * 7 }}" in "".join(page.text) and "⟨U+202E⟩" in "".join(page.text)
