"""Marks stand where the words are, also in texts that are cut."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.findings.finding import Finding
from auditor.findings.report import Shown
from auditor.normal import normal
from auditor.report.marking import AROUND, LONGEST_WORD, bracketed, marks, segments
from tests.report.many import add_shown, make_report
from tests.report.support import EXPLANATION

FINDING = replace(make_report(1).findings[0], tokens=("[pos]",), members=())


def text_of(parts: list[str], needed: tuple[str, ...]) -> Shown:
    shown: dict[str, Shown] = {}
    return shown[add_shown(shown, parts, needed, "positive")]


def test_roles_by_hand() -> None:
    shown = text_of(["a", "[POS]", "film", "and", "[pos]", "again"], ("[POS]",))
    found = [(s.text, s.role) for s in segments(shown, finding=FINDING, limit=2000)]
    assert found == [
        ("a ", "plain"),
        ("[POS]", "own"),
        (" ", "plain"),
        ("film", "partner"),
        (" and ", "plain"),
        ("[pos]", "held"),
        (" again", "plain"),
    ]
    assert [s.role for s in segments(shown, limit=2000) if s.role != "plain"] == ["core", "partner"]


@pytest.mark.parametrize(
    ("token", "written"),
    [("strasse", "Straße"), ("strasse", "STRASSE"), ("ﬁlm", "film"), ("film", "ﬁlm"), ("①", "1"), ("ς", "Σ")],
)
def test_a_word_is_marked_however_it_is_written(token: str, written: str) -> None:
    """Findings fold case and compatibility characters; marking must fold the same way."""
    finding = replace(FINDING, tokens=(normal(token),))
    shown = text_of(["a", written, "film!"], (written,))
    assert [(s.text, s.role) for s in segments(shown, finding=finding) if s.role == "own"] == [
        (written, "own")
    ]


def test_a_member_is_marked_too() -> None:
    finding = replace(FINDING, members=("straßen",))
    shown = text_of(["alle", "Strassen"], ("Strassen",))
    assert [mark.role for mark in marks(shown, 0, finding)] == ["own"]


def test_an_explanation_and_a_report_are_marked_alike() -> None:
    assert [(s.text, s.role) for s in segments(EXPLANATION)] == [
        ("a ", "plain"),
        ("good", "core"),
        (" ", "plain"),
        ("film", "partner"),
    ]
    assert bracketed(segments(EXPLANATION)) == "a «good» ‹film›"


@given(st.sets(st.integers(0, 2)))
def test_segments_put_together_are_the_text(chosen: set[int]) -> None:
    marked = replace(EXPLANATION, set=tuple(sorted(chosen)), core=())
    assert "".join(s.text for s in segments(marked)) == EXPLANATION.texts[0]


def test_case_is_folded_as_findings_fold_it() -> None:
    """The finding `strasse` is about every spelling that was counted as it."""
    street = replace(FINDING, tokens=("strasse",))
    for spelling in ("Straße", "STRASSE", "strasse"):
        shown = text_of(["die", "alte", "und", spelling, "hier"], ("die",))
        assert [mark.start for mark in marks(shown, 0, street) if mark.role == "held"] == [13]


def test_a_token_of_the_other_text_is_not_its_own() -> None:
    second: Finding = replace(FINDING, fields=(1,))
    shown = text_of(["[pos]", "film"], ("film",))
    assert [mark.role for mark in marks(shown, 0, second)] == ["core"]


def test_a_long_text_is_cut_around_its_marks() -> None:
    parts = ["word"] * 500 + ["[pos]"] + ["word"] * 500
    cut = segments(text_of(parts, ("[pos]",)), finding=FINDING, limit=300)
    assert cut[0].role == cut[-1].role == "gap"
    assert [s.text for s in cut if s.role == "own"] == ["[pos]"]
    assert sum(len(s.text) for s in cut) < 300 + 2 * AROUND


def test_a_long_text_without_marks_shows_its_beginning() -> None:
    shown = replace(text_of(["word"] * 500, ()), set=(), core=())
    cut = segments(shown, finding=FINDING, limit=100)
    assert [s.role for s in cut] == ["plain", "gap"] and len(cut[0].text) == 100


def test_a_huge_word_is_cut() -> None:
    shown = text_of(["a", "x" * 100_000, "b"], ("x" * 100_000,))
    assert sum(len(s.text) for s in segments(shown, limit=400)) < LONGEST_WORD + 2 * AROUND + 100


def test_spans_beyond_the_text_are_left_out() -> None:
    shown = replace(text_of(["a", "b"], ("b",)), texts=("a",))
    assert [mark.role for mark in marks(shown, 0, None)] == []


@given(st.lists(st.sampled_from(["a", "film", "[pos]", "verylongword"]), min_size=1, max_size=60), st.data())
def test_what_is_shown_stands_in_the_text(parts: list[str], data: st.DataObject) -> None:
    needed = data.draw(st.sampled_from(parts))
    shown = text_of(parts, (needed,))
    limit = data.draw(st.integers(20, 400))
    cut = segments(shown, finding=FINDING, limit=limit)
    position = 0
    for segment in cut:
        if segment.role != "gap":
            position = shown.texts[0].index(segment.text, position) + len(segment.text)
    if len(shown.texts[0]) <= limit:
        assert "".join(segment.text for segment in cut) == shown.texts[0]
