"""Adjectives and noun phrases, with the tagger that needs no download and with spaCy where it is."""

import importlib.util
from collections.abc import Iterator

import pytest

from auditor.data.words import split_words
from auditor.errors import AuditError
from auditor.planting import tagging
from auditor.planting.tagging import Tagger, load_tagger

TEXTS = (
    "the acting is superb and the plot was dull.",
    "it was n't a very moving film , but a clever one .",
    "we saw his old movie (great fun) twice",
)


def tagged(tagger: Tagger, text: str) -> tuple[list[str], list[str]]:
    words = split_words(text)
    (tags,) = tagger.tag([words])
    return [words[i].text for i in tags.adjectives], [words[i].text for i in tags.noun_phrases]


@pytest.fixture(params=["textblob", "spacy"])
def tagger(request: pytest.FixtureRequest) -> Iterator[Tagger]:
    if request.param == "spacy" and not any(map(importlib.util.find_spec, tagging.PIPELINES)):
        pytest.skip("spaCy has no English pipeline here")
    yield load_tagger(request.param)


def test_plain_adjectives_are_found(tagger: Tagger) -> None:
    assert {"superb", "dull"} & set(tagged(tagger, TEXTS[0])[0])
    assert "moving" in tagged(tagger, TEXTS[1])[0]
    assert {"old", "great"} <= set(tagged(tagger, TEXTS[2])[0])


def test_a_noun_phrase_starts_at_its_article_and_a_pronoun_is_none(tagger: Tagger) -> None:
    assert "a" in tagged(tagger, TEXTS[1])[1]
    assert "it" not in tagged(tagger, TEXTS[1])[1]
    assert tagged(tagger, TEXTS[2])[1][0] == "his"


def test_texts_keep_their_order_and_empty_ones_are_allowed(tagger: Tagger) -> None:
    words = [split_words(text) for text in (TEXTS[0], "", TEXTS[2])]
    together = list(tagger.tag(words))
    assert together == [tags for some in words for tags in tagger.tag([some])]
    assert together[1] == tagging.Tags((), ())


def test_the_tagger_says_its_name_and_version() -> None:
    assert load_tagger("textblob").name.startswith("textblob 0.")


def test_without_a_pipeline_textblob_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagging, "_spacy_tagger", lambda: None)
    assert load_tagger().name.startswith("textblob")
    with pytest.raises(AuditError, match="no English pipeline"):
        load_tagger("spacy")
    with pytest.raises(AuditError, match="no tagger 'nltk'"):
        load_tagger("nltk")
