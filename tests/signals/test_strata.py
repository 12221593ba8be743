"""Does a link hold in every group of the data? Tables by hand, exact tests against brute force."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import comb
from pathlib import Path

import pytest

from auditor.config import RuleConfig
from auditor.data.examples import make_example
from auditor.records.estimates import Estimate
from auditor.signals.counts import Token
from auditor.signals.divided import count_divided
from auditor.signals.statistics import hypergeometric_tail, stratified_tail
from auditor.signals.strata import Strata, conditions, figures, measure
from auditor.signals.study import Study
from tests.signals.studies import GOLD, LABELS, amber_rows, candidate, pair_rows, study_of

RULE = RuleConfig()
Cell = tuple[str, int, int, int, int]
"""A group: its name; positive and negative texts with the word; positive and negative texts without."""


def asked(tmp_path: Path, cells: Sequence[Cell], *, word: str = "amber") -> Strata:
    """What is found of *amber* in data with these groups."""
    study = study_of(tmp_path, amber_rows())
    texts = [
        (f"{start}n{name}{n}{gold}", gold, name)
        for name, with_pos, with_neg, pos, neg in cells
        for start, gold, count in (
            ("amber ", "pos", with_pos),
            ("amber ", "neg", with_neg),
            ("", "pos", pos),
            ("", "neg", neg),
        )
        for n in range(count)
    ]
    made = [make_example((text,), gold, row, name) for row, (text, gold, name) in enumerate(texts)]
    wanted = Token("amber")
    found = count_divided(made, GOLD, LABELS, belongs=lambda token: (token,) if token == wanted else ())
    (answer,) = measure(replace(study, divided=found), [candidate(study, word)])
    return answer


def test_a_link_that_holds_in_one_source_and_not_in_the_other(tmp_path: Path) -> None:
    found = asked(tmp_path, [("one", 20, 0, 40, 60), ("two", 10, 10, 50, 50)])
    assert found.answer == "one-group"
    assert (found.elsewhere.count, found.elsewhere.n, found.base) == (10, 20, 0.5)
    p = float(hypergeometric_tail(10, documents=120, labelled=60, holding=20))
    assert found.elsewhere.p == pytest.approx(p)
    assert [(one.name, one.share.count, one.share.n, one.base) for one in found.groups] == [
        ("one", 20, 20, 0.5),
        ("two", 10, 20, 0.5),
    ]


def test_a_link_that_holds_everywhere_is_no_evidence_against_it(tmp_path: Path) -> None:
    found = asked(tmp_path, [("one", 20, 0, 40, 60), ("two", 18, 2, 50, 50), ("three", 9, 1, 50, 50)])
    assert found.answer == "several-groups"
    assert (found.elsewhere.p or 1) < 0.001


def test_a_word_of_one_source_leans_to_the_label_only_because_the_source_does(tmp_path: Path) -> None:
    """Two sources, one mostly positive: within each of them the word says nothing."""
    found = asked(tmp_path, [("rosy", 160, 40, 160, 40), ("grim", 4, 16, 16, 64)])
    assert found.answer == "no-group"
    assert found.base == pytest.approx((200 * 0.8 + 20 * 0.2) / 220)
    assert found.elsewhere.count == 164


@pytest.mark.parametrize(
    "cells",
    [
        [("one", 20, 0, 40, 60), ("two", 2, 2, 50, 50)],  # four texts elsewhere
        [("one", 20, 0, 40, 60), ("two", 4, 2, 50, 50)],  # six: a leak is possible there
        [("one", 20, 0, 40, 60), ("two", 9, 9, 0, 40), ("three", 0, 0, 50, 50)][:1],  # nothing elsewhere
        [("one", 2, 1, 40, 60), ("two", 2, 1, 50, 50)],  # nowhere enough
        [("one", 20, 0, 40, 0), ("two", 0, 20, 0, 40)],  # sources of one label each
    ],
)
def test_too_few_texts_say_nothing(cells: list[Cell], tmp_path: Path) -> None:
    assert asked(tmp_path, cells).answer == "too-few"


def test_many_small_groups_speak_together(tmp_path: Path) -> None:
    """No author alone has enough texts with the word; all others together do."""
    authors = [(f"author {n}", 1, 1, 2, 2) for n in range(40)]
    found = asked(tmp_path, [("one", 20, 0, 40, 60), *authors])
    assert found.answer == "one-group"
    assert (found.elsewhere.count, found.elsewhere.n) == (40, 80)
    assert len(found.groups) == 6 and found.groups[0].name == "one"


def test_one_of_many_groups_is_corrected_for_their_number(tmp_path: Path) -> None:
    """Five of six by chance in one of thirty sources is no discovery (p 0.1 there)."""
    sources = [(f"s{n}", 3, 3, 20, 20) for n in range(30)]
    found = asked(tmp_path, [*sources, ("lucky", 6, 0, 20, 20)])
    assert found.answer == "no-group"
    assert (found.groups[0].share.p or 0) > 0.01


def test_pairs_and_words_that_were_not_counted_are_not_looked_up(tmp_path: Path) -> None:
    assert asked(tmp_path, [("one", 20, 0, 40, 60), ("two", 10, 10, 50, 50)], word="violet") == Strata()
    study: Study = study_of(tmp_path / "plain", amber_rows())
    assert measure(study, [candidate(study, "amber")]) == [Strata()]
    paired = study_of(tmp_path / "pairs", pair_rows(40))
    assert measure(replace(paired, divided=None), [candidate(paired, "amber", "violet")]) == [Strata()]


@pytest.mark.parametrize("answer", ["one-group", "no-group", "several-groups", "too-few"])
def test_what_the_rule_asks(answer: str) -> None:
    found = Strata(answer, Estimate(0.5, p=0.4), 0.5)
    one, none = conditions(found, RULE)
    assert (one.code, one.met) == ("one_group", answer == "one-group")
    assert (none.code, none.met, none.seen) == ("no_group", answer == "no-group", 0.4)
    assert conditions(Strata(), RULE) == ()
    (figure,) = figures(found)
    assert (figure.name, figure.estimate, figure.base) == ("elsewhere", found.elsewhere, 0.5)


def brute(both: int, strata: Sequence[tuple[int, int, int]]) -> float:
    """Every way in which labels can fall within the strata, counted."""
    total, reached = 1, 0
    for documents, _, holding in strata:
        total *= comb(documents, holding)
    ranges = [range(min(holding, labelled) + 1) for _, labelled, holding in strata]
    for counts in product(*ranges):
        ways = 1
        for count, (documents, labelled, holding) in zip(counts, strata, strict=True):
            ways *= comb(labelled, count) * comb(documents - labelled, holding - count)
        reached += ways * (sum(counts) >= both)
    return reached / total


@pytest.mark.parametrize("both", range(8))
def test_the_tail_over_strata_agrees_with_counting(both: int) -> None:
    strata = [(10, 4, 3), (7, 6, 2), (12, 1, 5)]
    assert stratified_tail(both, strata) == pytest.approx(brute(both, strata), abs=1e-12)


def test_one_stratum_is_the_hypergeometric_tail_and_none_is_certain() -> None:
    plain = float(hypergeometric_tail(60, documents=100_000, labelled=40_000, holding=100))
    assert stratified_tail(60, [(100_000, 40_000, 100)]) == pytest.approx(plain, rel=1e-9)
    assert stratified_tail(0, []) == 1.0 and stratified_tail(1, []) == 0.0


def test_strata_of_one_label_add_what_is_certain() -> None:
    own = stratified_tail(3, [(20, 10, 5)])
    assert stratified_tail(3 + 4, [(20, 10, 5), (9, 9, 4), (8, 0, 3)]) == pytest.approx(own)


def test_large_strata_keep_small_tails() -> None:
    p = stratified_tail(11_000, [(500_000, 250_000, 10_000), (500_000, 250_000, 10_000)])
    assert 1e-50 < p < 1e-40  # 14 standard deviations
