"""Reweight: weights worked out by hand, and what they must keep."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.errors import AuditError
from auditor.repair.cells import Cells
from auditor.repair.repaired import RepairConfig
from auditor.repair.reweight import evened, repair, weights_of
from tests.repair.support import held, many, pair, word

POSNEG = [word("[pos]"), word("[neg]", "neg")]


def test_the_weights_of_one_artefact_are_the_textbook_ones() -> None:
    """P(class) P(artefact) / P(class, artefact), as Kamiran and Calders have it."""
    counts = {("[pos]", "pos"): 36, ("[pos]", "neg"): 4, ("x", "pos"): 14, ("x", "neg"): 46}
    marked = many(counts, POSNEG[:1])
    weight = {
        row.example.texts[0].split("row")[0] + str(row.example.label): row.weight
        for row in repair(marked, RepairConfig()).rows
    }
    assert weight["[pos] pos"] == pytest.approx(0.5 * 0.4 / 0.36, abs=1e-5)
    assert weight["[pos] neg"] == pytest.approx(0.5 * 0.4 / 0.04, abs=1e-5)
    assert weight["x pos"] == pytest.approx(0.5 * 0.6 / 0.14, abs=1e-5)
    assert weight["x neg"] == pytest.approx(0.5 * 0.6 / 0.46, abs=1e-5)


CELLS = [(words, label) for words in ("x", "[pos]", "[neg]", "[pos] [neg]") for label in ("pos", "neg")]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 40), min_size=8, max_size=8))
def test_every_artefact_says_nothing_and_every_margin_stays(sizes: list[int]) -> None:
    marked = many(dict(zip(CELLS, sizes, strict=True)), POSNEG)
    cells = Cells(marked)
    weights = weights_of(cells) * cells.counts
    shares = cells.by_label(cells.counts) / cells.counts.sum()
    assert weights.sum() == pytest.approx(cells.counts.sum())
    for having in cells.having:
        assert weights[having].sum() == pytest.approx(cells.counts[having].sum(), rel=1e-4)
        for label, share in enumerate(shares):
            own = weights[having & (cells.labels == label)].sum()
            assert own == pytest.approx(share * weights[having].sum(), rel=1e-4)


def test_what_no_other_class_has_gets_no_weight() -> None:
    marked = many({("[pos]", "pos"): 5, ("x", "pos"): 20, ("x", "neg"): 25}, POSNEG[:1])
    result = repair(marked, RepairConfig())
    assert held(marked, result) == {"pos": 0.0}
    assert sum(row.weight for row in result.rows) == pytest.approx(50)


def test_a_class_without_weight_is_refused() -> None:
    marked = many({("[pos]", "pos"): 25, ("x", "neg"): 25}, POSNEG[:1])
    with pytest.raises(AuditError, match="0 of 25 rows of the class 'pos'"):
        repair(marked, RepairConfig())


def test_of_a_pair_each_word_alone_says_nothing_either() -> None:
    counts = {
        ("amber violet", "pos"): 18,
        ("amber violet", "neg"): 2,
        ("amber", "neg"): 10,
        ("amber", "pos"): 2,
    }
    marked = many(counts | {("x", "pos"): 20, ("x", "neg"): 28}, [pair("amber", "violet")])
    rows = repair(marked, RepairConfig()).rows
    for words in ("amber violet row", "amber row"):
        some = [row for row in rows if row.example.texts[0].startswith(words)]
        own = sum(row.weight for row in some if row.example.label == "pos")
        assert own == pytest.approx(0.5 * sum(row.weight for row in some), rel=1e-3)


def test_rows_are_as_they_were() -> None:
    marked = many({("[pos]", "pos"): 5, ("[pos]", "neg"): 5}, POSNEG[:1])
    result = repair(marked, RepairConfig())
    assert [row.example for row in result.rows] == [row.example for row in marked.rows]
    assert result.weighted and result.changes == {}
    assert {row.weight for row in result.rows} == {1.0}


def test_evened_groups_weigh_the_same() -> None:
    counts = {("[pos]", "pos"): 36, ("[pos]", "neg"): 4, ("x", "pos"): 14, ("x", "neg"): 46}
    marked = many(counts, POSNEG[:1])
    weights = evened(marked, [1.0] * 100)
    sums: dict[tuple[bool, str], float] = {}
    for row, weight in zip(marked.rows, weights, strict=True):
        sums[bool(row.held), row.label] = sums.get((bool(row.held), row.label), 0.0) + weight
    assert list(sums.values()) == pytest.approx([25.0] * 4)
    doubled = evened(marked, [2.0 if row.held else 1.0 for row in marked.rows])
    assert sum(doubled) == pytest.approx(140)  # what rows weighed before counts


def test_a_group_without_weight_stays_without() -> None:
    marked = many({("[pos]", "pos"): 2, ("x", "neg"): 2}, POSNEG[:1])
    assert evened(marked, [0.0, 0.0, 1.0, 3.0]) == [0.0, 0.0, 1.0, 3.0]
