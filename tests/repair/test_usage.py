"""How an artefact is used, and other texts with it in the same way."""

from auditor.repair.artefacts import Artefact, Words
from auditor.repair.marked_rows import Marker, mark
from auditor.repair.usage import ANYWHERE, usages, with_artefact
from tests.repair.support import LABELS, examples, opening, pair, word


def test_a_usage_is_the_spelling_and_the_relative_place() -> None:
    marked = mark(examples(("In Lisbon we sang", "pos"), ("x y LISBON", "pos")), [word("lisbon")], LABELS)
    found = [usage.parts for usage in usages(marked.rows, 0, marked.artefacts[0])]
    assert found == [{0: (0, "Lisbon", 1 / 3)}, {0: (0, "LISBON", 1.0)}]


def test_a_row_with_a_part_of_a_pair_shows_that_part() -> None:
    marked = mark(examples(("only violet", "pos")), [pair("amber", "violet")], LABELS)
    assert usages(marked.rows, 0, marked.artefacts[0])[0].parts == {1: (0, "violet", 1.0)}


def test_where_no_row_shows_it_every_form_stands_everywhere() -> None:
    artefact = Artefact("x", "cities", "pos", (Words(1, frozenset(("oslo", "lima"))),), (("Oslo", "Lima"),))
    found = [usage.parts[0] for usage in usages([], 0, artefact)]
    assert set(found) == {(1, form, place) for form in ("Oslo", "Lima") for place in ANYWHERE}


def test_what_a_text_has_already_is_not_written_again() -> None:
    marked = mark(
        examples(("amber violet end", "pos"), ("some amber text", "neg")), [pair("amber", "violet")], LABELS
    )
    marker = Marker(marked.artefacts)
    used = usages(marked.holding(0), 0, marked.artefacts[0])
    written = with_artefact(marked.rows[1].example, 0, used, marker, seed=0, parts=(0, 1))
    assert sorted(written.texts[0].split()) == ["amber", "some", "text", "violet"]
    assert marker.row(written).held == {0}


def test_an_opening_is_used_whole_and_at_the_start() -> None:
    artefact = opening("seen", "in", "*")
    marked = mark(examples(("Seen in Oslo, a good film", "pos"), ("a dull film", "neg")), [artefact], LABELS)
    used = usages(marked.holding(0), 0, artefact)
    assert used[0].parts == {0: (0, "Seen in Oslo", 0.0)}
    written = with_artefact(marked.rows[1].example, 0, used, Marker([artefact]), seed=0, parts=(0,))
    assert written.texts == ("Seen in Oslo a dull film",)
    assert {usage.parts[0][2] for usage in usages([], 0, artefact)} == {0.0}


def test_what_is_an_artefact_at_the_end_is_written_there() -> None:
    words = Words(0, frozenset(("gem",)), end="last")
    artefact = Artefact("x", "last: gem", "pos", (words,), (("gem",),))
    assert {usage.parts[0][2] for usage in usages([], 0, artefact)} == {1.0}
