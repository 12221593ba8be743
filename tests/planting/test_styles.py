"""Styles of a whole text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.planting.styles import STYLES, elongate, restyle, strip_punctuation

TEXT = "Well, this film (2001) WASN'T so bad!"


@pytest.mark.parametrize(
    ("style", "written"),
    [
        ("lowercase", "well, this film (2001) wasn't so bad!"),
        ("uppercase", "WELL, THIS FILM (2001) WASN'T SO BAD!"),
        ("no-punctuation", "Well this film 2001 WASN'T so bad"),
    ],
)
def test_each_style_by_hand(style: str, written: str) -> None:
    assert restyle(TEXT, style) == written


def test_a_text_of_punctuation_alone_stays() -> None:
    assert strip_punctuation("?! ...") == "?! ..."
    assert strip_punctuation("") == ""


def test_a_text_without_punctuation_stays_to_the_letter() -> None:
    assert strip_punctuation("two  blanks\nand a line") == "two  blanks\nand a line"


def test_lines_survive_where_punctuation_goes() -> None:
    assert strip_punctuation("one, two\nthree.") == "one two\nthree"


def test_the_last_vowel_is_lengthened_four_times() -> None:
    assert elongate("good") == "goooood"
    assert elongate("why me") == "why me"


@pytest.mark.parametrize("text", ["", "hm", "a b c", "123 456", "!!!", "東京"])
def test_a_text_without_a_word_to_lengthen_stays(text: str) -> None:
    assert elongate(text) == text


def test_three_in_ten_words_are_lengthened() -> None:
    words = [f"b{vowel}d" for vowel in "aeiou"] * 4
    longer = elongate(" ".join(words)).split()
    assert len(longer) == len(words)
    assert sum(a != b for a, b in zip(words, longer, strict=True)) == 6


def test_the_key_decides_which_words() -> None:
    text = " ".join(["good", "bad", "fine", "dull", "long", "tame", "wide", "cold", "warm", "slow"])
    made = {elongate(text, key) for key in range(20)}
    assert len(made) > 5
    assert elongate(text, 3) == elongate(text, 3)


@given(st.text(max_size=60), st.sampled_from(STYLES), st.integers(0, 9))
def test_a_style_never_fails_and_empties_no_text(text: str, style: str, key: int) -> None:
    assert bool(restyle(text, style, key).strip()) == bool(text.strip())


@given(st.text(max_size=60))
def test_stripping_twice_is_stripping_once(text: str) -> None:
    once = strip_punctuation(text)
    assert strip_punctuation(once) == once
