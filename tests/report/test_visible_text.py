"""Hostile text is shown, never obeyed; marks stand where the words are."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.report.visible_text import LONGEST, segments, visible
from tests.report.support import EXPLANATION


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ä 好", "plain ä 好"),
        ("a\x00b", "a⟨U+0000⟩b"),
        ("\u202egnitirw", "⟨U+202E⟩gnitirw"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("two\nlines\t", "two\nlines\t"),
    ],
)
def test_invisible_characters_are_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_huge_word_is_cut_with_a_note() -> None:
    assert visible("x" * 100_000) == "x" * LONGEST + f"… ({100_000 - LONGEST} more characters)"


def test_segments_by_hand() -> None:
    assert [(s.text, s.role) for s in segments(EXPLANATION)] == [
        ("a ", "plain"),
        ("good", "core"),
        (" ", "plain"),
        ("film", "partner"),
    ]


@given(st.sets(st.integers(0, 2)))
def test_segments_put_together_are_the_text(chosen: set[int]) -> None:
    marked = replace(EXPLANATION, set=tuple(sorted(chosen)), core=())
    assert "".join(s.text for s in segments(marked)) == EXPLANATION.texts[0]
