"""Labelled data by its groups: counted over a whole file, only of tokens that are asked for."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from auditor.data.examples import Example, make_example
from auditor.signals import divided
from auditor.signals.counts import Token
from auditor.signals.divided import count_divided, divide
from auditor.signals.labelled import LabelledData

LABELS = ("negative", "positive")
NAMES = {"neg": "negative", "pos": "positive"}
ROWS = [
    ("amber film", "pos", "site one"),
    ("amber plot amber", "pos", "site one"),
    ("film", "neg", "site one"),
    ("amber film", "pos", "site two"),  # again: counted where it stood first
    ("Amber was", "neg", "site two"),
    ("plot was", "pos", "site two"),
    ("amber here", "neg", None),
    ("amber there", None, "site two"),
]


def examples() -> Iterator[Example]:
    return (make_example((text,), label, n, group) for n, (text, label, group) in enumerate(ROWS, 1))


def counted(*words: str) -> divided.Divided:
    wanted = {Token(word) for word in words}
    return count_divided(examples(), NAMES, LABELS, belongs=lambda token: (token,) if token in wanted else ())


def test_documents_are_counted_by_class_and_group() -> None:
    found = counted("amber", "film")
    assert found.names == ("site one", "site two")
    assert found.documents.tolist() == [[1, 2], [1, 1]]
    groups, holding = found.holding(Token("amber"))
    assert groups.tolist() == [0, 1] and holding.tolist() == [[0, 2], [1, 0]]
    groups, holding = found.holding(Token("film"))
    assert groups.tolist() == [0] and holding.tolist() == [[1, 1]]


def test_words_that_nobody_asked_for_are_not_counted() -> None:
    found = counted("amber")
    groups, holding = found.holding(Token("plot"))
    assert list(found.numbers) == [Token("amber")]
    assert groups.size == 0 and holding.shape == (0, 2)


def test_a_word_counts_for_the_groups_of_words_it_belongs_to() -> None:
    stone = Token("stones", 0, "list")
    found = count_divided(
        examples(), NAMES, LABELS, belongs=lambda token: (stone,) if token.text == "amber" else ()
    )
    assert found.holding(stone)[1].tolist() == [[0, 2], [1, 0]]


@pytest.mark.parametrize("chunk", [1, 2, 7])
def test_the_counts_do_not_depend_on_the_chunks(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = counted("amber", "film", "plot", "was")
    monkeypatch.setattr(divided, "CHUNK", chunk)
    parts = counted("amber", "film", "plot", "was")
    assert parts.cells.tolist() == whole.cells.tolist() and parts.counts.tolist() == whole.counts.tolist()


def test_many_groups_agree_with_a_plain_count() -> None:
    rng = np.random.default_rng(0)
    words, groups = ("amber", "film", "plot"), tuple(f"author {n}" for n in range(40))
    rows = [
        (
            " ".join([*(w for w in words if rng.random() < 0.4), f"n{n}"]),
            *rng.choice(["neg", "pos"], 1),
            *rng.choice(groups, 1),
        )
        for n in range(400)
    ]
    made = [make_example((text,), str(label), n, str(group)) for n, (text, label, group) in enumerate(rows)]
    found = count_divided(made, NAMES, LABELS, belongs=lambda token: (token,))
    for word in words:
        numbers, holding = found.holding(Token(word))
        seen = {
            (found.names[group], label): int(holding[row, label])
            for (row, group), label in product(enumerate(numbers.tolist()), (0, 1))
            if holding[row, label]
        }
        plain: dict[tuple[str, int], int] = {}
        for text, gold, author in rows:
            if word in text.split():
                cell = str(author), ("neg", "pos").index(str(gold))
                plain[cell] = plain.get(cell, 0) + 1
        assert seen == plain


def test_data_without_groups_is_not_divided() -> None:
    plain = [make_example(("amber film",), "pos", 1)]
    assert divide(LabelledData(lambda: plain, NAMES, LABELS), lambda token: (token,)) is None
    found = divide(LabelledData(examples, NAMES, LABELS), lambda token: (token,))
    assert found is not None and found.names == ("site one", "site two")
