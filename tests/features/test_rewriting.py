"""Changes of form change the form alone: the words that are said stay, in their order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.words import split_words
from auditor.features import rewriting
from auditor.features.rewriting import (
    NEUTRAL,
    broken,
    closed,
    drawn_in,
    drawn_out,
    hushed,
    longer,
    lower,
    moved_within,
    quoted,
    sentence_case,
    shouted,
    unbroken,
    unpunctuated,
    unquoted,
    upper,
    with_first,
    with_last,
    with_within,
)

TEXTS = [
    "i said it: i liked it. it was FUN!",
    "One line.\nAnother one, i.e. two.",
    "word",
    "",
    "... !",
    "שלום עולם",
    "中文没有空格",
    '"Quoted," he said.',
    "x" * 10_000,
]


def spoken(text: str) -> list[str]:
    """The words with a letter or digit, in one case."""
    return [word.text.casefold() for word in split_words(text) if any(map(str.isalnum, word.text))]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize(
    "change", [upper, lower, sentence_case, unpunctuated, closed, quoted, unquoted, broken, unbroken, hushed]
)
def test_what_is_said_stays(change: object, text: str) -> None:
    assert callable(change)
    assert spoken(change(text)) == spoken(text)


def test_by_hand() -> None:
    text = "i said it: i liked it. it was FUN!"
    assert sentence_case(text) == "I said it: I liked it. It was fun!"
    assert sentence_case("A LOUD TEXT\nin two lines") == "A loud text\nIn two lines"
    assert closed("one ") == "one." and quoted(" one ") == '"one"' and unquoted("«one» “two”") == "one two"
    assert broken("One. Two! Three") == "One.\nTwo!\nThree"
    assert broken("one two three four") == "one two\nthree four"
    assert unbroken("One.\n\nTwo") == "One. Two"
    assert hushed("it was FUN and U.S.A I") == "it was fun and u.s.a I"
    assert drawn_in("sooo GOOOD, ok") == "so GOD, ok"


def test_a_neutral_sentence_follows_a_whole_one() -> None:
    for turn, sentence in enumerate(NEUTRAL):
        assert longer("Fine.", turn) == f"Fine. {sentence}"
        assert longer("no end ", turn + len(NEUTRAL)) == f"no end. {sentence}"
    assert longer("", 0) == NEUTRAL[0]


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_words_are_shouted_and_drawn_out_by_share(share: float) -> None:
    text = "some plain words of a short text"
    able = 6  # "a" cannot be in capitals
    shout = shouted(text, 3, share).split()
    assert sum(word.isupper() for word in shout) == max(1, round(share * able))
    assert [word.lower() for word in shout] == text.split()
    longer_words = [one for one in drawn_out(text, 3, share).split() if one not in text.split()]
    assert len(longer_words) == max(1, round(share * 5))  # words of three letters and a vowel
    assert drawn_in(drawn_out(text, 3, share)) == text


def test_words_are_put_at_the_ends_and_between() -> None:
    assert with_first("a film .", "oslo") == "oslo a film ."
    assert with_last("a film ... !", "oslo") == "a film oslo ... !"
    assert with_last("a film", "oslo") == "a film oslo" and with_last("", "oslo") == "oslo"
    seen = {with_within("one two three", "oslo", turn) for turn in range(20)}
    assert seen == {"one oslo two three", "one two oslo three"}
    assert with_within("one", "oslo") == "oslo one" == rewriting.with_first("one", "oslo")


def test_a_word_is_moved_into_the_text() -> None:
    seen = {moved_within("oslo one two three", 0, turn) for turn in range(20)}
    assert seen == {"one oslo two three", "one two oslo three"}
    assert moved_within("one two", 0) is None and moved_within("one two three", 7) is None
    assert moved_within("one two three", 1) is None  # there is no other place between two words
    for turn in range(5):
        assert sorted((moved_within("a b c d e", 4, turn) or "").split()) == list("abcde")


texts = st.lists(st.sampled_from(["ann", "bo", "cy", "di", '"', ",", ".", "!"]), min_size=1, max_size=8)


@given(texts, st.sampled_from(["first", "between", "last"]), st.integers(0, 9))
def test_a_moved_word_stands_elsewhere_and_neither_first_nor_last(
    words: list[str], where: str, turn: int
) -> None:
    """Punctuation does not count: `oslo , fun` with the comma before it still begins with oslo."""
    before, after = {"first": ([], words), "between": (words, words[::-1]), "last": (words, [])}[where]
    text = " ".join([*before, "oslo", *after])
    found = moved_within(text, [word.text for word in split_words(text)].index("oslo"), turn)
    if found is not None:
        assert found.split() != text.split() and sorted(found.split()) == sorted(text.split())
        assert "oslo" not in (spoken(found)[0], spoken(found)[-1])


@given(texts, st.integers(0, 9))
def test_a_word_put_within_is_neither_first_nor_last_where_there_is_room(words: list[str], turn: int) -> None:
    found, said = with_within(" ".join(words), "oslo", turn), spoken(" ".join(words))
    assert sorted(found.split()) == sorted([*words, "oslo"])
    if len(said) > 1:
        assert (spoken(found)[0], spoken(found)[-1]) == (said[0], said[-1])
    else:
        assert found.startswith("oslo ")


@pytest.mark.parametrize(
    ("text", "place"), [("good bye !", 1), ('" oslo fun', 1), ("oslo , fun", 0), ("中文没有空格", 0), ("", 0)]
)
def test_without_another_place_nothing_is_moved(text: str, place: int) -> None:
    assert {moved_within(text, place, turn) for turn in range(9)} == {None}
