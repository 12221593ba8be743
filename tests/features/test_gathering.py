"""Groups of words made from a vocabulary alone: by kind, by shape, by known list."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.features.gathering import FEWEST, PLAIN, RECURS, gathered, kind_features, shape_features
from auditor.features.kinds import KINDS, kind_of, shape_of

VOCABULARY = (
    *("film", "good", ".", "!", "[pos]", "[neg]", "2019-03-01", "2020-11-30", "@ann", "@bob", "#fun"),
    *("a1-22", "b7-93", "c4-10", "d5-66", "e9-81", "kenya", "peru", "chad", "monday"),
)


def named(kind: str) -> dict[str, list[str]]:
    return {
        feature.name: [VOCABULARY[member] for member in feature.members]
        for feature in gathered(VOCABULARY)
        if feature.kind == kind
    }


def test_a_vocabulary_by_hand() -> None:
    """One hashtag and one weekday are tokens already; plain words and full stops are in every text."""
    assert named("kind") == {
        "code": ["a1-22", "b7-93", "c4-10", "d5-66", "e9-81"],
        "date": ["2019-03-01", "2020-11-30"],
        "handle": ["@ann", "@bob"],
        "marker": ["[pos]", "[neg]"],
    }
    assert named("shape") == {shape_of("a1-22"): ["a1-22", "b7-93", "c4-10", "d5-66", "e9-81"]}
    assert named("list") == {"country": ["kenya", "peru", "chad"]}
    assert {feature.kind for feature in gathered(VOCABULARY)} == {"kind", "shape", "list"}


@pytest.mark.parametrize("count", [FEWEST - 1, FEWEST])
def test_a_kind_needs_two_words(count: int) -> None:
    found = kind_features(["handle"] * count)
    assert [feature.members for feature in found] == [tuple(range(count))] * (count == FEWEST)


@pytest.mark.parametrize("count", [RECURS - 1, RECURS])
def test_a_shape_must_recur(count: int) -> None:
    words = [f"{letter}1-22" for letter in "abcdefgh"[:count]]
    assert len(shape_features(words, ["code"] * count)) == (count == RECURS)


@pytest.mark.parametrize(
    ("word", "kind"),
    [("film", "word"), ("1234", "number"), ("9", "number"), ("...", "punctuation"), ("2019-03-01", "date")],
)
def test_a_shape_without_a_letter_and_a_mark_is_none(word: str, kind: str) -> None:
    assert shape_features([word] * 9, [kind] * 9) == ()


words = st.lists(
    st.one_of(
        st.sampled_from(VOCABULARY),
        st.from_regex(r"[a-z]{0,3}[0-9]{1,4}[-.:/]?[0-9]{0,3}", fullmatch=True),
        st.text(min_size=1, max_size=6),
    ),
    max_size=40,
    unique=True,
)


@settings(max_examples=25)
@given(words)
def test_members_are_of_what_their_group_is_named_after(vocabulary: list[str]) -> None:
    for feature in gathered(vocabulary):
        assert len(set(feature.members)) == len(feature.members) >= FEWEST
        members = [vocabulary[member] for member in feature.members]
        if feature.kind == "kind":
            assert feature.name in set(KINDS) - set(PLAIN)
            assert all(kind_of(word) == feature.name for word in members)
            others = [word for word in vocabulary if word not in members]
            assert not any(kind_of(word) == feature.name for word in others)  # and no word is forgotten
        elif feature.kind == "shape":
            assert all(shape_of(word) == feature.name for word in members) and len(members) >= RECURS


@settings(max_examples=10)
@given(words, st.randoms())
def test_the_order_of_the_vocabulary_changes_no_group(vocabulary: list[str], random: object) -> None:
    def groups() -> set[tuple[str, str, frozenset[str]]]:
        return {
            (one.kind, one.name, frozenset(vocabulary[member] for member in one.members))
            for one in gathered(vocabulary)
        }

    before = groups()
    random.shuffle(vocabulary)  # type: ignore[attr-defined]
    assert groups() == before
