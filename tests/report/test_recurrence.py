"""Counting by hand."""

from dataclasses import replace

from auditor.records import Outcome, Status
from auditor.report.recurrence import recurrence, summary
from tests.report.support import EXPLANATION

GOOD = Outcome("1", 1, "positive", EXPLANATION)
OTHER = Outcome("2", 2, "positive", replace(EXPLANATION, words=("A", "fine", "film"), core=(2,)))
NONE = Outcome("3", 3, "positive", replace(EXPLANATION, status=Status.DEFAULT, set=(), core=()))
SKIPPED = Outcome("4", 4, None, None, "empty text")


def test_counts_texts_once_and_without_case() -> None:
    found = recurrence([GOOD, OTHER, NONE, SKIPPED])
    assert found.texts == 3
    assert found.holding["positive", "a"] == 3
    assert found.needing["positive", "film"] == 1 and found.needing["positive", "good"] == 1
    assert found.statuses == {("positive", "verified"): 2, ("positive", "default"): 1}
    assert found.skips == {"empty text": 1}


def test_summary_lists_what_recurs_and_why_texts_were_left_out() -> None:
    lines = list(summary(recurrence([GOOD] * 3 + [OTHER, SKIPPED])))
    assert lines[:2] == ["4 texts explained, 1 skipped", "  skipped: 1 × empty text"]
    assert any(" ".join(line.split()) == "good needed in 3 of 3 texts that hold it" for line in lines)
    assert not any("film" in line for line in lines)
