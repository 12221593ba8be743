"""The known lists: each with a source, plain words, and nothing twice."""

import pytest

from auditor.data.wordlists import WordList, word_list, word_lists
from auditor.data.words import split_words
from auditor.errors import AuditError
from auditor.normal import normal

EVERY = pytest.mark.parametrize("entry", word_lists(), ids=lambda entry: entry.name)


@EVERY
def test_a_list_says_what_it_is_and_where_it_comes_from(entry: WordList) -> None:
    assert entry.title and entry.source
    assert entry.name == entry.name.strip().lower()
    assert len(entry.words) >= 5


@EVERY
def test_words_are_sorted_and_stand_once(entry: WordList) -> None:
    spelt = [normal(word) for word in entry.words]
    assert len(set(spelt)) == len(spelt)
    assert spelt == sorted(spelt)


@EVERY
def test_every_entry_is_one_word_as_the_audit_splits_words(entry: WordList) -> None:
    """An entry that falls into two words could never be counted."""
    assert [word for word in entry.words if len(split_words(word)) != 1] == []


def test_lists_that_a_plant_draws_from_are_long_enough_to_vary() -> None:
    for name in ("country", "city", "name"):
        assert len(word_list(name).words) >= 50


@pytest.mark.parametrize(
    ("name", "some"), [("weekday", "Monday"), ("month", "April"), ("country", "Kenya"), ("colour", "red")]
)
def test_the_lists_hold_what_their_names_say(name: str, some: str) -> None:
    assert some.casefold() in {word.casefold() for word in word_list(name).words}


def test_an_unknown_list_names_the_known_ones() -> None:
    with pytest.raises(AuditError, match="no word list 'planet'") as refused:
        word_list("planet")
    assert "country" in refused.value.hint
