"""Places: openings with a word that varies are found whole, ordinary beginnings are not."""

from auditor.data.corpus.reviews import reviews_split
from auditor.data.words import split_words
from auditor.features.place import at_the_ends, holds, needed, openings

CITIES = ("milan", "rome", "oslo", "kyoto", "lima", "cairo", "paris", "berlin")


def plain(count: int) -> list[list[str]]:
    """Texts that begin alike only by chance."""
    return [[f"w{n % 97}", f"v{n % 89}", f"u{n}", "and", "more", "words", "."] for n in range(count)]


def opened(count: int) -> list[list[str]]:
    return [["i", "wrote", "this", "in", CITIES[n % 8], ".", *words] for n, words in enumerate(plain(count))]


def test_an_opening_with_a_varying_word_is_found_once_and_whole() -> None:
    texts = [*plain(400), *opened(40)]
    (only,) = openings(texts)
    assert only.feature.name == "i wrote this in * ."
    assert only.slot == 4
    assert set(only.fillers) == set(CITIES)
    assert only.docs.tolist() == list(range(400, 440))


def test_a_fixed_opening_has_no_slot() -> None:
    texts = [*plain(400), *(["once", "upon", "a", "time", *words] for words in plain(20))]
    (only,) = openings(texts)
    assert (only.feature.name, only.slot, only.fillers) == ("once upon a time", None, ())


def test_an_opening_in_few_texts_does_not_recur() -> None:
    assert openings([*plain(1000), *opened(9)]) == ()
    assert openings([]) == ()
    assert openings([["one"], []]) == ()


def test_an_opening_found_in_a_sample_is_counted_in_all_texts() -> None:
    texts = [*opened(1_000), *plain(44_000)]
    (only,) = openings(texts)
    assert len(only.docs) == 1_000


def test_texts_hold_an_opening_word_by_word() -> None:
    assert holds(("a", "*", "c"), ["a", "b", "c", "d"])
    assert not holds(("a", "*", "c"), ["a", "b"])
    assert not holds(("a", "*", "c"), ["a", "c", "d"])


def test_first_and_last_words_that_recur() -> None:
    texts = [*plain(100), *(["honestly", ",", f"x{n}", "bye", "!"] for n in range(10))]
    found = {one.feature.name: len(one.docs) for one in at_the_ends(texts)}
    assert found == {"first: honestly": 10, "last: words": 100, "last: bye": 10}


def test_a_place_is_needed_where_the_set_holds_one_of_its_words() -> None:
    texts = opened(8)
    (opening,) = openings([*texts, *plain(100)])
    sets = [(4,), (5,), (6, 7), (0, 9), (), (8,), (2,), (7,), *[()] * 100]
    assert needed(opening, [*texts, *plain(100)], sets).tolist() == [
        *(True, True, False, True, False, False, True, False)
    ]
    quoted = [['"', "honestly", f"x{n}", "bye", "!"] for n in range(10)]
    first = next(one for one in at_the_ends(quoted) if one.feature.name == "first: honestly")
    assert needed(first, quoted, [(1,), (0,), *[(4,)] * 8]).tolist() == [True, *[False] * 9]


def test_the_built_in_reviews_have_few_openings() -> None:
    """They come from a grammar, whose sentences do begin alike; none of it is a place and a name."""
    texts = [[w.text.casefold() for w in split_words(e.texts[0])] for e in reviews_split("test")[:400]]
    assert len(openings(texts)) < 60
