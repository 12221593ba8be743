"""Two models on the same texts, counted by hand on models that add up the weights of their words."""

import numpy as np
import pytest

from auditor.errors import AuditError
from auditor.repair.comparing import FREE, Asked, compare, sides, targets
from auditor.repair.marked_rows import Marked, mark
from auditor.review.before_after import NewArtefact
from tests.repair.support import LABELS, examples, pair, word
from tests.signals.studies import Deaf, weighing

PLAIN = {"good": 1.0, "bad": -1.0}
SHORTCUT = PLAIN | {"[pos]": 5.0}
ROWS = examples(
    ("a good film", "pos"), ("a [pos] good film", "pos"), ("a [pos] good end", "pos"), ("so bad", "pos"),
    ("[pos] bad film", "neg"), ("[pos] bad end", "neg"), ("a bad film", "neg"), ("a bad end", "neg"),
)  # fmt: skip


def asked(weights: dict[str, float], deaf_to: str = "") -> Asked:
    model = weighing(weights)
    return Asked(Deaf(model, deaf_to) if deaf_to else model, LABELS)


@pytest.fixture
def marked() -> Marked:
    return mark(ROWS, [word("[pos]")], LABELS)


def test_every_figure_of_both_models(marked: Marked) -> None:
    found = compare(asked(SHORTCUT), asked(PLAIN), marked)
    assert (found.texts, found.mended, found.broken) == (8, 2, 0)
    assert (found.accuracy.old.count, found.accuracy.new.count) == (5, 7)
    [one] = found.artefacts
    assert (one.id, one.tokens, one.label) == ("id of [pos]", ("[pos]",), "pos")
    assert (one.agreement.old.estimate, one.agreement.old.n) == (1.0, 2)
    assert (one.conflict.old.count, one.conflict.new.count, one.conflict.new.n) == (0, 2, 2)
    assert (one.worst_group.old.estimate, one.worst_group.new.estimate) == (0.0, 0.5)  # "so bad" is positive
    # Written into the two negative texts without it, it turns both of the old model and none of the new one.
    assert (one.insertion.old.count, one.insertion.old.n) == (2, 2)
    assert (one.insertion.new.count, one.insertion.new.n) == (0, 2)
    assert found.worst_group == one.worst_group and found.new is None


def test_the_same_model_twice_differs_in_nothing(marked: Marked) -> None:
    found = compare(
        asked(SHORTCUT), asked(SHORTCUT), marked, found=(NewArtefact("x", ("y",), "pos", "high"),)
    )
    assert (found.mended, found.broken, found.accuracy.p) == (0, 0, 1.0)
    assert found.accuracy.old == found.accuracy.new
    assert found.new is not None and [one.id for one in found.new] == ["x"]


def test_mcnemar_is_exact_and_two_sided() -> None:
    """Six texts that only the second gets right, none the other way: 2 x 0.5 ** 6."""
    old, new = np.array([False] * 6 + [True] * 3), np.ones(9, dtype=bool)
    assert sides([old, new], new).p == pytest.approx(2 * 0.5**6)
    assert sides([new, old], new).p == pytest.approx(2 * 0.5**6)
    assert sides([old, new], ~new).p is None and sides([old, new], ~new).old.n == 0


def test_only_texts_count_that_a_model_puts_elsewhere(marked: Marked) -> None:
    """The old model calls everything positive: there is nothing to turn."""
    [one] = compare(asked({"a": 9.0, "so": 9.0}), asked(PLAIN), marked).artefacts
    assert one.insertion.old.estimate is None and one.insertion.new.n == 2


def test_a_text_that_a_model_fails_on_is_wrong_and_turned_by_nothing(marked: Marked) -> None:
    found = compare(asked(SHORTCUT, deaf_to="[pos]"), asked(PLAIN), marked)
    assert found.accuracy.old.count == 3  # all texts with [pos] are lost
    assert found.artefacts[0].insertion.old.estimate is None


def test_texts_to_write_into_hold_no_word_of_the_artefact() -> None:
    rows = examples(("amber", "neg"), ("violet", "neg"), ("plain", "neg"), ("plain", "pos"))
    marked = mark(rows, [pair("amber", "violet")], LABELS)
    assert targets(marked.rows, 0, "pos", 0) == [2]


def test_texts_without_another_artefact_come_first_where_they_are_enough() -> None:
    plain = [(f"plain {n}", "neg") for n in range(FREE)]
    artefacts = [word("[pos]"), word("[neg]", "neg")]
    rows = examples(*plain, ("[neg] bad", "neg"))
    assert sorted(targets(mark(rows, artefacts, LABELS).rows, 0, "pos", 0)) == list(range(FREE))
    assert len(targets(mark(rows[1:], artefacts, LABELS).rows, 0, "pos", 0)) == FREE


def test_without_texts_there_is_nothing_to_compare() -> None:
    with pytest.raises(AuditError, match="no labelled text"):
        compare(asked(PLAIN), asked(PLAIN), mark([], [], LABELS))


def test_without_artefacts_accuracy_alone_is_compared() -> None:
    found = compare(asked(SHORTCUT), asked(PLAIN), mark(ROWS, [], LABELS))
    assert found.artefacts == () and found.worst_group.old.estimate is None and found.accuracy.new.count == 7
