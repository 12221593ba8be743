"""Marks stand where the words are, also in texts that are cut."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from auditor.findings import Finding, Shown
from auditor.report.marking import AROUND, LONGEST_WORD, excerpt, marks
from tests.report.sample_report import add_shown, make_report

FINDING = replace(make_report(1).findings[0], tokens=("[pos]",), members=())


def text_of(parts: list[str], needed: tuple[str, ...]) -> Shown:
    shown: dict[str, Shown] = {}
    return shown[add_shown(shown, parts, needed, "positive")]


def test_roles_by_hand() -> None:
    shown = text_of(["a", "[POS]", "film", "and", "[pos]", "again"], ("[POS]",))
    found = [(s.text, s.role) for s in excerpt(shown, 0, FINDING, 2000)]
    assert found == [
        ("a ", "plain"),
        ("[POS]", "own"),
        (" ", "plain"),
        ("film", "partner"),
        (" and ", "plain"),
        ("[pos]", "held"),
        (" again", "plain"),
    ]
    assert [s.role for s in excerpt(shown, 0, None, 2000) if s.role != "plain"] == ["core", "partner"]


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
    cut = excerpt(text_of(parts, ("[pos]",)), 0, FINDING, 300)
    assert cut[0].role == cut[-1].role == "gap"
    assert [s.text for s in cut if s.role == "own"] == ["[pos]"]
    assert sum(len(s.text) for s in cut) < 300 + 2 * AROUND


def test_a_long_text_without_marks_shows_its_beginning() -> None:
    shown = replace(text_of(["word"] * 500, ()), set=(), core=())
    cut = excerpt(shown, 0, FINDING, 100)
    assert [s.role for s in cut] == ["plain", "gap"] and len(cut[0].text) == 100


def test_a_huge_word_is_cut() -> None:
    shown = text_of(["a", "x" * 100_000, "b"], ("x" * 100_000,))
    assert sum(len(s.text) for s in excerpt(shown, 0, None, 400)) < LONGEST_WORD + 2 * AROUND + 100


def test_spans_beyond_the_text_are_left_out() -> None:
    shown = replace(text_of(["a", "b"], ("b",)), texts=("a",))
    assert [mark.role for mark in marks(shown, 0, None)] == []


@given(st.lists(st.sampled_from(["a", "film", "[pos]", "verylongword"]), min_size=1, max_size=60), st.data())
def test_what_is_shown_stands_in_the_text(parts: list[str], data: st.DataObject) -> None:
    needed = data.draw(st.sampled_from(parts))
    shown = text_of(parts, (needed,))
    limit = data.draw(st.integers(20, 400))
    segments = excerpt(shown, 0, FINDING, limit)
    position = 0
    for segment in segments:
        if segment.role != "gap":
            position = shown.texts[0].index(segment.text, position) + len(segment.text)
    if len(shown.texts[0]) <= limit:
        assert "".join(segment.text for segment in segments) == shown.texts[0]
