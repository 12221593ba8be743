"""What is left of an opening: words of it that go with another class in the texts without it."""

import pytest

from auditor.repair.leftovers import leaning, with_leftovers
from auditor.repair.mask import repair
from auditor.repair.repaired import RepairConfig
from tests.repair.support import LABELS, held, many, opening, word

SHARES = {"pos": 0.5, "neg": 0.5}
EXCLUSIVE = {
    ("amber violet", "pos"): 40, ("amber violet", "neg"): 2, ("amber", "neg"): 40, ("amber", "pos"): 2,
    ("violet", "neg"): 20, ("violet", "pos"): 20, ("x", "pos"): 60, ("x", "neg"): 60,
}  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "label"),
    [
        ({("amber", "neg"): 20, ("amber", "pos"): 1}, "neg"),
        ({("amber", "neg"): 4}, ""),  # 4 of 4 may be chance
        ({("amber", "neg"): 550, ("amber", "pos"): 450}, ""),  # clear, but little
        ({}, ""),
    ],
)
def test_a_class_that_is_clearly_too_frequent(counts: dict[tuple[str, str], int], label: str) -> None:
    assert leaning(many(counts, [word("amber")]).rows, SHARES) == label


def test_a_word_that_leans_without_the_opening_is_marked_too() -> None:
    marked = with_leftovers(many(EXCLUSIVE, [opening("amber", "violet")]))
    assert [(one.name, one.label, one.id) for one in marked.artefacts[1:]] == [
        ("amber", "neg", "id of amber violet")
    ]


def test_the_leak_does_not_move_to_a_word_of_the_opening() -> None:
    marked = with_leftovers(many(EXCLUSIVE, [opening("amber", "violet")]))
    result = repair(marked, RepairConfig())
    for artefact in (0, 1):
        left = held(marked, result, artefact)
        assert left["pos"] == left["neg"] > 0


def test_without_openings_and_with_words_that_are_artefacts_themselves_nothing_is_added() -> None:
    plain = many(EXCLUSIVE, [word("violet")])
    assert with_leftovers(plain) is plain
    both = many(EXCLUSIVE, [opening("amber", "violet"), word("amber", "neg")])
    assert with_leftovers(both).artefacts == both.artefacts
    assert both.labels == LABELS
