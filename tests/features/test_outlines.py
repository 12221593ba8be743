"""Outlines against a plain reading of each text, and what is added up by hand."""

from random import Random

import numpy as np
import pytest

from auditor.features.outlines import (
    HEAD,
    NO_WORD,
    OTHER,
    STYLED,
    TRAITS,
    joined,
    line_breaks,
    outline_of,
    outlined,
    traits,
)
from tests.features.support import read

WORDS = ["the", "GOOD", "film", "sooo", ".", "!!", '"', "3.5", "Kenya", "", "a-b"]


def named(word: str) -> dict[str, int]:
    return dict(zip(TRAITS, traits(word), strict=True))


def test_traits_of_a_word_by_hand() -> None:
    assert {name for name, value in named("GOOD").items() if value} == {
        *("words", "letters", "capital letters", "characters", "spoken", "spoken characters", "capitals")
    }
    assert (named("GOOD")["letters"], named("GOOD")["capital letters"]) == (4, 4)
    assert (named("sooo")["elongated"], named("soo")["elongated"]) == (1, 0)
    assert named("2436-02-17")["digits"] == 8 and named("2436-02-17")["characters"] == 10
    assert [named(mark)["ends"] for mark in (".", "!?!", "...", ",", "ok")] == [1, 1, 1, 0, 0]
    assert [named(word)["function words"] for word in ("The", "n’t", "film")] == [1, 1, 0]
    assert (named('"')["quotes"], named("“")["quotes"], named("'")["quotes"]) == (1, 1, 0)
    assert named(".")["spoken"] == 0 == named(".")["spoken characters"]


def test_line_breaks_are_counted_inside() -> None:
    assert [line_breaks(text) for text in ("a", "\na\n", "a\nb\n\nc", "")] == [0, 0, 3, 0]


@pytest.mark.parametrize("seed", range(10))
def test_outlines_are_a_plain_reading(seed: int) -> None:
    random = Random(seed)  # noqa: S311 (texts, not secrets)
    texts = [" ".join(random.choices(WORDS, k=random.randrange(12))) for _ in range(20)]
    split = [text.split() for text in texts]
    sets = [sorted(random.sample(range(len(words)), min(len(words), random.randrange(3)))) for words in split]
    found, vocabulary = read(texts, sets)
    for doc, words in enumerate(split):
        numbers = [vocabulary.index(word.casefold()) for word in words]
        head = [*numbers[:HEAD], *[NO_WORD] * (HEAD - len(numbers))][:HEAD]
        assert found.head[doc].tolist() == head
        assert found.head_needed[doc].tolist() == [place in sets[doc] for place in range(HEAD)]
        spoken = [place for place, word in enumerate(words) if any(map(str.isalnum, word))]
        for ends, needs, at in (
            (found.first, found.first_needed, 0), (found.last, found.last_needed, -1)
        ):  # fmt: skip
            assert ends[doc] == (numbers[spoken[at]] if spoken else NO_WORD)
            assert needs[doc] == bool(spoken and spoken[at] in sets[doc])
        for trait in TRAITS:
            assert found.total(trait)[doc] == sum(named(word)[trait] for word in words)
        for place, style in enumerate(STYLED):
            wanted = any(named(words[at])[style] for at in sets[doc])
            assert found.styled_needed[doc, place] == wanted


def test_no_texts_and_texts_without_words() -> None:
    nothing, _ = read([])
    assert len(nothing) == 0 and nothing.sums.shape == (0, len(TRAITS) + 1)
    empty, _ = read(["", "..."])
    assert empty.first.tolist() == empty.last.tolist() == [NO_WORD, NO_WORD]
    assert empty.total("words").tolist() == [0, 1]


def test_parts_join_and_words_get_other_numbers() -> None:
    whole, vocabulary = read(["b a c", "c", "", "a a a a a a a"])
    apart = [read([text]) for text in ("b a c", "c", "", "a a a a a a a")]
    number = {word: place for place, word in enumerate(vocabulary)}
    parts = [
        one.renumbered(np.array([number[word] for word in words], dtype=np.int64)) for one, words in apart
    ]
    together = joined(parts)
    for name in vars(whole):
        assert np.array_equal(getattr(together, name), getattr(whole, name)), name


def test_unknown_words_and_ends_keep_their_marks() -> None:
    trait = np.array([traits("a"), traits("b")], dtype=np.float32)
    known = outlined(np.array([OTHER, 0]), trait, np.array([0, 2]), np.array([0]))
    moved = known.renumbered(np.array([7]))
    assert moved.head[0].tolist() == [OTHER, 7, *[NO_WORD] * (HEAD - 2)]
    assert (moved.first.tolist(), moved.last.tolist()) == ([OTHER], [7])


def test_of_one_text_all_words_are_unknown() -> None:
    found = outline_of("Two words.")
    assert found.head[0].tolist()[:4] == [OTHER, OTHER, OTHER, NO_WORD]
    assert found.total("words").tolist() == [3] and found.total("ends").tolist() == [1]
