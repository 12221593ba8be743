"""Families by meaning: clouds of vectors are told apart, rare words join, bad vectors are left out."""

import time
from collections.abc import Sequence

import numpy as np
import pytest

from auditor.data.wordlists import word_list, word_lists
from auditor.features.families import FamilyConfig, clusters, families, homogeneity
from auditor.features.vectors import (
    FEW_LISTS,
    NO_EMBEDDINGS,
    NO_MEANING,
    NOT_NUMBERS,
    ONE_DIMENSION,
    FloatArray,
    nearness_of_lists,
    why_without_meaning,
    word_vectors,
)

WORDS = ["kenya", "peru", "chad", "iraq", "good", "great", "fine", "nice", "table", "mali"]


def cloud(centre: int, count: int, *, seed: int, spread: float = 0.5, dimensions: int = 40) -> FloatArray:
    """Unit vectors around one axis: the mean cosine of two is about 1 / (1 + spread²)."""
    noise = np.random.default_rng(seed).normal(size=(count, dimensions)) * spread / np.sqrt(dimensions)
    noise[:, centre] += 1
    unit: FloatArray = (noise / np.linalg.norm(noise, axis=1, keepdims=True)).astype(np.float32)
    return unit


def space() -> FloatArray:
    """Four countries, four words of praise, a word by itself, and a country that nothing needs."""
    countries = cloud(0, 5, seed=1)
    return np.concatenate([countries[:4], cloud(1, 4, seed=2), cloud(2, 1, seed=3), countries[4:]])


def made_up(count: int) -> list[str]:
    """So many words of letters."""
    return ["zz" + "".join(chr(ord("a") + int(digit)) for digit in str(number)) for number in range(count)]


def test_function_words_and_other_kinds_belong_to_no_family() -> None:
    words = ["the", "12", "!", "kenya", *made_up(6)]
    weights = np.ones(10)
    found = families(words, cloud(0, 10, seed=0), weights)
    assert [family.members for family in found] == [tuple(range(3, 10))]


def test_words_that_decide_form_families_and_others_join() -> None:
    weights = np.array([1, 4, 2, 3, 1, 1, 1, 1, 5, 0])
    first, second = families(WORDS, space(), weights)
    assert (first.kind, first.members) == ("family", (0, 1, 2, 3, 9))
    assert first.name == "country: peru, iraq, chad"
    assert first.source == "cut 0.65: peru, iraq, chad, kenya"
    assert (second.name, second.members) == ("good, great, fine", (4, 5, 6, 7))


def test_a_word_that_nothing_needs_founds_no_family() -> None:
    weights = np.array([0, 0, 0, 0, 1, 1, 1, 1, 1, 0])
    (only,) = families(WORDS, space(), weights)
    assert only.members == (4, 5, 6, 7)
    assert families(WORDS, space(), np.zeros(10)) == ()
    assert families([], np.zeros((0, 4), dtype=np.float32), np.zeros(0)) == ()


def test_a_family_is_limited_to_its_nearest_words() -> None:
    vectors = np.concatenate([cloud(0, 4, seed=0, spread=0.1), cloud(0, 50, seed=1, spread=0.2)])
    weights = np.array([1.0] * 4 + [0.0] * 50)
    config = FamilyConfig(largest=10, cuts=(0.5,))
    (only,) = families(made_up(54), vectors, weights, config)
    assert len(only.members) == 10
    assert only.members[:4] == (0, 1, 2, 3)


