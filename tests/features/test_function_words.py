"""Function words: known in normal form, whichever apostrophe is used."""

import pytest

from auditor.features.function_words import FUNCTION_WORDS, is_function_word
from auditor.meaning.lexicons import make_lexicon
from auditor.normal import normal


@pytest.mark.parametrize("word", ["the", "n't", "n’t", "'s", "’s", "himself", "never", "although"])
def test_words_that_hold_a_sentence_together(word: str) -> None:
    assert is_function_word(word)


@pytest.mark.parametrize("word", ["film", "good", "bad", "monday", "", "[pos]", "2001", "THE"])
def test_words_with_a_topic_or_another_spelling(word: str) -> None:
    assert not is_function_word(word)


def test_every_one_is_in_normal_form() -> None:
    assert {word for word in FUNCTION_WORDS if normal(word) != word} == set()


def test_few_are_words_of_sentiment_to_the_lexicon() -> None:
    """A list that held *good* or *bad* would keep them from ever being judged."""
    lexicon = make_lexicon(("negative", "positive"), task="sentiment")
    both = {word for word in FUNCTION_WORDS if lexicon.listing(word) is not None}
    assert len(both) <= 0.08 * len(FUNCTION_WORDS)
    assert not {"good", "bad", "great", "worst", "best", "love", "hate"} & FUNCTION_WORDS
