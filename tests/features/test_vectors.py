"""Where words stand in an embedding table: by hand in two dimensions, and when a table says nothing."""

from collections.abc import Sequence

import numpy as np
import pytest

from auditor.data.wordlists import word_lists
from auditor.features.vectors import (
    FEW_LISTS,
    MEANING,
    NO_EMBEDDINGS,
    NO_MEANING,
    NOT_NUMBERS,
    ONE_DIMENSION,
    nearness_of_lists,
    why_without_meaning,
    word_vectors,
)

TABLE = np.array([[3.0, 0.0], [-1.0, 0.0], [0.0, 4.0], [0.0, -2.0]])
"""Its mean is (0.5, 0.5)."""


def numbered(**numbers: Sequence[int]) -> object:
    """Words by the numbers of their pieces."""
    return lambda words: [numbers.get(word, []) for word in words]


def test_a_vector_is_the_mean_of_its_pieces_less_the_tables_mean() -> None:
    """Pieces 0 and 2: ((2.5, -0.5) + (-0.5, 3.5)) / 2 = (1, 1.5), at unit length."""
    [found] = word_vectors(["both"], TABLE, numbered(both=[0, 2]))  # type: ignore[arg-type]
    assert found == pytest.approx(np.array([1.0, 1.5]) / np.hypot(1.0, 1.5))


def test_a_word_without_pieces_has_no_vector() -> None:
    found = word_vectors(["none", "outside"], TABLE, numbered(outside=[4, -1]))  # type: ignore[arg-type]
    assert found.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_a_word_at_the_mean_has_no_direction() -> None:
    table = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    assert word_vectors(["middle"], table, numbered(middle=[1])).tolist() == [[0.0, 0.0]]  # type: ignore[arg-type]


def test_a_row_that_is_not_numbers_counts_for_nothing() -> None:
    table = np.vstack([TABLE, [[np.nan, 1.0]]])
    words = numbered(first=[0], broken=[4], mixed=[0, 4])
    found = word_vectors(["first", "broken", "mixed"], table, words)  # type: ignore[arg-type]
    plain = word_vectors(["first"], TABLE, numbered(first=[0]))  # type: ignore[arg-type]
    assert found[0] == pytest.approx(plain[0])
    assert found[1].tolist() == [0.0, 0.0]
    assert found[2] == pytest.approx(plain[0])


def listed_space(noise: float, *, seed: int = 0) -> tuple[np.ndarray, object]:
    """A table in which the words of each known list lie around a point of their own."""
    random = np.random.default_rng(seed)
    numbers: dict[str, list[int]] = {}
    rows = []
    for entry in word_lists():
        centre = random.normal(size=16)
        for word in entry.words:
            numbers.setdefault(word, [len(rows)])
            rows.append(centre + noise * random.normal(size=16))
    return np.array(rows), lambda words: [numbers.get(word, []) for word in words]


def test_a_space_that_gathers_known_lists_means_something() -> None:
    table, pieces = listed_space(0.1)
    assert why_without_meaning(table, pieces) == ""  # type: ignore[arg-type]
    assert min(nearness_of_lists(pieces, table).values()) > 0.9  # type: ignore[arg-type]


def test_a_space_of_noise_does_not() -> None:
    table, pieces = listed_space(100.0)
    found = nearness_of_lists(pieces, table)  # type: ignore[arg-type]
    assert abs(float(np.median(list(found.values()))) - 0.5) < 0.1 < MEANING
    assert why_without_meaning(table, pieces) == NO_MEANING  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (None, NO_EMBEDDINGS),
        (np.ones((5, 1)), ONE_DIMENSION),
        (np.ones(5), ONE_DIMENSION),
        (np.full((5, 4), np.nan), NOT_NUMBERS),
        (np.eye(4), FEW_LISTS),
    ],
)
def test_why_a_table_says_nothing(table: np.ndarray | None, says: str) -> None:
    assert why_without_meaning(table, numbered()) == says  # type: ignore[arg-type]


def test_words_in_pieces_do_not_speak_for_a_list() -> None:
    """Words that share a piece are near for that alone."""
    table, _ = listed_space(0.1)
    assert nearness_of_lists(lambda words: [[0, 1] for _ in words], table) == {}
