"""Relevance against a plain loop, on spaces made by hand; and spaces that mean nothing."""

import hashlib
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from auditor.meaning import neighbours
from auditor.meaning.english import stem
from auditor.meaning.neighbours import auc, percentile, relate
from auditor.meaning.space import Space, make_space
from auditor.model.embeddings import Embeddings
from tests.meaning.support import NEGATIVE, POSITIVE, embeddings_of, filler, two_poles

GROUPS = {"negative": NEGATIVE, "positive": POSITIVE}
FIRST, SECOND = np.eye(16)[0], np.eye(16)[1]


def by_hand(space: Space, groups: dict[str, tuple[str, ...]], asked: list[str]) -> list[float]:
    """ρ of words by the formula, one number at a time."""
    listed = {word for words in groups.values() for word in words}
    place = {word: number for number, word in enumerate(space.background)}
    cosines = (space.vectors @ space.vectors.T).tolist()
    reference = [word for word in space.background if word not in listed]
    reference = sorted(reference, key=lambda word: hashlib.sha256(word.encode()).digest())[:1500]

    def shares(one: str) -> list[float]:
        line = cosines[place[one]]
        kernel = {w: math.exp((line[i] - 1) / 0.1) for w, i in place.items() if stem(w) != stem(one)}
        total = sum(kernel.values())
        return [sum(kernel.get(word, 0.0) for word in words) / total for words in groups.values()]

    table = np.array([shares(word) for word in reference])
    mean = table.mean(axis=0)
    sums = (table / mean).sum(axis=1)
    own = [float((np.array(shares(word)) / mean).sum()) for word in asked]
    return [float((sums < one).mean() + (sums == one).mean() / 2) for one in own]


def test_percentiles_follow_the_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "WIDENED", 0)
    space = make_space(two_poles(extra={"amber": FIRST + 0.2 * SECOND, "stone": -FIRST}))
    found = relate(space, GROUPS)
    words = ["amber", "stone", "gold", *filler(600)[:5]]
    assert found.reason == "" and min(found.quality.values()) > 0.9
    np.testing.assert_allclose(found.rho(words), by_hand(space, GROUPS, words), atol=2e-3)
    assert found.rho(["amber"])[0] > 0.99 and found.rho(["stone"])[0] < 0.3


def test_a_word_does_not_answer_for_its_own_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    """`lones` lies exactly on `lone`, which lists it, and far from every other listed word."""
    monkeypatch.setattr(neighbours, "WIDENED", 0)
    away = np.eye(16)[5]
    base = two_poles(extra={"lone": away, "lones": away, "other": away})
    space = make_space(base)
    found = relate(space, {"negative": NEGATIVE, "positive": (*POSITIVE, "lone")})
    same_stem, another = found.rho(["lones", "other"])
    assert another > 0.85 and same_stem < another - 0.3


def test_a_few_seeds_are_widened_by_their_neighbours() -> None:
    generator = np.random.default_rng(5)
    near = {f"{word}a": FIRST + 0.15 * generator.normal(size=16) for word in filler(40)}
    space = make_space(two_poles(extra=near))
    usable, left_out = neighbours._usable(space, GROUPS)
    wide = neighbours._widened(space, usable, neighbours._neighbours(space, usable), set(NEGATIVE + POSITIVE))
    assert left_out == () and set(POSITIVE) <= set(wide["positive"])
    assert len(wide["positive"]) == len(set(wide["positive"])) == neighbours.WIDENED
    assert len(set(near) & set(wide["positive"])) >= 38
    assert not set(wide["positive"]) & set(wide["negative"])


def test_a_space_without_meaning_is_recognised() -> None:
    generator = np.random.default_rng(2)
    names = [*POSITIVE, *NEGATIVE, *filler(600)]
    space = make_space(embeddings_of({word: generator.normal(size=16) for word in names}))
    found = relate(space, GROUPS)
    assert found.reason == "space_without_meaning" and min(found.quality.values()) < 0.8
    assert np.isnan(found.rho(["gold"])).all()


