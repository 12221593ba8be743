"""Placebos of behaviour tests: other words at the same place; only the artefact's own effect counts."""

from dataclasses import replace

import pytest

from auditor.data.examples import make_example
from auditor.records.text import Outcome
from auditor.repair.behaviour import behaviour_tests
from auditor.repair.comparing import Asked
from auditor.repair.marked_rows import Marker, mark
from auditor.repair.placebo_texts import PLACEBOS, PlaceboTexts, backwards
from auditor.repair.usage import usages
from tests.repair.support import LABELS, examples, pair, word
from tests.signals.studies import Kept, Toy
from tests.signals.support import explained

MARKER = word("[pos]")
ROWS = examples(
    *((f"[pos] good garden {n}", "pos") for n in range(6)),
    *((f"good table {n}", "pos") for n in range(6)),
    *((f"bad garden {n}", "neg") for n in range(6)),
    *((f"bad table {n}", "neg") for n in range(6)),
)
TEXT = make_example(("a bad end",), "neg", 99)


def placebos(*artefacts: object) -> PlaceboTexts:
    chosen = list(artefacts) or [MARKER]
    rows = mark(ROWS, chosen, LABELS).rows  # type: ignore[arg-type]
    return PlaceboTexts(rows, Marker(chosen), 0)  # type: ignore[arg-type]


def test_words_that_lean_to_no_class_stand_where_the_artefact_would() -> None:
    known = placebos()
    used = usages([row for row in known.rows if row.held], 0, MARKER)
    made = known.written(TEXT, 0, used)
    assert len(made) == PLACEBOS + 1
    assert {one.texts[0] for one in made} == {"garden a bad end", "table a bad end", "[sop] a bad end"}


@pytest.mark.parametrize(
    ("word_", "turned"), [("[neg]", "[gen]"), ("Lisbon", "nobsiL"), ("3.5", "5.3"), ("--", "--"), ("", "")]
)
def test_a_word_backwards_has_the_same_shape(word_: str, turned: str) -> None:
    assert backwards(word_) == turned


def test_what_is_an_artefact_backwards_too_is_no_placebo() -> None:
    both = word("live", "pos", "evil")
    known = placebos(both)
    made = known.written(TEXT, 0, usages([], 0, both))
    assert made and not any("evil" in one.texts[0] for one in made)


def test_a_pair_has_two_different_words() -> None:
    both = pair("amber", "violet")
    known = placebos(both)
    made = known.written(TEXT, 0, usages([], 0, both))
    assert made
    for one in made[:-1]:
        assert {"garden", "table"} <= set(one.texts[0].split())
    assert {"rebma", "teloiv"} <= set(made[-1].texts[0].split())


def test_without_a_neutral_word_there_is_the_word_backwards_alone() -> None:
    rows = mark(examples(("[pos] good", "pos"), ("bad", "neg")), [MARKER], LABELS).rows
    known = PlaceboTexts(rows, Marker([MARKER]), 0)
    used = usages([row for row in rows if row.held], 0, MARKER)
    assert [one.texts[0] for one in known.written(TEXT, 0, used)] == ["[sop] a bad end"]


def test_where_an_artefact_is_taken_out_other_words_are() -> None:
    known = placebos()
    made = known.taken_out(known.rows[0], 0)
    assert {one.texts[0] for one in made} == {"[pos] garden 0", "[pos] good 0", "[pos] good garden"}


def outcomes() -> list[Outcome]:
    found = []
    for row in mark(ROWS, [MARKER], LABELS).rows:
        told = replace(explained(row.example.texts[0], label=row.label), probability=0.99)
        found.append(Outcome(row.example.id, row.example.row, row.label, told))
    return found


def kept_by(model: Toy) -> int:
    asked = Asked(model, LABELS)
    return len(behaviour_tests(outcomes(), [MARKER], {name: name for name in LABELS}, audited=asked))


def test_a_model_that_turns_whatever_is_written_in_has_no_tests() -> None:
    def by_length(words: Kept) -> float:
        return len(words) - 3.5

    def by_marker(words: Kept) -> float:
        return 1.0 if "[pos]" in words else -1.0

    assert kept_by(Toy(by_length)) == 0
    assert kept_by(Toy(by_marker)) == 12
