"""Spaces of words: vectors by hand, whole words of every kind of tokenizer, and what cannot be used."""

import numpy as np
import pytest

from auditor.meaning.space import BACKGROUND, by_frequency, make_space, whole_words
from tests.meaning.support import embeddings_of, filler, two_poles


def plain(count: int = 400, width: int = 12) -> dict[str, np.ndarray]:
    generator = np.random.default_rng(1)
    return {word: generator.normal(size=width) + 5 for word in filler(count)}


def test_a_vector_is_the_mean_of_pieces_less_the_background_at_unit_length() -> None:
    vectors = plain()
    space = make_space(embeddings_of(vectors))
    first, second = filler(2)
    centre = np.mean(list(vectors.values()), axis=0)
    expected = (vectors[first] + vectors[second]) / 2 - centre
    found, known = space._by_pieces([f"{first}+{second}", "missing", first])
    assert known.tolist() == [True, False, True]
    np.testing.assert_allclose(found[0], expected / np.linalg.norm(expected), atol=1e-5)
    assert not found[1].any()
    np.testing.assert_allclose(np.linalg.norm(space.vectors, axis=1), 1.0, atol=1e-5)
    np.testing.assert_allclose(found[2], space.vectors[space.background.index(first)], atol=1e-6)


def test_no_words_are_no_vectors() -> None:
    found, known = make_space(two_poles()).look_up([])
    assert found.shape == (0, 16) and known.shape == (0,)


@pytest.mark.parametrize(
    ("vocabulary", "words"),
    [
        (["[PAD]", "the", "##ing", "The", "good", "it's", "3"], {"the": "the", "good": "good"}),
        (["<s>", "Ġthe", "ing", "ĠParis", "ĠcafÃ©", "Ġ"], {"the": "the", "paris": "Paris"}),
        (["<s>", "▁the", "ing", "▁café", "▁"], {"the": "the", "café": "café"}),
        (["a", "b", "##a"], {"a": "a", "b": "b"}),
        (["Paris", "paris"], {"paris": "paris"}),
        ([], {}),
    ],
    ids=["WordPiece", "byte-level", "SentencePiece", "letters", "cased", "empty"],
)
def test_whole_words(vocabulary: list[str], words: dict[str, str]) -> None:
    assert whole_words(vocabulary) == words


def test_a_cased_vocabulary_is_looked_up_as_it_is_written() -> None:
    vectors = plain() | {"Paris": np.ones(12)}
    _, known = make_space(embeddings_of(vectors)).look_up(["paris"])
    assert known.all()


def test_a_vocabulary_in_the_order_of_the_alphabet_goes_by_the_data() -> None:
    words = sorted(filler(100))
    counts = {words[7]: 5, words[90]: 9}
    assert by_frequency(words, counts)[:3] == [words[90], words[7], words[0]]
    mixed = words[50:] + words[:50]
    shuffled = list(np.random.default_rng(0).permutation(words))
    assert by_frequency(shuffled, counts) == shuffled
    assert by_frequency(mixed, counts)[0] == words[90]  # nearly sorted
    assert by_frequency([], {}) == [] and by_frequency(["one"], {}) == ["one"]


def test_the_background_is_the_beginning_of_the_vocabulary() -> None:
    words = [a + b for a in filler(90) for b in filler(90)]
    shuffled = list(np.random.default_rng(0).permutation(words))
    generator = np.random.default_rng(1)
    space = make_space(embeddings_of({word: generator.normal(size=8) for word in shuffled}))
    assert space.background == tuple(shuffled[:BACKGROUND])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda v: v | {next(iter(v)): np.full(12, np.nan)}, "not_finite"),
        (lambda v: {word: vector[:1] for word, vector in v.items()}, "too_narrow"),
        (lambda v: dict(list(v.items())[:50]), "too_few_words"),
        (lambda v: {f"##{word}": vector for word, vector in v.items()}, "too_few_words"),
        (lambda v: {word: np.ones(12) for word in v}, "no_spread"),
    ],
)
def test_a_space_that_cannot_be_used_says_why(change, reason: str) -> None:  # type: ignore[no-untyped-def]
    space = make_space(embeddings_of(change(plain())))
    assert space.reason == reason and not space.background


def test_a_space_made_by_the_audited_data_is_not_asked() -> None:
    vectors = plain()
    assert make_space(embeddings_of(vectors, scratch=True)).reason == "trained_from_scratch"
    counts = dict.fromkeys(vectors, 1)
    assert make_space(embeddings_of(vectors), counts).reason == "vocabulary_made_from_data"
    assert make_space(embeddings_of(vectors, source="base_model"), counts).reason == ""
    some = dict(list(counts.items())[:200])
    assert make_space(embeddings_of(vectors), some).reason == ""
