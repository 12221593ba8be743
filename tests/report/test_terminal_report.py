"""The terminal lines: aligned, short, and safe to print."""

import re

from rich.cells import cell_len

from auditor.report.terminal_report import MOST, lines, table
from tests.report import states
from tests.report.many import make_report


def test_lines_by_hand() -> None:
    found = lines(make_report(12))
    assert found[0].startswith("Do not use this model yet")
    assert found[1].startswith("5 artefacts (2 high")
    assert found[2] == (
        "Next: you answer the questions; then whoever trains the model repairs the training data, trains "
        "again and audits again."
    )
    assert re.fullmatch(
        r"  artefact +high +positive +\[pos\] +0\.\d\d  0\.\d\d \(0\.02\)  0\.\d\d \(0\.02\)  open", found[5]
    )
    assert "2 task words and 1 keyword not listed" in found
    assert any(line.startswith("30 texts skipped: 26 × empty text") for line in found)


def test_columns_are_aligned_for_wide_characters() -> None:
    wide = list(table([("a",) * 8, ("好好",) + ("b",) * 7]))
    assert [cell_len(line) for line in wide] == [cell_len(wide[0])] * 2


def test_hostile_text_cannot_move_the_cursor() -> None:
    for line in lines(states.hostile()):
        assert not re.search("[\x00-\x1f\x7f\u202a-\u202e\ud800-\udfff]", line)
        assert cell_len(line) < 2500


def test_states() -> None:
    assert lines(states.nothing()) == ["Nothing could be audited.", "12 texts skipped: 12 × empty text"]
    assert lines(states.no_findings())[1] == "No artefact found in 1,970 texts."
    assert any(" – " in line for line in lines(states.without_evidence()))


def test_many_are_counted() -> None:
    found = lines(make_report(200))
    assert sum(line.startswith("  ") for line in found) == MOST + 1
    assert any("more findings in the report" in line for line in found)
