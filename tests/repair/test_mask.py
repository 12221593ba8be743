"""Mask: no row holds an artefact any more, and nothing else is touched."""

from collections import Counter

import pytest

from auditor.errors import AuditError
from auditor.repair.marked_rows import Marked, mark
from auditor.repair.mask import DILUTION, masked_parts, repair
from auditor.repair.repaired import NEUTRAL, RepairConfig
from tests.repair.support import LABELS, examples, held, many, opening, pair, texts, word

CONFIG = RepairConfig()
ALL = RepairConfig(mask_all=True)


def test_the_artefact_is_taken_out_and_rows_without_it_stay() -> None:
    marked = mark(
        examples(("a [pos] film", "pos"), ("a dull film", "neg"), ("[pos] [pos] ok", "neg")),
        [word("[pos]")],
        LABELS,
    )
    result = repair(marked, ALL)
    assert texts(result) == ["a film", "a dull film", "ok"]
    assert [row.change for row in result.rows] == ["masked", "", "masked"]
    assert result.rows[1].example is marked.rows[1].example
    assert result.rows[0].findings == ("id of [pos]",)
    assert result.changes == {"masked": 2}


def test_as_many_rows_keep_it_as_every_class_has_in_its_share() -> None:
    """19 and 1 of 40 and 40 rows: one of either class keeps it; 12 and 9 of 60 and 20: 12 and 4 do."""
    even = many(
        {("[pos]", "pos"): 19, ("[pos]", "neg"): 1, ("x", "pos"): 21, ("x", "neg"): 39}, [word("[pos]")]
    )
    result = repair(even, CONFIG)
    assert held(even, result) == {"pos": 1, "neg": 1} and result.changes == {"masked": 18}
    uneven = many(
        {("[pos]", "pos"): 12, ("[pos]", "neg"): 9, ("x", "pos"): 48, ("x", "neg"): 11}, [word("[pos]")]
    )
    assert held(uneven, repair(uneven, CONFIG)) == {"pos": 12, "neg": 4}


def test_where_other_classes_lack_it_no_row_keeps_it_and_neither_with_a_word_of_ones_own() -> None:
    only = many({("[pos]", "pos"): 5, ("x", "neg"): 5}, [word("[pos]")])
    assert held(only, repair(only, CONFIG)) == {}
    both = many({("[pos]", "pos"): 5, ("[pos]", "neg"): 5}, [word("[pos]")])
    assert repair(both, CONFIG).changes == {}
    assert held(both, repair(both, RepairConfig(mask_with="[TAG]"))) == {}


def test_rows_with_several_artefacts_are_counted_with_their_like() -> None:
    """So that among the rows that keep anything each artefact is even."""
    counts = {("[a] [b]", "pos"): 8, ("[a] [b]", "neg"): 2, ("[a]", "neg"): 6, ("[a]", "pos"): 3}
    counts |= {("[b]", "pos"): 5, ("[b]", "neg"): 5, ("x", "neg"): 3}
    marked = many(counts, [word("[a]"), word("[b]")])
    result = repair(marked, CONFIG)
    assert held(marked, result, 0) == {"pos": 5, "neg": 5}
    assert held(marked, result, 1) == {"pos": 7, "neg": 7}


def test_a_pair_is_kept_by_as_many_rows_of_either_class() -> None:
    counts = {
        ("amber violet", "pos"): 6,
        ("amber violet", "neg"): 2,
        ("amber", "neg"): 4,
        ("violet", "neg"): 4,
    }
    marked = many(counts | {("x", "pos"): 10, ("x", "neg"): 6}, [pair("amber", "violet")])
    assert held(marked, repair(marked, CONFIG)) == {"pos": 2, "neg": 2}


def test_an_opening_is_taken_out_where_texts_begin_so() -> None:
    rows = examples(("Seen in Oslo, a good film", "pos"), ("a film seen in oslo", "neg"))
    result = repair(mark(rows, [opening("seen", "in", "*")], LABELS), CONFIG)
    assert texts(result) == [", a good film", "a film seen in oslo"]


