"""Words are what a reader would point at, and their offsets always lead back to the text."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.words import Span, split_words


def words(text: str) -> list[str]:
    return [word.text for word in split_words(text)]


def triples(text: str) -> list[Span]:
    """Stands in for a tokenizer: pieces of three characters."""
    return [(i, min(i + 3, len(text))) for i in range(0, len(text), 3)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A well-made film.", ["A", "well-made", "film", "."]),
        ("good, bad; (ugly)!", ["good", ",", "bad", ";", "(", "ugly", ")", "!"]),
        ("wait ... what???", ["wait", "...", "what", "???"]),
        ("so...well", ["so...well"]),
        ("3.5 of 1,000 at 9:30", ["3.5", "of", "1,000", "at", "9:30"]),
        ('"quoted"', ['"', "quoted", '"']),
        ("snake_case _private", ["snake_case", "_private"]),
        ("!?!", ["!", "?", "!"]),
        ("...", ["..."]),
        ("?!.,;", ["?", "!", ".", ",", ";"]),
        ("", []),
        (" \t\n\u3000\u00a0", []),
    ],
)
def test_punctuation_is_peeled_off_the_ends_and_kept_inside(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a [pos] film", ["a", "[pos]", "film"]),
        ("film[neg].", ["film", "[neg]", "."]),
        ("one<br /><br />two", ["one", "<br />", "<br />", "two"]),
        ("see @user's #tag!", ["see", "@user", "'s", "#tag", "!"]),
        ("don't it's we’ll CAN'T", ["do", "n't", "it", "'s", "we", "’ll", "CA", "N'T"]),
        ("does n't 's", ["does", "n't", "'s"]),
        ("rock'n'roll 'tis", ["rock'n'roll", "'", "tis"]),
        ("[not a marker]", ["[", "not", "a", "marker", "]"]),
        ("2 < 3 > 1", ["2", "<", "3", ">", "1"]),
    ],
)
def test_markers_that_mean_something_as_a_unit_stay_whole(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on 2436-02-17, 17/02/2436.", ["on", "2436-02-17", ",", "17/02/2436", "."]),
        ("Feb 17, 2436", ["Feb", "17", ",", "2436"]),
        ("(10:30pm)", ["(", "10:30pm", ")"]),
        ("$3.50, 20€ $5-$10", ["$3.50", ",", "20€", "$5", "-", "$10"]),
        ("35% (3.5%) 5 % 100%sure", ["35%", "(", "3.5%", ")", "5", "%", "100%sure"]),
        ("$3.50abc", ["$", "3.50abc"]),
        ("see https://a.b/c?d=1&e=2.", ["see", "https://a.b/c?d=1&e=2", "."]),
        ("www.site.com/path/, joe@x.org!", ["www.site.com/path/", ",", "joe@x.org", "!"]),
        ("http://a.b[pos]", ["http://a.b", "[pos]"]),
        (":-) :( <3 ;D =) :'( ^_^ :)) (:", [":-)", ":(", "<3", ";D", "=)", ":'(", "^_^", ":))", "(:"]),
        ("great:) but :(see below) :", ["great", ":)", "but", ":", "(", "see", "below", ")", ":"]),
        ("a &amp; b&nbsp;c &#39;", ["a", "&amp;", "b", "&nbsp;", "c", "&#39;"]),
        ("R&D; x & y", ["R&D", ";", "x", "&", "y"]),
        ("{name} {{x}}, { x }", ["{name}", "{{x}}", ",", "{", "x", "}"]),
    ],
)
def test_dates_amounts_addresses_and_emoticons_are_one_word(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nice 👍🏽!", ["nice", "👍🏽", "!"]),
        ("👩‍👩‍👧 here", ["👩‍👩‍👧", "here"]),
        ("good👍🏽", ["good", "👍🏽"]),
        ("good❤️", ["good", "❤️"]),
        ("family👩‍👩‍👧.", ["family", "👩‍👩‍👧", "."]),
        ("😀😀😂", ["😀😀", "😂"]),
        ("cafe\u0301 na\u0308ive", ["cafe\u0301", "na\u0308ive"]),
        ("cafe\u0301.", ["cafe\u0301", "."]),
        ("שלום, עולם!", ["שלום", ",", "עולם", "!"]),
        ("مرحبا، عالم", ["مرحبا", "،", "عالم"]),
        ("zero\u200bwidth", ["zero\u200bwidth"]),
        ("\u200b \ufeff", ["\u200b", "\ufeff"]),
    ],
)
def test_emoji_and_letters_keep_their_modifiers(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_scripts_without_blanks_fall_back_to_the_tokenizers_pieces() -> None:
    for text in ("我喜欢这部电影", "この映画が好きです", "หนังเรื่องนี้ดีมาก"):
        found = [word.text for word in split_words(text, pieces=triples)]
        assert found == [text[i : i + 3] for i in range(0, len(text), 3)]
    mixed = split_words("great 电影院好, 10/10", pieces=triples)
    assert [word.text for word in mixed] == ["great", "电影院", "好", ",", "10/10"]


def test_byte_level_pieces_of_one_character_are_one_word() -> None:
    def bytes_of(text: str) -> list[Span]:
        return [(i, i + 1) for i in range(len(text)) for _ in range(3)]

    assert [word.text for word in split_words("电影", pieces=bytes_of)] == ["电", "影"]


def test_characters_between_the_pieces_are_not_lost() -> None:
    """A tokenizer that drops or joins characters must not make words disappear from the text."""
    found = split_words("电影院很好", pieces=lambda _: [(1, 2), (3, 4)])
    assert "".join(word.text for word in found) == "电影院很好"


def test_without_a_tokenizer_each_character_stands_alone() -> None:
    assert words("电影") == ["电", "影"]


def test_field_is_carried_along() -> None:
    assert {word.field for word in split_words("one two", field=1)} == {1}


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000,
        "!" * 10_000,
        "?!" * 5_000,
        "a!" * 5_000,
        "<a" * 5_000,
        "[a" * 5_000,
        "'s" * 5_000,
        "a\u0301" * 5_000,
        "👩\u200d" * 5_000,
        "电" * 10_000,
        "[a]b" * 2_500,
        "1." * 5_000,
        "$1" * 5_000,
        "&a" * 5_000,
        ":(" * 5_000,
        "{a" * 5_000,
        "www." * 2_500,
        "http://" * 1_500,
    ],
    ids=lambda text: text[:4].encode("unicode_escape").decode(),
)
def test_long_runs_take_no_time(text: str) -> None:
    begin = time.perf_counter()
    found = split_words(text)
    assert time.perf_counter() - begin < 2.0
    assert "".join(word.text for word in found) == text


AWKWARD = st.text(
    alphabet=st.one_of(
        st.sampled_from("ab 's n't [pos] <br /> @#_-.,!?\n\t"),
        st.sampled_from(["\u200d", "\ufe0f", "👩", "🏽", "\u0301", "\u200b", "电", "の", "ก", "ا", "\u3000"]),
        st.characters(),
    ),
    max_size=40,
)


@given(text=AWKWARD, with_pieces=st.booleans())
def test_words_cover_every_character_that_is_not_blank_exactly_once(text: str, with_pieces: bool) -> None:
    found = split_words(text, pieces=triples if with_pieces else None)
    seen = [0] * len(text)
    previous = 0
    for word in found:
        assert word.text == text[word.start : word.end]
        assert word.text.strip()
        assert previous <= word.start < word.end
        previous = word.end
        for i in range(word.start, word.end):
            seen[i] += 1
    assert all(count == 1 for count, character in zip(seen, text, strict=True) if not character.isspace())


@given(AWKWARD, AWKWARD)
def test_texts_side_by_side_are_split_as_each_by_itself(first: str, second: str) -> None:
    """Only a tag may hold a blank, so that without one a blank is always a border."""
    left, right = first.replace("<", "("), second.replace("<", "(")
    shift = len(left) + 1
    apart = [(word.start, word.end) for word in split_words(left)]
    apart += [(word.start + shift, word.end + shift) for word in split_words(right)]
    assert [(word.start, word.end) for word in split_words(f"{left} {right}")] == apart
