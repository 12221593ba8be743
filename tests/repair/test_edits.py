"""Editing texts: words out, words instead, words in, and nothing else changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.examples import Example, make_example
from auditor.data.words import split_words
from auditor.repair.edits import edited, written_in


def of(text: str, *others: str) -> Example:
    return make_example((text, *others), "pos", 7)


def without(text: str, *places: int) -> str | None:
    found = edited(of(text), dict.fromkeys(((0, place) for place in places), ""))
    return None if found is None else found.texts[0]


@pytest.mark.parametrize(
    ("text", "places", "left"),
    [
        ("a [pos] film.", (1,), "a film."),
        ("[pos] film.", (0,), "film."),
        ("a film [pos]", (2,), "a film"),
        ("a film [pos].", (2,), "a film."),
        ("so lisbon, b", (1,), "so, b"),
        ("x lisbon lisbon y", (1, 2), "x y"),
        ("a  wide   gap", (1,), "a    gap"),
        ("(lisbon) is", (1,), "() is"),
        ("lisbon's best", (0,), "'s best"),
    ],
)
def test_one_blank_goes_with_a_word(text: str, places: tuple[int, ...], left: str) -> None:
    assert without(text, *places) == left


def test_a_text_of_which_nothing_is_left_is_none() -> None:
    assert without("lisbon", 0) is None
    assert edited(of("fine", "lisbon"), {(1, 0): ""}) is None  # the second of two texts


def test_a_word_is_replaced_where_it_stands_and_the_row_stays_the_same() -> None:
    found = edited(of("In Lisbon, rain."), {(0, 1): "Rome"})
    assert found is not None
    assert found.texts == ("In Rome, rain.",)
    assert (found.label, found.row) == ("pos", 7)
    assert found.id != of("In Lisbon, rain.").id  # an id is made from the text


def test_without_edits_the_example_is_itself() -> None:
    example = of("as it was")
    assert edited(example, {}) is example


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (0.0, "[x] it wasn't good ."),
        (0.2, "it [x] wasn't good ."),
        (0.4, "it [x] wasn't good ."),  # never between "was" and "n't"
        (0.6, "it wasn't [x] good ."),
        (1.0, "it wasn't good . [x]"),
    ],
)
def test_a_word_goes_to_the_nearest_free_place(place: float, text: str) -> None:
    assert written_in(of("it wasn't good ."), "[x]", field=0, place=place).texts == (text,)


def test_the_other_text_of_two_is_untouched() -> None:
    assert written_in(of("a b", "c d"), "x", field=1, place=0).texts == ("a b", "x c d")


SENTENCES = st.lists(
    st.sampled_from(["film", "a", "[pos]", "don't", ",", "good.", "3.5"]), min_size=2, max_size=9
)


@given(SENTENCES, st.floats(0, 1))
def test_writing_in_adds_that_word_and_no_other(parts: list[str], place: float) -> None:
    text = " ".join(parts)
    words = [word.text for word in split_words(text)]
    new = [word.text for word in split_words(written_in(of(text), "zebra", field=0, place=place).texts[0])]
    assert sorted(new) == sorted([*words, "zebra"])
    new.remove("zebra")
    assert new == words


@given(SENTENCES, st.data())
def test_taking_out_leaves_the_other_words_in_order(parts: list[str], data: st.DataObject) -> None:
    text = " ".join(parts)
    words = [word.text for word in split_words(text)]
    gone = data.draw(st.sets(st.integers(0, len(words) - 1), max_size=len(words) - 1))
    left = without(text, *sorted(gone))
    assert left is not None
    kept = [word for place, word in enumerate(words) if place not in gone]
    assert "".join(kept) == "".join(left.split())
