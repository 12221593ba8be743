"""Stems, function words, and whether texts are English."""

from collections import Counter

import pytest

from auditor.features.function_words import FUNCTION_WORDS, is_function_word
from auditor.meaning.english import GROUP_NAMES, looks_english, stem


@pytest.mark.parametrize(
    "family",
    [
        ("bore", "bored", "boring", "bores"),
        ("fun", "funny"),
        ("happy", "happily", "happiness", "happier", "happiest"),
        ("terrible", "terribly"),
        ("laugh", "laughs", "laughed", "laughing"),
        ("dull", "dullness", "dully"),
        ("stop", "stopped", "stopping"),
        ("movie", "movies"),
        ("enjoy", "enjoyed", "enjoys"),
        ("body", "bodies"),
        ("amazing", "amazingly"),
    ],
)
def test_forms_of_one_word_have_one_stem(family: tuple[str, ...]) -> None:
    assert len({stem(word) for word in family}) == 1, {word: stem(word) for word in family}


@pytest.mark.parametrize("pair", [("good", "great"), ("many", "money"), ("monday", "money"), ("sad", "said")])
def test_other_words_have_another(pair: tuple[str, str]) -> None:
    assert stem(pair[0]) != stem(pair[1])


@pytest.mark.parametrize("shortest", [3, 4])
@pytest.mark.parametrize(
    "family",
    [("movie", "movies"), ("enjoy", "enjoyed", "enjoys"), ("laughing", "laughed"), ("dull", "dully")],
)
def test_a_longer_stem_still_joins_forms(family: tuple[str, ...], shortest: int) -> None:
    assert len({stem(word, shortest=shortest) for word in family}) == 1


@pytest.mark.parametrize(
    "words",
    [("[pos]", "[poses]"), ("#ing", "#"), ("his", "hi"), ("bed", "b"), ("news", "new"), ("not", "note")],
)
def test_markers_and_short_words_stay_as_they_are(words: tuple[str, str]) -> None:
    assert stem(words[0], shortest=4) != stem(words[1], shortest=4)


def test_short_words_keep_their_letters() -> None:
    assert [stem(word) for word in ("is", "bed", "ly", "", "s")] == ["is", "bed", "ly", "", "s"]


def test_function_words_are_no_names_of_groups() -> None:
    assert is_function_word("the") and is_function_word("n't") and is_function_word("’s")
    assert not is_function_word("good") and not is_function_word("monday")
    assert not FUNCTION_WORDS & GROUP_NAMES


def test_language_is_told_by_function_words() -> None:
    english = Counter(["the", "film", "is", "a", "joy", "and", "it", "was", "over", "before", "i", "knew"])
    german = Counter(
        ["der", "film", "ist", "eine", "freude", "und", "war", "vorbei", "ehe", "ich", "es", "wusste"]
    )
    assert looks_english(english) and not looks_english(german)
    assert not looks_english({}) and not looks_english({"!": 100})
