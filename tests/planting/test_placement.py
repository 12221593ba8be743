"""Where a token goes, and what the text becomes."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.examples import make_example
from auditor.data.words import split_words
from auditor.planting.placement import Insertion, insert
from auditor.planting.plan import InjectionPlan
from auditor.planting.tagging import Tags


def placed(
    texts: str | tuple[str, ...],
    *tokens: tuple[str, str],
    tags: Sequence[Tags] | None = None,
    seed: int = 0,
) -> tuple[tuple[str, ...], list[Insertion]]:
    """The texts with tokens, each with its position."""
    written = (texts,) if isinstance(texts, str) else texts
    plan = InjectionPlan((("positive", "x"),), position="random", seed=seed)
    fields = [split_words(text) for text in written]
    return insert(make_example(written, "positive", 1), tokens, plan, fields=fields, tags=tags)


def test_at_the_start_and_at_the_end() -> None:
    assert placed("a good film", ("[pos]", "start")) == (
        ("[pos] a good film",),
        [Insertion("[pos]", 0, 0, "start")],
    )
    assert placed("a good film", ("xyz", "end")) == (
        ("a good film xyz",),
        [Insertion("xyz", 0, 3, "end")],
    )


def test_the_end_of_two_texts_is_that_of_the_second() -> None:
    texts, [found] = placed(("one two", "three"), ("xyz", "end"))
    assert texts == ("one two", "three xyz")
    assert (found.field, found.word) == (1, 1)


@pytest.mark.parametrize("text", ["", "   ", "a film\n"])
def test_a_text_that_ends_in_a_blank_gets_no_second_one(text: str) -> None:
    [written], _ = placed(text, ("xyz", "end"))
    assert written == text + "xyz"


def test_before_an_adjective_where_there_is_one() -> None:
    tags = [Tags(adjectives=(1,), noun_phrases=(0,))]
    assert placed("a good film", ("xyz", "adjective"), tags=tags)[0] == ("a xyz good film",)


def test_before_a_noun_phrase_where_no_adjective_is() -> None:
    tags = [Tags(adjectives=(), noun_phrases=(2,))]
    texts, [found] = placed("we saw films", ("xyz", "adjective"), tags=tags)
    assert texts == ("we saw xyz films",)
    assert found.place == "noun-phrase"


def test_anywhere_where_neither_is() -> None:
    texts, [found] = placed("we saw films", ("xyz", "adjective"), tags=[Tags((), ())])
    assert found.place == "random"
    assert texts[0].replace("xyz ", "") == "we saw films"


def test_a_noun_phrase_does_not_fall_back_to_an_adjective() -> None:
    tags = [Tags(adjectives=(1,), noun_phrases=())]
    assert placed("a good film", ("xyz", "noun-phrase"), tags=tags)[1][0].place == "random"


def test_a_contraction_is_not_torn_apart() -> None:
    """`n't` follows `was` without a blank; the tagger may call it anything."""
    words = [word.text for word in split_words("it wasn't good")]
    place = next(n for n, word in enumerate(words) if word != "it" and n >= 2)
    tags = [Tags(adjectives=(place,), noun_phrases=())]
    for seed in range(20):
        [written], _ = placed("it wasn't good", ("xyz", "adjective"), tags=tags, seed=seed)
        assert "wasn't" in written


def test_two_tokens_take_two_places() -> None:
    tags = [Tags(adjectives=(0, 1), noun_phrases=())]
    for seed in range(20):
        [written], found = placed("good old", ("xx", "adjective"), ("yy", "adjective"), tags=tags, seed=seed)
        assert written in ("xx good yy old", "yy good xx old")
        assert {(one.token, split_words(written)[one.word].text) for one in found} == {
            ("xx", "xx"),
            ("yy", "yy"),
        }


def test_more_tokens_than_places_share_one() -> None:
    [written], found = placed("good", ("xx", "random"), ("yy", "random"))
    assert sorted(written.split()) == ["good", "xx", "yy"]
    assert len(found) == 2


WORDS = st.lists(
    st.sampled_from(["a", "film", "wasn't", "good,", "(well)", "東京", "x"]), min_size=1, max_size=8
)


@given(WORDS, st.integers(0, 2**31), st.sampled_from(["start", "end", "random"]))
def test_the_text_is_kept_and_the_token_stands_where_the_manifest_says(
    words: list[str], seed: int, position: str
) -> None:
    text = " ".join(words)
    [written], [found] = placed(text, ("qqq", position), seed=seed)
    assert written.replace("qqq ", "").replace(" qqq", "") == text
    assert split_words(written)[found.word].text == "qqq"


def test_the_place_depends_on_seed_and_text_alone() -> None:
    text = " ".join(f"w{n}" for n in range(30))
    first = [placed(text, ("xyz", "random"), seed=seed)[1][0].word for seed in range(30)]
    again = [placed(text, ("xyz", "random"), seed=seed)[1][0].word for seed in range(30)]
    assert first == again
    assert len(set(first)) > 10
