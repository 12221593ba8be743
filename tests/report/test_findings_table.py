"""The table's columns are the signals' figures."""

from dataclasses import replace

from auditor.findings.finding import Choice, Decision
from auditor.report.findings_table import COLUMNS, NEAR, FigureCell, figure_cell, finding_row, p_cell
from auditor.report.numbers import NONE
from auditor.signals.evidence import CATALOGUE, Evidence
from tests.findings.builder import PAIR, a_finding


def test_a_row_has_a_cell_and_a_value_for_each_column() -> None:
    for finding in (a_finding(), a_finding(PAIR, "a", "b"), replace(a_finding(), evidence=Evidence({}))):
        row = finding_row(finding)
        keys = [column.key for column in COLUMNS]
        assert list(row.cells) == keys[4:-1]
        assert len(row.values) == len(keys) - 3  # all but token, label and decision
    assert {column.key for column in NEAR} <= set(keys)


def test_columns_are_those_of_the_catalogue() -> None:
    named = [(figure.name, figure.column, figure.hint) for figure in CATALOGUE if figure.column]
    assert [(one.key, one.title, one.hint) for one in COLUMNS[4:-2]] == named


def test_cells_by_hand() -> None:
    row = finding_row(a_finding())
    assert row.cells["share"] == FigureCell("0.95", "0.87–0.98")
    assert row.cells["insertion"] == FigureCell("0.95", "placebo 0.03")
    assert row.cells["p"] == FigureCell("data < 0.001", "model < 0.001")
    assert row.values[:2] == (0, 0) and row.values[-1] == 1e-18
    assert p_cell(None, 0.04) == FigureCell("data –", "model 0.040")


def test_no_evidence_sorts_last_and_is_said() -> None:
    row = finding_row(replace(a_finding(), evidence=Evidence({})))
    assert {cell.main for cell in row.cells.values()} == {NONE} and all(
        one.missing for one in row.cells.values()
    )
    assert set(row.values[2:]) == {None}
    assert figure_cell(CATALOGUE[0]).below == ""


def test_a_decision_is_shown_with_its_note() -> None:
    row = finding_row(replace(a_finding(), decision=Decision(Choice.UNSURE, "look\x00")))
    assert (row.decision, row.note) == ("unsure", "look⟨U+0000⟩")
