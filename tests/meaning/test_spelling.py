"""A word's vector by its spelling: ridge regression against the exact solution, and words spelt alike."""

import numpy as np
import pytest

from auditor.meaning import spelling
from auditor.meaning.space import make_space
from auditor.meaning.spelling import _features, _ridge, learn_spelling, stretches
from auditor.model.embeddings import Embeddings
from tests.meaning.support import embeddings_of, filler

STEMS = ("funn", "grim", "brav", "quick", "stern", "bleak")


def test_stretches_by_hand() -> None:
    assert stretches("fun") == {"<fu", "fun", "un>", "<fun", "fun>", "<fun>"}
    assert "<funni>" in stretches("funni") and "<funny" in stretches("funnyish")
    assert stretches("") == {"<>"} and stretches("a") == {"<a>"}


def test_the_regression_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spelling, "STEPS", 60)
    words = [stem + end for stem in STEMS for end in ("y", "est", "ness", "ly")]
    numbers = {one: place for place, one in enumerate(sorted({s for word in words for s in stretches(word)}))}
    features = _features(words, numbers)
    wanted = np.random.default_rng(0).normal(size=(len(words), 5)).astype(np.float32)
    dense = features.toarray().astype(np.float64)
    exact = np.linalg.solve(dense.T @ dense + spelling.PENALTY * np.eye(dense.shape[1]), dense.T @ wanted)
    np.testing.assert_allclose(_ridge(features, wanted), exact, atol=1e-4)
    np.testing.assert_allclose(np.linalg.norm(dense, axis=1), 1.0, atol=1e-6)


def test_a_word_lies_where_words_spelt_like_it_lie() -> None:
    ends = ("y", "est", "ness", "ly", "ier", "ish")
    words = [stem + end for stem in STEMS for end in ends]
    vectors = np.repeat(np.eye(len(STEMS)), len(ends), axis=0)
    learned = learn_spelling(words, vectors)
    found = learned.vectors(["unfunny", "bravery", "overgrim"])
    assert found.argmax(axis=1).tolist() == [0, 2, 1]
    assert not learned.vectors(["zzz"]).any()  # nothing is spelt like it
    assert learned.vectors([]).shape == (0, len(STEMS))


def test_only_the_first_words_of_a_large_vocabulary_teach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spelling, "TAUGHT", 2)
    learned = learn_spelling(["amber", "ambers", "stone", "stones"], np.eye(4))
    assert "<amb" in learned.numbers and "<sto" not in learned.numbers


def toy(word: str) -> Embeddings:
    """Two families of words a direction each, and one word in the pieces of the wrong one."""
    generator = np.random.default_rng(3)
    vectors = {word: generator.normal(size=16) for word in filler(400)}
    for axis, stem in enumerate(("funn", "grim")):
        for end in ("y", "est", "ness", "ly", "ier", "ish", "ing"):
            vectors[stem + end] = 6 * np.eye(16)[axis] + 0.3 * generator.normal(size=16)
    base = embeddings_of(vectors)
    pieces = [base.vocabulary.index("grimness")]
    return Embeddings(
        base.vocabulary, base.matrix, lambda one: pieces if one == word else base.pieces(one), base.origin
    )


def test_a_word_in_pieces_is_placed_by_both() -> None:
    """*unfunny* shares its only piece with *grimness*, and its letters with *funny*."""
    space = make_space(toy("unfunny"))
    (found, funny, grim), known = space.look_up(["unfunny", "funny", "grimness"])
    assert known.all() and np.linalg.norm(found) == pytest.approx(1.0)
    assert found @ funny > 0.5 and found @ grim > 0.1
    by_pieces, _ = space._by_pieces(["unfunny"])
    assert by_pieces[0] @ grim == pytest.approx(1.0) and by_pieces[0] @ funny < 0.3


def test_whole_words_and_words_that_cannot_be_spelt_are_left_alone() -> None:
    space = make_space(toy("unfunny"))
    for word in ("funny", "grimest"):
        np.testing.assert_allclose(space.look_up([word])[0], space._by_pieces([word])[0])
    _, known = space.look_up(["missing"])
    assert not known.any() and "spelling" not in vars(space)  # nobody asked for it


def test_alone_and_in_company() -> None:
    space = make_space(toy("unfunny"))
    together, _ = space.look_up(["funny", "unfunny", "grimly"])
    np.testing.assert_array_equal(together[1], space.look_up(["unfunny"])[0][0])
