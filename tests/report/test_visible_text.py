"""Hostile text is shown, never obeyed; sentences mark the names in them."""

import pytest

from auditor.report.visible_text import (
    LONGEST,
    NAME_LENGTH,
    Segment,
    name,
    one_line,
    quoted,
    sentence,
    token,
    visible,
)


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


def test_a_sentence_is_made_of_words_and_tokens() -> None:
    said = sentence("Not ", "too ", token("[pos]"), " and ", token("a\x00b"), ".")
    assert [(part.text, part.role) for part in said] == [
        ("Not too ", "plain"),
        ("[pos]", "code"),
        (" and ", "plain"),
        ("a⟨U+0000⟩b", "code"),
        (".", "plain"),
    ]
    assert quoted(said) == "Not too “[pos]” and “a⟨U+0000⟩b”."
    assert sentence("", token("")) == (Segment("", "code"),)


def test_a_name_is_short_and_a_line_is_one_line() -> None:
    assert name("x" * 70) == "x" * NAME_LENGTH + "… (10 more characters)"
    assert one_line(" two\nlines\t ") == "two lines"
