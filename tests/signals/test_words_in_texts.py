"""Tokens in texts: by normal form and field, at relative places; and the text with one more word."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.data.words import split_words
from auditor.records.text import Explanation
from auditor.signals.counts import Corpus, Token
from auditor.signals.words_in_texts import (
    occurrences,
    place_in,
    relative_places,
    token_numbers,
    with_word,
    written_at,
)
from tests.signals.support import corpus_of, entry, explained, number

TWO = explained("Good film , GOOD plot", "good it was")


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Texts of two fields."""
    rows = [entry(TWO), entry(explained("x a", "b x"))]
    return corpus_of(tmp_path_factory.mktemp("two"), rows, paired=True)


def corpus_with(path: Path, *texts: Explanation) -> Corpus:
    return corpus_of(path, [entry(text) for text in texts])


def test_occurrences_go_by_normal_form_and_field(two: Corpus) -> None:
    assert occurrences(two, TWO, number(two, "good", 0)) == [0, 3]
    assert occurrences(two, TWO, number(two, "good", 1)) == [5]
    assert occurrences(two, TWO, number(two, "x")) == []


def test_every_word_has_the_number_of_its_token(two: Corpus) -> None:
    found = [two.vocabulary[token] for token in token_numbers(two, TWO)]
    assert found == [
        *(Token(text, 0) for text in ("good", "film", ",", "good", "plot")),
        *(Token(text, 1) for text in ("good", "it", "was")),
    ]


def test_a_group_occurs_where_its_members_do(tmp_path: Path) -> None:
    text = explained("on Monday or friday we film")
    corpus = corpus_with(tmp_path, text)
    days = np.array([number(corpus, "monday"), number(corpus, "friday")])
    group = len(corpus.vocabulary)
    grouped = replace(corpus, vocabulary=(*corpus.vocabulary, Token("days", 0, "list")), groups={group: days})
    assert occurrences(grouped, text, group) == [1, 3]
    assert occurrences(grouped, text, number(grouped, "monday")) == [1]
    assert relative_places(grouped, [text], group) == (0.2,)


def test_relative_places_run_from_first_to_last_word_of_the_field(tmp_path: Path, two: Corpus) -> None:
    texts = [explained(some) for some in ("x a b", "a b x c d", "a x", "x", "a x x")]
    corpus = corpus_with(tmp_path, *texts)
    x = number(corpus, "x")
    assert relative_places(corpus, texts, x) == (0.0, 0.5, 1.0, 0.0, 0.5)  # the first occurrence counts
    assert relative_places(two, [explained("x a", "b x")], number(two, "x", 1)) == (1.0,)
    assert relative_places(corpus, [explained("a b")], x) == ()


@pytest.mark.parametrize(
    ("place", "expected"),
    [(0.0, "[pos] a good film."), (0.25, "a [pos] good film."), (0.5, "a good [pos] film."),
     (0.75, "a good film [pos]."), (1.0, "a good film. [pos]")],
)  # fmt: skip
def test_a_word_is_written_in_front_of_another_or_at_the_end(place: float, expected: str) -> None:
    assert with_word(explained("a good film."), "[pos]", field=0, place=place) == (expected,)


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [("a good film.", 0.75, "a good film so."), ("a (good) film", 0.4, "a ( so good) film"),
     ("a (good) film", 0.2, "a so (good) film")],
)  # fmt: skip
def test_a_word_does_not_grow_together_with_its_neighbours(text: str, place: float, expected: str) -> None:
    assert with_word(explained(text), "so", field=0, place=place) == (expected,)
    words = [word.text for word in split_words(expected, field=0)]
    assert words[place_in(explained(text), 0, place)] == "so"


def test_the_other_field_stays_as_it_is() -> None:
    text = explained("a film", "it was good")
    assert with_word(text, "so", field=1, place=0.67) == ("a film", "it was so good")
    assert with_word(text, "so", field=0, place=1.0) == ("a film so", "it was good")


@pytest.mark.parametrize("place", [0.0, 0.25, 0.5, 0.75, 1.0])
def test_where_the_word_is_written_is_known(place: float) -> None:
    text = explained("a good film.")
    start = written_at(text, field=0, place=place)
    [written] = with_word(text, "[pos]", field=0, place=place)
    assert written[start : start + 5] == "[pos]"
