"""One form for every spelling of a word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.normal import normal


@pytest.mark.parametrize(
    "spellings",
    [
        ("Straße", "STRASSE", "strasse"),
        ("\ufb01lm", "film", "FILM"),  # the ligature fi
        ("caf\u00e9", "cafe\u0301", "CAF\u00c9"),  # composed and combining
        ("Ｆｕｌｌ", "full"),  # full width
        ("ΣΊΣΥΦΟΣ", "Σίσυφος", "σίσυφοσ"),
        ("[POS]", "[pos]"),
    ],
)
def test_spellings_of_one_word_are_one(spellings: tuple[str, ...]) -> None:
    assert len({normal(word) for word in spellings}) == 1


@pytest.mark.parametrize("words", [("caf\u00e9", "cafe"), ("it's", "its"), ("co-op", "coop"), ("a", "á")])
def test_different_words_stay_apart(words: tuple[str, str]) -> None:
    first, second = words
    assert normal(first) != normal(second)


@given(st.from_regex(r"[A-Za-z0-9'\[\]-]{0,12}", fullmatch=True))
def test_plain_words_are_lowered(word: str) -> None:
    assert normal(word) == word.lower()


@given(st.text(st.characters(codec="latin-1"), max_size=12))
def test_normal_form_is_final(word: str) -> None:
    assert normal(normal(word)) == normal(word)