def test_one_group_that_means_nothing_is_enough() -> None:
    space = make_space(two_poles())
    found = relate(space, {"positive": POSITIVE, "negative": tuple(filler(600)[: neighbours.LARGE])})
    assert found.reason == "space_without_meaning" and found.quality["positive"] > 0.9


@pytest.mark.parametrize(
    ("quality", "sizes", "passes"),
    [
        ({"a": 0.95, "b": 0.7}, (6, 6), True),  # 0.825 together; six words say little by themselves
        ({"a": 0.85, "b": 0.7}, (6, 6), False),
        ({"a": 0.95, "b": 0.79}, (20, 20), False),
        ({"a": 0.95, "b": 0.79}, (20, 19), True),
        ({"a": 0.8}, (50,), True),
    ],
)
def test_small_groups_are_checked_together(
    quality: dict[str, float], sizes: tuple[int, ...], passes: bool
) -> None:
    groups = {name: ("word",) * size for name, size in zip(quality, sizes, strict=True)}
    assert neighbours._means_something(quality, groups) == passes


def test_what_cannot_be_asked_says_why() -> None:
    space = make_space(two_poles())
    assert relate(Space(reason="not_finite"), GROUPS).reason == "not_finite"
    assert relate(space, {}).reason == "no_lexicon"
    few = relate(space, {"positive": ("gold", "unspellable", "9"), "negative": ()})
    assert (few.reason, few.left_out) == ("too_few_listed", ("negative", "positive"))
    one_sided = relate(space, {"positive": POSITIVE, "negative": ("mud",)})
    assert (one_sided.reason, one_sided.left_out) == ("", ("negative",))
    assert np.isnan(one_sided.rho(["unspellable"])).all() and one_sided.rho([]).shape == (0,)


def test_what_is_no_whole_word_is_in_pieces() -> None:
    found = relate(make_space(two_poles()), GROUPS)
    assert found.in_pieces("golden") and not found.in_pieces("Gold")
    assert not relate(Space(reason="not_finite"), GROUPS).in_pieces("golden")  # nothing can be said


def test_words_are_the_same_alone_and_in_company() -> None:
    found = relate(make_space(two_poles()), GROUPS)
    words = filler(600)
    together = found.rho(words)
    assert together[17] == found.rho([words[17]])[0] == found.rho([words[17].upper()])[0]
    assert 0.45 < float(np.mean(together)) < 0.55  # percentiles of the background itself


values = st.lists(st.integers(0, 6), min_size=1, max_size=30)


@settings(max_examples=50, deadline=None)
@given(values, values)
def test_auc_is_the_rank_statistic(high: list[int], low: list[int]) -> None:
    expected = mannwhitneyu(high, low).statistic / (len(high) * len(low))
    assert auc(np.array(high, float), np.array(low, float)) == pytest.approx(expected)


def test_percentile_by_hand() -> None:
    ordered = np.array([1.0, 2.0, 2.0, 4.0])
    assert percentile(np.array([0.0, 1.0, 2.0, 3.0, 5.0]), ordered).tolist() == [0, 0.125, 0.5, 0.75, 1]


def test_words_in_pieces_are_not_neighbours_where_there_are_whole_ones() -> None:
    words = filler(600)
    base = two_poles()
    joined = {"".join(pair): [base.vocabulary.index(word) for word in pair] for pair in pairwise(words[:6])}
    spelling = Embeddings(
        base.vocabulary, base.matrix, lambda word: joined.get(word) or base.pieces(word), base.origin
    )
    space = make_space(spelling)
    usable, left_out = neighbours._usable(space, {"both": (*POSITIVE, *joined), "pieces": tuple(joined)})
    assert usable["both"] == tuple(sorted(POSITIVE)) and usable["pieces"] == tuple(sorted(joined))
    assert left_out == ()
