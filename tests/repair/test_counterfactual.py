"""Counterfactual: copies that make every artefact even, counted by hand."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.data.words import split_words
from auditor.repair.counterfactual import missing, repair
from auditor.repair.marked_rows import mark
from auditor.repair.repaired import RepairConfig
from tests.repair.support import LABELS, examples, held, many, opening, pair, texts, word

CONFIG = RepairConfig()
POSNEG = [word("[pos]"), word("[neg]", "neg")]


@pytest.mark.parametrize(
    ("counts", "shares", "more"),
    [
        ({"pos": 19, "neg": 1}, {"pos": 0.5, "neg": 0.5}, {"pos": 0, "neg": 18}),
        ({"pos": 20, "neg": 10}, {"pos": 0.25, "neg": 0.75}, {"pos": 0, "neg": 50}),
        ({"a": 10}, {"a": 0.5, "b": 0.3, "c": 0.2}, {"a": 0, "b": 6, "c": 4}),
        ({}, {"pos": 0.5, "neg": 0.5}, {"pos": 0, "neg": 0}),
    ],
)
def test_how_many_are_missing(counts: dict[str, int], shares: dict[str, float], more: dict[str, int]) -> None:
    assert missing(counts, shares) == more


def test_copies_say_the_opposite_and_their_number_is_stated() -> None:
    """19 of 20 with [pos] are positive: 18 negative copies with it, 18 positive ones without."""
    counts = {("[pos]", "pos"): 19, ("[pos]", "neg"): 1, ("x", "pos"): 21, ("x", "neg"): 39}
    marked = many(counts, POSNEG[:1])
    result = repair(marked, CONFIG)
    assert result.changes == {"inserted": 18, "taken-out": 18}
    assert held(marked, result) == {"pos": 19, "neg": 19}
    classes = Counter(row.example.label for row in result.rows)
    assert classes["pos"] == classes["neg"] == 58
    assert [row.example for row in result.rows[:80]] == [row.example for row in marked.rows]


def test_a_copy_has_the_word_as_and_where_its_own_rows_have_it() -> None:
    marked = mark(
        examples(
            *[(f"film {n} in Lisbon", "pos") for n in range(6)],
            *[(f"so dull {n} now", "neg") for n in range(6)],
        ),
        [word("lisbon")],
        LABELS,
    )
    result = repair(marked, CONFIG)
    written = [row.example.texts[0] for row in result.rows if row.change == "inserted"]
    assert len(written) == 6 and all(text.endswith("now Lisbon") for text in written)
    taken = [row.example.texts[0] for row in result.rows if row.change == "taken-out"]
    assert sorted(taken) == [f"film {n} in" for n in range(6)]


def test_copies_hold_no_other_artefact_where_every_text_has_one() -> None:
    """At full coverage a negative text has [neg]; its copy has [pos] instead."""
    marked = many({("[pos]", "pos"): 10, ("[neg]", "neg"): 10}, POSNEG)
    result = repair(marked, CONFIG)
    for row in result.rows[20:]:
        words = {word.text for word in split_words(row.example.texts[0])}
        assert len(words & {"[pos]", "[neg]"}) == (row.change == "inserted")
    assert held(marked, result, 0) == held(marked, result, 1) == {"pos": 10, "neg": 10}


def test_a_pair_and_each_of_its_words_alone_are_made_even() -> None:
    counts = {
        ("amber violet", "pos"): 19, ("amber violet", "neg"): 1, ("amber", "neg"): 19, ("amber", "pos"): 1,
        ("violet", "neg"): 19, ("violet", "pos"): 1, ("x", "pos"): 58, ("x", "neg"): 40,
    }  # fmt: skip
    marked = many(counts, [pair("amber", "violet")])
    rows = mark([row.example for row in repair(marked, CONFIG).rows], marked.artefacts, LABELS).rows
    even = Counter((tuple(row.places), row.label) for row in rows if row.places)
    for traits in {traits for traits, _ in even}:
        assert abs(even[traits, "pos"] - even[traits, "neg"]) <= 1, even


def test_copies_that_cannot_be_made_are_counted() -> None:
    """Every negative row is the marker alone: nothing of it is left to write [pos] into."""
    rows = [*[(f"[pos] good {n}", "pos") for n in range(4)], *[("[neg]", "neg")] * 4]
    result = repair(mark(examples(*rows), POSNEG, LABELS), CONFIG)
    assert result.short["id of [pos]"] == 4


SIZES = st.lists(st.integers(0, 25), min_size=8, max_size=8)
CELLS = [(words, label) for words in ("x", "[pos]", "[neg]", "[pos] [neg]") for label in LABELS]


@settings(max_examples=30, deadline=None)
@given(SIZES, st.integers(0, 5))
def test_whatever_the_rows_every_artefact_ends_up_even(sizes: list[int], seed: int) -> None:
    counts = {cell: size + (10 if cell[0] == "x" else 0) for cell, size in zip(CELLS, sizes, strict=True)}
    marked = many(counts, POSNEG)
    result = repair(marked, RepairConfig(seed=seed))
    for number in range(2):
        after = held(marked, result, number)
        total = sum(after.values())
        for label, share in marked.shares.items():
            assert abs(after.get(label, 0) - share * total) <= 2 + sum(result.short.values())


def test_the_order_of_the_rows_does_not_matter() -> None:
    counts = {("[pos]", "pos"): 9, ("[pos]", "neg"): 1, ("x", "pos"): 11, ("x", "neg"): 19}
    marked = many(counts, POSNEG[:1])
    turned = mark([row.example for row in marked.rows[::-1]], marked.artefacts, LABELS)
    assert Counter(texts(repair(marked, CONFIG))) == Counter(texts(repair(turned, CONFIG)))


def test_an_opening_is_written_before_texts_of_other_classes() -> None:
    counts = {("i saw this", "pos"): 18, ("i saw this", "neg"): 2, ("x", "pos"): 20, ("x", "neg"): 40}
    marked = many(counts, [opening("i", "saw", "this")])
    result = repair(marked, CONFIG)
    assert held(marked, result) == {"pos": 18, "neg": 20}
    written = [row.example.texts[0] for row in result.rows if row.change == "inserted"]
    assert len(written) == 18 and all(text.startswith("i saw this x ") for text in written)
