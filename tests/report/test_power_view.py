"""The part of the page on what would have been found, and the headline that carries the resolution."""

from dataclasses import replace

from auditor.report.headline import headline
from auditor.report.markdown import summary as markdown
from auditor.report.page import report_page
from auditor.report.power_view import power_view
from auditor.report.terminal_report import lines
from tests.report import states
from tests.report.many import make_report
from tests.report.powers import CHANCES, a_power

REPORT = replace(make_report(3), power=a_power())


def test_the_table_has_a_row_for_each_kind_and_a_cell_for_each_reach() -> None:
    view = power_view(REPORT)
    assert view is not None
    assert view.headings == ["in 0.5 %", "in 1 %", "in 2 %", "in 5 %"]
    assert [name for name, _ in view.rows] == ["a made-up word", "different dates", "a pair of words"]
    assert view.rows[0][1] == ["0.10 (0.00–0.15)", "0.41 (0.31–0.46)", "0.93 (0.83–0.98)", "0.98 (0.88–1.00)"]
    assert all(len(cells) == len(CHANCES["made-up"]) for _, cells in view.rows)
    assert view.lines[0].startswith("In this audit") and "1,200 more texts" in " ".join(view.lines)
    assert "90 % of the shortcut's texts have its label" in " ".join(view.lines)


def test_the_page_shows_it_under_how_far_to_trust_this() -> None:
    page = report_page(REPORT)
    start = page.index('id="quality"')
    assert start < page.index("What would have been found") < page.index("Controls: the same procedure")
    assert page.count('aria-label="Chance to come out"') == 1
    assert "What would have been found" not in report_page(replace(REPORT, power=None))


def test_no_artefact_found_carries_the_resolution_everywhere() -> None:
    nothing = replace(states.no_findings(), power=a_power())
    found = headline(nothing)
    assert "No artefact found" in found.counted and "in 1.93 % of the texts or more" in found.counted
    assert "in 1.93 % of the texts or more" in found.meaning
    assert any("1.93 %" in line for line in lines(nothing)) and "1.93 %" in markdown(nothing)
    assert "1.93 %" in report_page(nothing)


def test_with_artefacts_the_headline_is_about_them() -> None:
    assert "1.93 %" not in headline(REPORT).counted


def test_without_power_the_headline_promises_nothing() -> None:
    nothing = states.no_findings()
    assert headline(nothing).counted.endswith(".") and "nine times in ten" not in headline(nothing).meaning
    assert power_view(nothing) is None
