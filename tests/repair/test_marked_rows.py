"""Where artefacts stand."""

from auditor.data.examples import make_example
from auditor.repair.artefacts import Artefact, Words
from auditor.repair.marked_rows import mark
from tests.repair.support import LABELS, examples, pair, word


def test_every_place_of_an_artefact_is_found_whatever_its_spelling() -> None:
    [row] = mark(examples(("Lisbon, LISBON and oslo", "pos")), [word("lisbon"), word("oslo")], LABELS).rows
    assert row.places == {(0, 0): ((0, 0), (0, 2)), (1, 0): ((0, 4),)}
    assert row.held == {0, 1} and row.spots(0) == ((0, 0), (0, 2))


def test_a_pair_is_held_where_both_of_its_words_are() -> None:
    marked = mark(
        examples(("amber violet", "pos"), ("amber", "neg"), ("dull", "neg")),
        [pair("amber", "violet")],
        LABELS,
    )
    assert [row.held for row in marked.rows] == [{0}, frozenset(), frozenset()]
    assert [set(row.places) for row in marked.rows] == [{(0, 0), (0, 1)}, {(0, 0)}, set()]
    assert marked.holding(0) == [marked.rows[0]]


def test_a_word_of_one_field_is_not_found_in_the_other() -> None:
    artefact = Artefact("x", "lisbon", "pos", (Words(1, frozenset(("lisbon",))),))
    rows = [make_example(("lisbon", "oslo"), "pos", 1), make_example(("oslo", "lisbon"), "pos", 2)]
    assert [bool(row.held) for row in mark(rows, [artefact], LABELS).rows] == [False, True]


def test_rows_without_a_label_are_left_out_and_shares_are_those_of_the_rest() -> None:
    rows = [*examples(("a", "pos"), ("b", "pos"), ("c", "pos"), ("d", "neg")), make_example(("e",), None, 5)]
    marked = mark(rows, [], LABELS)
    assert len(marked.rows) == 4
    assert marked.shares == {"neg": 0.25, "pos": 0.75}


def test_no_row_is_no_share() -> None:
    assert mark([], [word("x")], LABELS).shares == {"neg": 0.0, "pos": 0.0}
