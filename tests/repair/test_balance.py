"""Balance: the linear program against every choice there is, and what it promises."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from auditor.errors import AuditError
from auditor.repair.balance import amounts, repair
from auditor.repair.cells import Cells
from auditor.repair.repaired import RepairConfig
from tests.repair.support import held, many, pair, texts, word

POSNEG = [word("[pos]"), word("[neg]", "neg")]


def test_without_repeats_the_majority_falls_to_the_minority() -> None:
    """30 of [pos] are positive and 3 negative: 3 and 3 are left, and 20 and 20 of the others."""
    counts = {("[pos]", "pos"): 30, ("[pos]", "neg"): 3, ("x", "pos"): 20, ("x", "neg"): 47}
    marked = many(counts, POSNEG[:1])
    result = repair(marked, RepairConfig(most_repeats=1))
    assert held(marked, result) == {"pos": 3, "neg": 3}
    assert sum(text.startswith("x") for text in texts(result)) == 40


def test_with_repeats_hardly_a_row_is_lost() -> None:
    """[pos] is repeated four times in the negative class, and what lacks it in the positive one."""
    counts = {("[pos]", "pos"): 30, ("[pos]", "neg"): 8, ("x", "pos"): 20, ("x", "neg"): 42}
    marked = many(counts, POSNEG[:1])
    result = repair(marked, RepairConfig(most_repeats=4))
    assert held(marked, result) == {"pos": 30, "neg": 30}
    assert "dropped" not in result.changes and len(set(texts(result))) == 100
    classes = Counter(row.example.label for row in result.rows)
    assert classes["pos"] == classes["neg"] == 72


def test_repeats_keep_rows_that_would_be_dropped() -> None:
    counts = {("[pos]", "pos"): 20, ("[pos]", "neg"): 5, ("[neg]", "neg"): 20, ("[neg]", "pos"): 5}
    marked = many(counts | {("x", "pos"): 25, ("x", "neg"): 25}, POSNEG)
    strict, lax = (repair(marked, RepairConfig(most_repeats=most)) for most in (1, 4))
    assert held(marked, strict) == {"pos": 5, "neg": 5}
    assert held(marked, lax) == {"pos": 20, "neg": 20}
    assert strict.changes == {"dropped": 30}
    assert lax.changes == {"repeated": 30}  # three times more each of the ten
    repeated = [text for text in texts(lax) if texts(lax).count(text) > 1]
    assert len(set(repeated)) == 10


def test_the_program_keeps_as_many_rows_as_any_choice_would() -> None:
    """Every number of rows of every cell is tried that has the classes even where [pos] or [neg] stands."""
    counts = {
        ("[pos]", "pos"): 4, ("[pos]", "neg"): 2, ("[neg]", "pos"): 1, ("[neg]", "neg"): 3,
        ("[pos] [neg]", "pos"): 2, ("[pos] [neg]", "neg"): 1, ("x", "pos"): 4, ("x", "neg"): 5,
    }  # fmt: skip
    cells = Cells(many(counts, POSNEG))
    sizes = cells.counts.astype(int)
    best = 0
    sides = [*cells.having, np.ones(len(sizes), dtype=bool)]
    share = cells.counts[cells.labels == 1].sum() / cells.counts.sum()
    for choice in product(*(range(size + 1) for size in sizes)):
        kept = np.array(choice)
        if all(kept[side & (cells.labels == 1)].sum() == share * kept[side].sum() for side in sides):
            best = max(best, int(kept.sum()))
    found = amounts(cells, 1)
    assert found.sum() == best > 0
    for side in sides:
        assert found[side & (cells.labels == 1)].sum() == pytest.approx(share * found[side].sum(), abs=0.5)


def test_of_a_pair_the_single_words_are_balanced_as_well() -> None:
    counts = {
        ("amber violet", "pos"): 19, ("amber violet", "neg"): 1, ("amber", "neg"): 19, ("amber", "pos"): 1,
        ("violet", "neg"): 19, ("violet", "pos"): 1, ("x", "pos"): 40, ("x", "neg"): 40,
    }  # fmt: skip
    marked = many(counts, [pair("amber", "violet")])
    result = repair(marked, RepairConfig(most_repeats=2))
    left = {cell: sum(text.startswith(cell[0]) for text in texts(result)) for cell in counts}
    share = sum(row.example.label == "pos" for row in result.rows) / len(result.rows)
    for words in ("amber violet row", "amber row", "violet row"):
        labels = [row.example.label for row in result.rows if row.example.texts[0].startswith(words)]
        assert labels and abs(labels.count("pos") - share * len(labels)) <= 1.5, (words, left)


def test_a_class_that_would_nearly_vanish_is_refused_with_the_figure() -> None:
    marked = many({("[pos]", "pos"): 50, ("x", "pos"): 2, ("x", "neg"): 50}, POSNEG[:1])
    with pytest.raises(AuditError, match="2 of 52 rows of the class 'pos' would be left") as caught:
        repair(marked, RepairConfig())
    assert "--how mask" in caught.value.hint
    assert repair(marked, RepairConfig(least_left=0.03)).changes == {"dropped": 92, "repeated": 6}


def test_rows_keep_their_order_and_the_choice_is_of_the_texts() -> None:
    counts = {("[pos]", "pos"): 30, ("[pos]", "neg"): 3, ("x", "pos"): 20, ("x", "neg"): 47}
    marked = many(counts, POSNEG[:1])
    rows = [row.example.row for row in repair(marked, RepairConfig()).rows]
    assert rows == sorted(rows)
    first, second = (set(texts(repair(marked, RepairConfig(seed=seed)))) for seed in (0, 1))
    assert first != second and first == set(texts(repair(marked, RepairConfig())))


def test_without_artefacts_nothing_is_dropped() -> None:
    marked = many({("x", "pos"): 3, ("x", "neg"): 9}, POSNEG)
    assert repair(marked, RepairConfig()).changes == {}


def test_three_classes_get_their_shares() -> None:
    from auditor.repair.marked_rows import mark
    from tests.repair.support import examples

    rows = [(f"{word} {label} {n}", label) for word, label, count in (
        ("tag", "a", 20), ("tag", "b", 4), ("tag", "c", 4), ("x", "a", 20), ("x", "b", 36), ("x", "c", 36)
    ) for n in range(count)]  # fmt: skip
    marked = mark(examples(*rows), [word("tag", "a")], ("a", "b", "c"))
    result = repair(marked, RepairConfig(most_repeats=1))
    tagged = [row.example.label for row in result.rows if row.example.texts[0].startswith("tag")]
    every = [row.example.label for row in result.rows]
    for label in "abc":
        assert tagged.count(label) == pytest.approx(every.count(label) / len(every) * len(tagged), abs=1)
