"""Kinds, styles and shapes: what a word is by its characters, for any string at all."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.words import split_words
from auditor.features.kinds import KINDS, READ, WORD_STYLES, kind_of, shape_of, style_of


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (
            "word",
            "film it's e.g naïve 20-year-old 3d mp3 covid-19 1930s-style שלום 电影 and/or u.s.a",
        ),
        ("number", "7 1,000 3.5 10/10 1/2 13th 90s 10k 2436 #1 123-4567 1.2.3.4 70mm ½ ٣"),
        ("punctuation", ". , -- ... '' `` ? © $ % :"),
        (
            "date",
            "2436-02-17 17/02/2436 2/17/24 17.02.2436 17-feb-2436 feb-17 2436-02-17t10:00:00z",
        ),
        ("time", "9:30 10:30pm 10pm 23:59:59 9.30am"),
        ("year", "1984 2024 1990s 1999-2001"),
        ("amount", "$3.50 20€ £5k $1,000,000 $3bn"),
        ("percentage", "35% 3.5% 1‰"),
        ("url", "https://a.b/c?d=1&e=2 http://t.co/x www.site.com imdb.com example.org/path"),
        ("email", "joe.b@x.org a@b.co.uk"),
        ("handle", "@user @a_b1"),
        ("hashtag", "#tag #2fast #élan"),
        ("markup", "<br/> </p> <b> <div> &amp; &#39; ** ## `"),
        ("emoji", "😀 👩‍👩‍👧 👍🏽 ❤️ 5️⃣ 🇩🇪 ✅ 😀😀"),
        ("emoticon", ":-) :( <3 :d ;) =) :'( xd ^_^ -_- :/ (: :)) :p </3 o_o"),
        ("marker", "[name] [pos] {x} {{first_name}} <x> <user> </user> [a-b]"),
        (
            "code",
            "a1b2-c3 0xff snake_case 550e8400-e29b-41d4-a716-446655440000 /usr/bin/x c:\\x\\y file.txt",
        ),
        ("repeated", "!!! ??? === *** !!"),
    ],
)
def test_each_kind_is_known_by_its_characters(kind: str, words: str) -> None:
    assert {word: kind_of(word) for word in words.split()} == dict.fromkeys(words.split(), kind)


def test_tags_with_blanks_and_attributes_are_markup() -> None:
    assert kind_of("<br />") == kind_of('<a href="x">') == kind_of('<madeup x="1">') == "markup"
    assert kind_of("<not html>") == "marker"


@pytest.mark.parametrize("word", ["2436-13-45", "2436-00-17", "99/99/2020", "32.13.2020"])
def test_numbers_that_name_no_day_are_no_date(word: str) -> None:
    assert kind_of(word) != "date"


@pytest.mark.parametrize(
    ("style", "words"),
    [
        ("capitals", "GOOD OK U.S.A WELL-MADE ÜBER"),
        ("elongated", "sooo SOOO reallyyy noooo"),
        ("plain", "good Good I A [NAME] www.x.com iii xxx viii !!! 10K"),
    ],
)
def test_styles_need_the_word_as_written(style: str, words: str) -> None:
    assert {word: style_of(word) for word in words.split()} == dict.fromkeys(words.split(), style)


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("2436-02-17", "dddd-dd-dd"),
        ("Ab12", "Xxdd"),
        ("INV-00012345", "XXX-dddd"),
        ("naïve", "xxxx"),
        ("nai\u0308ve", "xxxx"),
        ("שלום", "xxxx"),
        ("", ""),
        ("\ud800", ""),
        ("x" * 10_000, "xxxx"),
    ],
)
def test_shapes_are_outlines_with_runs_cut_short(word: str, shape: str) -> None:
    assert shape_of(word) == shape


@given(st.text(alphabet=st.characters(), max_size=40))
def test_any_string_has_one_kind_one_style_and_a_short_shape(word: str) -> None:
    assert kind_of(word) in KINDS
    assert style_of(word) in WORD_STYLES
    assert len(shape_of(word)) <= READ


@pytest.mark.parametrize("unit", ["x", "1", "!", "a1", "1.", "1-", "a_", "/a", "<a", "@a", "😀", "www."])
def test_a_word_of_ten_thousand_characters_takes_no_time(unit: str) -> None:
    begin = time.perf_counter()
    word = unit * (10_000 // len(unit))
    assert kind_of(word) in KINDS
    assert style_of(word) in WORD_STYLES
    shape_of(word)
    assert time.perf_counter() - begin < 0.5


def test_words_of_a_text_get_the_kinds_a_reader_sees() -> None:
    text = "On 2436-02-17, @joe paid $3.50 (35%) at www.x.com/ <br /> :-) [NAME] &amp; said !!!"
    kinds = [kind_of(word.text.casefold()) for word in split_words(text)]
    assert [kind for kind in kinds if kind not in ("word", "punctuation")] == [
        *(
            "date",
            "handle",
            "amount",
            "percentage",
            "url",
            "markup",
            "emoticon",
            "marker",
            "markup",
            "repeated",
        )
    ]
