"""Styles are counted from words as written, given to texts and taken from them."""

import pytest

from auditor.features.written import LEAST, Written, written_features
from tests.features.support import read

TEXTS = ["so GOOD GOOD", "good I", "sooo BAD", *["THE film was okayyy"] * 3]
"""The sets need the last word of each."""


def features() -> dict[str, Written]:
    return {one.style: one for one in written_features(read([*TEXTS, "plain"], last(TEXTS))[0])}


def last(texts: list[str]) -> list[list[int]]:
    return [[len(text.split()) - 1] for text in texts]


def test_capitals_and_lengthened_words_by_hand() -> None:
    texts, _ = read(TEXTS, last(TEXTS))
    (capitals,) = written_features(texts)  # four texts have lengthened words
    assert capitals.held(texts).tolist() == [True, False, True, True, True, True]
    assert capitals.words_of(texts).tolist() == [2, 0, 1, 1, 1, 1]
    assert capitals.needed(texts).tolist() == [True, False, True, False, False, False]
    assert capitals.share == pytest.approx(6 / 17)
    assert (capitals.feature.name, capitals.feature.kind, LEAST) == ("capitals", "kind", 5)
    more, _ = read([*TEXTS, "sooo"], [*last(TEXTS), [0]])
    longer = {one.style: one for one in written_features(more)}["elongated"]
    assert longer.held(more).tolist() == [False, False, True, True, True, True, True]
    assert longer.needed(more).tolist() == [False, False, False, True, True, True, True]


def test_the_words_of_a_style_are_told_in_a_text() -> None:
    (capitals,) = features().values()
    assert capitals.places([0, 1, 2], ["so", "GOOD", "I"]) == [1]


def test_a_style_is_given_and_taken() -> None:
    (capitals,) = features().values()
    for turn in range(5):
        shouted = capitals.put("a film about nothing much", turn)
        assert shouted is not None and shouted.lower() == "a film about nothing much"
        assert sum(word.isupper() and len(word) > 1 for word in shouted.split()) == round(4 * 6 / 17)
        assert capitals.take(shouted, turn) == "a film about nothing much"
    assert capitals.put("1 2 3", 0) is None and capitals.put("中文", 0) is None
    longer = Written(capitals.feature.__class__("elongated", "kind"), 0.5)
    drawn = longer.put("a film about nothing", 0)
    assert drawn is not None and drawn != "a film about nothing"
    assert longer.take(drawn, 0) == "a film about nothing"
    assert longer.take("sooo goooood, no WAAAY", 0) == "so god, no WAY"


def test_texts_without_words_have_no_style() -> None:
    assert written_features(read([])[0]) == ()
    assert written_features(read(["..."] * 9)[0]) == ()