def test_a_row_of_which_nothing_is_left_is_dropped_and_said() -> None:
    result = repair(mark(examples(("[pos]", "pos"), ("fine", "pos")), [word("[pos]")], LABELS), ALL)
    assert texts(result) == ["fine"]
    assert [(one.row, one.reason, one.findings) for one in result.dropped] == [(1, "empty", ("id of [pos]",))]
    assert result.changes == {"dropped": 1}


def test_a_word_of_ones_own_stands_where_the_artefact_was() -> None:
    marked = mark(examples(("In Lisbon, rain", "pos")), [word("lisbon")], LABELS)
    assert texts(repair(marked, RepairConfig(mask_with="[CITY]"))) == ["In [CITY], rain"]


def test_the_rarer_word_of_a_pair_goes_wherever_it_stands() -> None:
    marked = many(
        {("amber violet", "pos"): 4, ("amber", "neg"): 4, ("violet", "neg"): 2}, [pair("amber", "violet")]
    )
    assert masked_parts(marked) == [(0, 1)]
    left = Counter(text.split()[0] for text in texts(repair(marked, CONFIG)))
    assert left["amber"] == 8 and "violet" not in left


def test_of_a_pair_the_word_goes_that_is_an_artefact_itself() -> None:
    """The other word then stays, though it is the rarer one."""
    counts = {("amber violet", "pos"): 4, ("amber", "neg"): 4, ("violet", "neg"): 2}
    marked = many(counts, [pair("amber", "violet"), word("amber", "neg")])
    assert masked_parts(marked) == [(0, 0), (1, 0)]
    assert sum("violet" in text for text in texts(repair(marked, CONFIG))) == 6


def test_a_pair_that_is_masked_leaves_no_leak_of_a_single_word() -> None:
    """Each word is as frequent in either class, and only the two together say something."""
    counts = {("amber violet", "pos"): 6, ("amber", "neg"): 6, ("violet", "neg"): 6, ("none", "pos"): 6}
    marked = many(counts, [pair("amber", "violet")])
    for token in ("amber", "violet"):
        rows = mark([row.example for row in repair(marked, CONFIG).rows], [word(token)], LABELS).rows
        classes = Counter(row.label for row in rows if row.held)
        assert classes["pos"] == classes["neg"]


def neutral_marked(neutral: int = 60) -> Marked:
    counts = {("lisbon", "pos"): 9, ("lisbon", "neg"): 1}
    counts |= {("garden", label): neutral for label in LABELS} | {
        ("plain", label): neutral for label in LABELS
    }
    counts |= {("great", "pos"): 80, ("awful", "neg"): 80}
    return many(counts, [word("lisbon")])


def test_neutral_words_lean_to_no_class_and_are_many_enough() -> None:
    marked = neutral_marked()
    result = repair(marked, RepairConfig(mask_with=NEUTRAL, mask_all=True))
    instead = Counter(row.example.texts[0].split()[0] for row in result.rows if row.change)
    assert set(instead) <= {"garden", "plain"}
    assert held(marked, result) == {}
    standing = sum(120 for _ in instead)
    assert standing >= DILUTION * sum(instead.values())


def test_without_neutral_words_the_artefact_is_taken_out() -> None:
    marked = many({("lisbon great", "pos"): 20, ("awful", "neg"): 20}, [word("lisbon")])
    assert all(
        text.startswith("great") for text in texts(repair(marked, RepairConfig(mask_with=NEUTRAL)))[:20]
    )


def test_what_is_drawn_depends_on_the_text_and_not_on_its_place() -> None:
    marked = neutral_marked()
    turned = mark([row.example for row in marked.rows[::-1]], marked.artefacts, LABELS)
    config = RepairConfig(mask_with=NEUTRAL)
    assert sorted(texts(repair(marked, config))) == sorted(texts(repair(turned, config)))


@pytest.mark.parametrize("given", ["", " ", "two words"])
def test_a_mask_is_one_word(given: str) -> None:
    with pytest.raises(AuditError, match="mask-with is"):
        RepairConfig(mask_with=given)
