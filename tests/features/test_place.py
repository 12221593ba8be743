"""Places: openings with a word that varies are found whole, ordinary beginnings are not."""

import numpy as np
import pytest

from auditor.data.corpus.reviews import reviews_split
from auditor.features import place
from auditor.features.feature import Feature
from auditor.features.outlines import OTHER, Outlines
from auditor.features.place import OPEN, AtEnd, Opening, at_the_ends, openings
from tests.features.support import read
from tests.signals.support import explained

CITIES = ("milan", "rome", "oslo", "kyoto", "lima", "cairo", "paris", "berlin")


def plain(count: int) -> list[str]:
    """Texts that begin alike only by chance."""
    return [f"w{n % 97} v{n % 89} u{n} and more words ." for n in range(count)]


def opened(count: int) -> list[str]:
    return [f"I wrote this in {CITIES[n % 8].title()} . {text}" for n, text in enumerate(plain(count))]


def found_in(texts: list[str]) -> tuple[tuple[Opening, ...], Outlines, list[str]]:
    outlines, vocabulary = read(texts)
    return openings(outlines, vocabulary), outlines, vocabulary


def test_an_opening_with_a_varying_word_is_found_once_and_whole() -> None:
    (only,), outlines, vocabulary = found_in([*plain(400), *opened(40)])
    assert only.feature.name == "i wrote this in * ."
    assert only.parts[4] == OPEN and vocabulary[only.parts[1]] == "wrote"
    assert {vocabulary[filler] for filler in only.fillers} == set(CITIES)
    assert np.flatnonzero(only.held(outlines)).tolist() == list(range(400, 440))
    assert {vocabulary[member] for member in only.feature.members} == {
        *CITIES, "i", "wrote", "this", "in", "."
    }  # fmt: skip


def test_a_fixed_opening_leaves_nothing_open() -> None:
    (only,), outlines, _ = found_in([*plain(400), *(f"once upon a time {text}" for text in plain(20))])
    assert (only.feature.name, only.fillers) == ("once upon a time", ())
    assert only.held(outlines).sum() == 20


def test_an_opening_in_few_texts_does_not_recur() -> None:
    for texts in ([*plain(1000), *opened(9)], [], ["one", ""]):
        assert found_in(texts)[0] == ()


def test_an_opening_found_in_a_sample_is_counted_in_all_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [*opened(100), *plain(2_000)]
    whole = found_in(texts)
    monkeypatch.setattr(place, "SAMPLE", 1_000)
    (only,), outlines, _ = found_in(texts)
    assert only.held(outlines).sum() == 100 and [one.feature.name for one in whole[0]] == [only.feature.name]


def test_texts_hold_an_opening_word_by_word() -> None:
    outlines, vocabulary = read(["a b c d", "a b", "a c d", "a x c"])
    a, c = vocabulary.index("a"), vocabulary.index("c")
    opening = Opening(Feature("a * c", "place"), (a, OPEN, c))
    assert opening.held(outlines).tolist() == [True, False, False, True]
    assert opening.words_of(outlines).tolist() == [3, 3, 3, 3]
    assert opening.places([a, 9, c, 4], ["a", "b", "c", "d"]) == [0, 1, 2]
    assert opening.places([a, c], ["a", "c"]) == []


def test_words_that_the_vocabulary_lacks_can_stand_in_the_open_place() -> None:
    outlines, vocabulary = read(["a b c d", "a x c"])
    keep = np.array([n if word in "ac" else OTHER for n, word in enumerate(vocabulary)], dtype=np.int64)
    opening = Opening(Feature("a * c", "place"), (vocabulary.index("a"), OPEN, vocabulary.index("c")))
    assert opening.held(outlines.renumbered(keep)).all()


def test_an_opening_is_written_as_its_text_has_it() -> None:
    opening = Opening(Feature("i wrote this in * .", "place"), (1, 2, 3, 4, OPEN, 0))
    assert opening.written(explained("I  wrote this in Milan. A dull film.")) == "I  wrote this in Milan."


def test_first_and_last_words_that_recur() -> None:
    outlines, vocabulary = read([*plain(100), *(f'" Honestly , x{n} bye !' for n in range(10))])
    found = {one.feature.name: one for one in at_the_ends(outlines, vocabulary)}
    counts = {name: int(one.held(outlines).sum()) for name, one in found.items()}
    assert counts == {"first: honestly": 10, "last: words": 100, "last: bye": 10}
    honestly = found["first: honestly"]
    numbers = [vocabulary.index(word) for word in ('"', "honestly", ",", "bye")]
    assert honestly.places(numbers, ['"', "Honestly", ",", "bye"]) == [1]
    assert found["last: bye"].places(numbers, ['"', "Honestly", ",", "bye"]) == [3]
    assert found["last: bye"].places([], []) == [] == found["last: words"].places(numbers, list("abcd"))


def test_a_group_at_an_end_recurs_where_none_of_its_words_does() -> None:
    texts = [*plain(100), *(f"{CITIES[n % 8]} is x{n} far away" for n in range(16))]
    outlines, vocabulary = read(texts)
    cities = Feature("city", "list", tuple(vocabulary.index(city) for city in CITIES))
    other = Feature("one", "list", (vocabulary.index("words"),))
    found = {one.feature.name: one for one in at_the_ends(outlines, vocabulary, [cities, other])}
    assert found["first: city"].of == cities and found["first: city"].held(outlines).sum() == 16
    assert "last: one" not in found  # one word is all of it


def test_a_place_is_needed_where_the_set_holds_one_of_its_words() -> None:
    sets = [[4], [5], [6, 7], [0, 9], [], [8], [2], [7]]
    outlines, vocabulary = read([*opened(8), *plain(100)], sets)
    (opening,) = openings(outlines, vocabulary)
    assert opening.needed(outlines)[:8].tolist() == [True, True, False, True, False, False, True, False]
    quoted, words = read([f'" honestly x{n} bye !' for n in range(10)], [[1], [0], *[[3]] * 8])
    ends = {one.end: one for one in at_the_ends(quoted, words)}
    assert ends["first"].needed(quoted).tolist() == [True, *[False] * 9]
    assert ends["last"].needed(quoted).tolist() == [False, False, *[True] * 8]
    assert isinstance(ends["last"], AtEnd) and (ends["last"].words_of(quoted) == 1).all()


def test_the_built_in_reviews_have_few_openings() -> None:
    """They come from a grammar, whose sentences do begin alike; none of it is a place and a name."""
    found, *_ = found_in([example.texts[0] for example in reviews_split("test")[:400]])
    assert len(found) < 60
