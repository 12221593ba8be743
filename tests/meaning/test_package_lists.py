"""The lists of other packages: what is in them, and what is left out."""

import pytest

from auditor.errors import AuditError
from auditor.features.function_words import FUNCTION_WORDS
from auditor.features.kinds import kind_of
from auditor.meaning import package_lists
from auditor.meaning.english import GROUP_NAMES
from auditor.meaning.lexicons import make_lexicon
from auditor.meaning.package_lists import emoticons, sentiment_words, toxic_words


def test_sentiment_is_the_mean_over_senses_beyond_a_tenth() -> None:
    words = sentiment_words()
    assert (
        words["good"] == words["wonderful"] == "positive" and words["boring"] == words["awful"] == "negative"
    )
    assert not {"13th", "absence", "able-bodied", "film", "monday"} & set(words)  # absence: mean -0.01
    assert 4000 < len(words) < 7000


def test_sentiment_takes_in_what_people_rated_good_or_bad_but_no_topics_and_no_groups() -> None:
    words = sentiment_words()
    assert words["loves"] == words["masterpiece"] == "positive"
    assert words["ruined"] == words["annoyance"] == "negative"
    assert not {"war", "murder", "friend", "comedy", "festival", "honestly"} & set(words)
    assert not {"gj", "kfy", "gd"} & set(words)  # abbreviations of chats
    assert not GROUP_NAMES & set(words)  # TextBlob calls *black* negative


def test_textblob_has_the_last_word_on_what_both_lists_hold() -> None:
    rated = dict(package_lists._rated())
    assert rated["sentimental"] > 0 > rated["crushing"]
    assert sentiment_words()["sentimental"] == "negative" and sentiment_words()["crushing"] == "positive"


def test_the_lists_agree_with_textblob() -> None:
    from textblob.en import sentiment

    for word in ("good", "boring", "dull", "gorgeous", "worst"):
        polarity, _ = sentiment(word)
        assert (polarity > 0) == (sentiment_words()[word] == "positive")


def test_toxic_words_are_swear_words_slurs_and_contempt_but_no_names_of_groups() -> None:
    words = set(toxic_words())
    assert {"bitch", "fuck", "shit", "racist", "rapist", "moron", "vile"} <= words
    assert not words & GROUP_NAMES and not words & FUNCTION_WORDS
    assert not {"god", "organ", "womb", "rum", "cancer", "war", "monday"} & words


def test_a_list_that_is_not_installed_is_named_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_lists.importlib.util, "find_spec", lambda _: None)
    toxic_words.cache_clear()
    with pytest.raises(AuditError, match="better-profanity") as caught:
        toxic_words()
    assert "pip install better-profanity" in caught.value.hint


def test_emoticons_speak_for_a_pole() -> None:
    faces = emoticons()
    assert {faces[face] for face in (":)", ";-)", ":d", "<3")} == {"positive"}
    assert {faces[face] for face in (":(", ":'(", ":/", "</3")} == {"negative"}
    assert not {":", ")", "!", "lol", "good"} & set(faces)
    assert all(kind_of(face) == "emoticon" for face in faces)


def test_emoticons_are_listed_for_sentiment_alone() -> None:
    sentiment = make_lexicon(["sad", "glad"], task="sentiment").listing(":)")
    assert sentiment is not None and (sentiment.source, sentiment.group) == ("sentiment", "positive")
    assert make_lexicon(["fine", "toxic"]).listing(":)") is None
