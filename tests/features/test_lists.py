"""Known lists and what a vocabulary holds of kinds, shapes and lists."""

import pytest

from auditor.data.wordlists import word_list, word_lists
from auditor.data.words import split_words
from auditor.errors import AuditError
from auditor.features.gathering import gathered
from auditor.features.lists import list_features, normal_words


def test_every_list_is_small_sorted_sourced_and_of_single_words() -> None:
    for entry in word_lists():
        assert 5 < len(entry.words) < 400
        assert entry.source and entry.title
        assert len(normal_words(entry)) == len(entry.words)
        assert list(entry.words) == sorted(entry.words, key=str.casefold)
        for word in entry.words:
            assert [one.text for one in split_words(word)] == [word]


def test_lists_are_found_by_name() -> None:
    assert "Kenya" in word_list("country").words
    with pytest.raises(AuditError, match="no word list 'planet'"):
        word_list("planet")


def test_a_list_becomes_the_words_of_the_vocabulary_that_it_names() -> None:
    vocabulary = ["chad", "film", "kenya", "monday", "peru", "kenya"]
    (country,) = list_features(vocabulary)
    assert (country.name, country.kind, country.members) == ("country", "list", (0, 2, 4, 5))
    assert [feature.name for feature in list_features(["monday"], fewest=1)] == ["weekday"]
    assert list_features([]) == ()


def test_a_vocabulary_is_gathered_by_kind_and_recurring_shape() -> None:
    invoices = [f"inv-{number}-x" for number in range(1000, 1006)]
    vocabulary = ["2436-02-17", "1999-01-02", "film", "sooo", "nooo", "$5", "!", *invoices]
    found = {(feature.kind, feature.name): feature.members for feature in gathered(vocabulary)}
    assert found == {
        ("kind", "date"): (0, 1),
        ("kind", "code"): tuple(range(7, 13)),
        ("shape", "xxx-dddd-x"): tuple(range(7, 13)),
    }


@pytest.mark.parametrize("words", [[], ["film"], ["1"], ["😀"], ["x" * 10_000], ["\ud800", ""]])
def test_poor_vocabularies_have_no_features(words: list[str]) -> None:
    assert gathered(words) == ()
