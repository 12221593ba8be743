"""Counting labelled data: the fast count is the plain one, and a text that occurs again counts once."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.data.examples import Example, make_example
from auditor.data.words import split_words
from auditor.normal import normal
from auditor.signals import labelled
from auditor.signals.counts import Token
from auditor.signals.labelled import Numbering, Splitter, count_labelled
from auditor.signals.recurrence import label_tests
from tests.signals.support import LABELS

NAMES = {"neg": "negative", "pos": "positive"}
TEXTS = st.lists(
    st.sampled_from(["Good", "good", "bad.", "a<br />b", "<br />", "[pos]", "n't", "don't", "…", "3.5", "ß"]),
    min_size=1,
    max_size=8,
).map(" ".join)


def plainly(examples: list[Example]) -> tuple[Counter[str], Counter[tuple[Token, str]]]:
    """The same counts, one text after the other."""
    documents: Counter[str] = Counter()
    holding: Counter[tuple[Token, str]] = Counter()
    for example in {example.id: example for example in reversed(examples)}.values():
        if example.label is None:
            continue
        documents[NAMES[example.label]] += 1
        words = {
            Token(normal(w.text), f) for f, t in enumerate(example.texts) for w in split_words(t, field=f)
        }
        holding.update((word, NAMES[example.label]) for word in words)
    return documents, holding


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["neg", "pos", None])), max_size=12))
def test_it_is_the_plain_count(rows: list[tuple[str, str | None]]) -> None:
    labels = {text: label for text, label in rows if label is not None}
    examples = [make_example((text,), labels.get(text), n) for n, (text, _) in enumerate(rows)]
    found = count_labelled(examples, NAMES, LABELS)
    documents, holding = plainly(examples)
    assert found.documents.sum(axis=0).tolist() == [documents[label] for label in LABELS]
    counted = {
        (token, label): int(found.holding[row, :, place].sum())
        for token, row in found.numbers.items()
        for place, label in enumerate(LABELS)
    }
    assert {key: n for key, n in counted.items() if n} == dict(holding)


def test_two_fields_are_counted_apart() -> None:
    found = count_labelled([make_example(("good", "bad good"), "pos", 1)], NAMES, LABELS)
    table = found.table([Token("good", 0), Token("good", 1), Token("bad", 0), Token("bad", 1)])
    assert table.sum(axis=(1, 2)).tolist() == [1, 1, 0, 1]


def test_halves_add_up_and_do_not_depend_on_the_order() -> None:
    examples = [make_example((f"good n{n}",), ("neg", "pos")[n % 2], n) for n in range(40)]
    there, back = (count_labelled(some, NAMES, LABELS) for some in (examples, examples[::-1]))
    token = [Token("good")]
    assert np.array_equal(there.table(token), back.table(token))
    assert there.documents.sum() == 40 and (there.documents.sum(axis=1) > 5).all()


def test_a_leak_that_a_sample_cannot_show_is_in_the_file() -> None:
    leak = [make_example((f"monday n{n}",), "pos", n) for n in range(30)]
    rest = [make_example((f"quiet n{n}",), ("neg", "pos")[n % 2], n) for n in range(30, 400)]
    whole, sample = (count_labelled(some, NAMES, LABELS) for some in (leak + rest, leak[:3] + rest[:60]))
    found = [label_tests(some.table([Token("monday")]), some.documents) for some in (whole, sample)]
    assert [bool(tests.significant[0, 1]) for tests in found] == [True, False]


def test_frequent_words_come_as_they_were_written() -> None:
    examples = [make_example((f"Good n{n}",), "pos", n) for n in range(5)]
    assert count_labelled(examples, NAMES, LABELS).frequent(5) == {Token("good"): "Good"}


# Words that are remembered

WRITTEN = ["Good good", "don't don't", "a<br />b", "x" * 90, "good " * 3, "日本語 good", ""]


@pytest.mark.parametrize("remembered", [0, 1, 3, 1000])
def test_forgetting_changes_nothing(remembered: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few stretches are remembered, and however long they are."""
    examples = [
        make_example((f"{text} n{n}",), ("neg", "pos")[n % 2], n) for n, text in enumerate(WRITTEN * 3)
    ]
    whole = count_labelled(examples, NAMES, LABELS)
    monkeypatch.setattr(labelled, "REMEMBERED", remembered)
    monkeypatch.setattr(labelled, "LONGEST", 4)
    found = count_labelled(examples, NAMES, LABELS)
    assert found.numbers == whole.numbers and found.forms == whole.forms
    assert (found.holding == whole.holding).all() and (found.documents == whole.documents).all()


def test_a_stretch_is_split_once_and_read_in_its_order() -> None:
    asked: list[tuple[str, int]] = []

    def read(written: str, field: int) -> tuple[int, ...]:
        asked.append((written, field))
        return (len(written),)

    splitter = Splitter(None, read)
    assert splitter.numbers_in("so good, so  bad", 0) == [2, 4, 1, 2, 3]
    assert splitter.numbers_in("good, so", 0) == [4, 1, 2]
    assert asked == [("so", 0), ("good", 0), (",", 0), ("bad", 0)]
    assert splitter.numbers_in("so", 1) == [2] and asked[-1] == ("so", 1)  # a field of its own
    assert splitter.numbers_in("   ", 0) == []


def test_a_word_may_be_read_as_nothing_or_as_several() -> None:
    splitter = Splitter(None, lambda written, _: range(len(written) - 1))
    assert splitter.numbers_in("a of the", 0) == [0, 0, 1]


@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_tokens_are_numbered_in_the_order_in_which_they_come(texts: list[str]) -> None:
    numbering = Numbering(None, lambda token: (token,))
    expected: dict[str, int] = {}
    for text in texts:
        words = [normal(word.text) for word in split_words(text)]
        for word in words:
            expected.setdefault(word, len(expected))
        assert numbering.numbers_in((text,)) == {expected[word] for word in words}
    assert {token.text: number for token, number in numbering.known.items()} == expected
    assert [normal(form) for form in numbering.forms] == list(expected)
