"""What remains of a text: blanks, marks and fields, and that the other words stay as they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.words import split_words
from auditor.model.asked.remaining import remaining
from tests.support import WORDS


def without(text: str, *gone: str, mask: str | None = None) -> str:
    words = split_words(text)
    [left] = remaining([text], words, [word.text in gone for word in words], mask=mask)
    return left


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("a moving film", "moving", "a film"),
        ("a moving film", "a", "moving film"),
        ("a moving film", "film", "a moving"),
        ("a  moving  film", "moving", "a  film"),
        ("good, bad", "good", ", bad"),
        ("good<br>bad", "<br>", "good bad"),  # not one new word
        ("好电影", "电", "好影"),  # a script that puts no blank between words
        ("don't go", "n't", "do go"),
        ("[pos] fine", "[pos]", "fine"),
        ("the end.", ".", "the end"),
        ("one", "one", ""),
        ("a\nfilm\nfine", "film", "a\nfine"),
    ],
)
def test_a_deleted_word_takes_its_blank_along(text: str, gone: str, left: str) -> None:
    assert without(text, gone) == left


def test_a_mask_is_written_where_each_word_was() -> None:
    assert without("a very moving film", "very", "moving", mask="[MASK]") == "a [MASK] [MASK] film"
    assert without("don't", "n't", mask="_") == "do_"
    assert without("one two", "one", "two", mask="x") == "x x"


def test_what_is_not_touched_stays_to_the_character() -> None:
    text = "  a \t film .  "
    assert without(text) == text
    assert without(text, mask="[MASK]") == text


def test_each_field_loses_its_own_words() -> None:
    texts = ("a man sleeps", "a man is awake")
    words = [word for field, text in enumerate(texts) for word in split_words(text, field=field)]
    gone = [word.text == "man" and word.field == 1 for word in words]
    assert remaining(texts, words, gone) == ("a man sleeps", "a is awake")
    assert remaining(texts, words, [True] * len(words)) == ("", "")


@given(st.lists(st.tuples(st.sampled_from([*WORDS, ",", ".", "[pos]", "3.5"]), st.booleans()), max_size=12))
def test_the_words_of_what_remains_are_the_words_that_were_kept(pairs: list[tuple[str, bool]]) -> None:
    text = " ".join(word for word, _ in pairs)
    words = split_words(text)
    gone = [flag for _, flag in pairs]
    assert len(words) == len(pairs)
    [left] = remaining([text], words, gone)
    assert [word.text for word in split_words(left)] == [word for word, flag in pairs if not flag]
    [masked] = remaining([text], words, gone, mask="#")
    assert masked.split() == ["#" if flag else word for word, flag in pairs]