def test_random_words_are_no_family() -> None:
    """Negative control: in 384 dimensions the cosines of random words lie around 0, 0.05 apart."""
    vectors = np.random.default_rng(0).normal(size=(200, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    found = families(made_up(200), vectors, np.ones(200))
    assert found == ()


def test_average_linkage_by_hand() -> None:
    """Angles 0°, 30°, 90°: 1 - cos 30° = 0.134 joins first; then the mean of 1 and 1 - cos 60° is 0.75."""
    angles = np.radians([0, 30, 90])
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    narrow, wide = clusters(vectors, (0.74, 0.76))
    assert [rows.tolist() for rows in narrow] == [[0, 1], [2]]
    assert [rows.tolist() for rows in wide] == [[0, 1, 2]]
    assert [rows.tolist() for rows in clusters(vectors[:1], (0.5,))[0]] == [[0]]
    assert clusters(vectors[:0], (0.5,)) == [[]]


def test_several_cuts_give_families_inside_families() -> None:
    """Two tight clouds with a mean cosine of 0.3 between them: apart at 0.65, one at 0.75 and 0.85."""
    centres = np.zeros((2, 40))
    centres[0, 0], centres[1, 0], centres[1, 1] = 1, 0.3, (1 - 0.3**2) ** 0.5
    noise = np.random.default_rng(0).normal(size=(10, 40)) * 0.02
    vectors = np.repeat(centres, 5, axis=0) + noise
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    found = families(made_up(10), vectors.astype(np.float32), np.ones(10))
    assert [family.members for family in found] == [tuple(range(5)), tuple(range(5, 10)), tuple(range(10))]


def test_homogeneity_is_the_mean_cosine_of_two_words() -> None:
    vectors = cloud(0, 6, seed=0)
    pairs = [float(vectors[i] @ vectors[j]) for i in range(6) for j in range(i)]
    assert homogeneity(vectors) == pytest.approx(np.mean(pairs), abs=1e-6)
    assert homogeneity(vectors[:1]) == 1.0


def test_twenty_thousand_words_take_seconds_and_little_memory() -> None:
    vectors = np.concatenate([cloud(centre, 1000, seed=centre, dimensions=64) for centre in range(20)])
    weights = np.arange(len(vectors), 0, -1, dtype=float)
    begin = time.perf_counter()
    found = families(made_up(len(vectors)), vectors, weights)
    assert time.perf_counter() - begin < 60
    assert len(found) == 4, "the 4,000 heaviest words are those of four clouds"
    assert all(len(family.members) >= 1000 for family in found)


def test_vectors_are_centred_means_of_pieces() -> None:
    table = np.array([[3.0, 0.0], [0.0, 3.0], [0.0, 0.0], [np.nan, 1.0]])
    pieces = {"a": [0], "b": [0, 1], "c": [], "d": [3], "e": [99]}
    found = word_vectors(list(pieces), table, lambda words: [pieces[word] for word in words])
    assert found[0] == pytest.approx(np.array([2, -1]) / np.sqrt(5))
    assert found[1] == pytest.approx(np.array([1, 1]) / np.sqrt(2))
    assert not found[2:].any()


def known_words(count: int) -> dict[str, list[int]]:
    """The pieces of a model that knows so many words of each list as one piece each."""
    words = dict.fromkeys(word for entry in word_lists() for word in entry.words[:count])
    return {word: [number] for number, word in enumerate(words)}


def lists_table(known: dict[str, list[int]], *, meaning: bool) -> FloatArray:
    """Embeddings in which the words of a list lie together, or not."""
    generator = np.random.default_rng(0)
    table = generator.normal(size=(len(known), 32)).astype(np.float32)
    for number, entry in enumerate(word_lists()):
        for word in entry.words:
            if meaning and word in known:
                table[known[word][0], number] += 8
    return table


def test_a_space_with_meaning_keeps_known_lists_together() -> None:
    known = known_words(8)

    def pieces(words: Sequence[str]) -> list[list[int]]:
        return [known.get(word, []) for word in words]

    good, bad = (lists_table(known, meaning=meaning) for meaning in (True, False))
    assert why_without_meaning(good, pieces) == ""
    assert min(nearness_of_lists(pieces, good).values()) > 0.95
    assert why_without_meaning(bad, pieces) == NO_MEANING
    assert why_without_meaning(good, lambda words: [[] for _ in words]) == FEW_LISTS


def test_one_list_that_a_shortcut_moved_makes_no_meaning() -> None:
    """Embeddings of a small model in which a planted list, and it alone, came to lie together."""
    known = known_words(8)
    table = lists_table(known, meaning=False)
    for word in word_list("country").words[:8]:
        table[known[word][0], 0] += 8
    found = nearness_of_lists(lambda words: [known.get(word, []) for word in words], table)
    assert found["country"] > 0.95
    assert float(np.median(list(found.values()))) < 0.6


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (None, NO_EMBEDDINGS),
        (np.ones((5, 1)), ONE_DIMENSION),
        (np.full((5, 8), np.nan), NOT_NUMBERS),
    ],
)
def test_a_space_that_cannot_be_used_says_why(table: FloatArray | None, reason: str) -> None:
    assert why_without_meaning(table, lambda words: [[] for _ in words]) == reason
