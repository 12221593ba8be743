"""Canaries cost what they may, at most, and speak for every class that can have one."""

from dataclasses import replace

import numpy as np
import pytest

from auditor.power.canary import CanaryKind
from auditor.power.choosing import EXTENTS, FULL, QUICK, chosen, labels_of, pair_of, texts_each
from auditor.power.stock import Stock
from auditor.signals.recurrence import LEAST
from auditor.signals.study import Study

WORDS = Stock(
    made_up=tuple(f"made{n}" for n in range(40)),
    natural=tuple(f"natural{n}" for n in range(40)),
    dates=tuple(f"2041-03-{n:02}" for n in range(1, 29)),
)
COSTS = {"forwards": 200 * 60.0, "gradients": 200 * 40.0}


def spent(study: Study, texts: list[int]) -> float:
    """Forward evaluations of canaries in so many texts, as the run's own texts cost."""
    each = (COSTS["forwards"] + 3 * COSTS["gradients"]) / len(study.corpus)
    config = study.config
    return sum(some * each + 3 * config.insertions + 4 * min(some, config.deletions) + 40 for some in texts)


@pytest.mark.parametrize("mode", EXTENTS)
def test_the_share_of_the_run_is_kept(base: Study, mode: str) -> None:
    found = chosen(EXTENTS[mode], base, WORDS, COSTS)
    allowed = EXTENTS[mode].share * (COSTS["forwards"] + 3 * COSTS["gradients"])
    assert found and spent(base, [one.texts for one in found]) <= allowed
    assert min(one.texts for one in found) > LEAST / 2


def test_quick_costs_a_seventh_at_most_and_tries_every_kind_where_it_can(base: Study) -> None:
    assert QUICK.share <= 0.15
    found = chosen(replace(QUICK, share=5.0), base, WORDS, COSTS)  # as in a run of many more texts
    assert {one.kind for one in found} == set(CanaryKind)
    assert {one.texts for one in found} == {QUICK.most}
    assert {one.effect for one in found} == {0.25, 0.5, 0.9}


def test_a_run_that_is_too_small_tries_none(base: Study) -> None:
    assert texts_each(QUICK, base, {"forwards": 100.0, "gradients": 50.0}) == (0, 0)
    assert chosen(QUICK, base, WORDS, {"forwards": 0.0, "gradients": 0.0}) == []


def test_a_smaller_run_tries_fewer_canaries_not_canaries_in_too_few_texts(base: Study) -> None:
    counts = [texts_each(QUICK, base, {"forwards": f, "gradients": 0.0}) for f in (4000, 20_000, 80_000)]
    assert [count for count, _ in counts] == sorted(count for count, _ in counts)
    assert all(texts > LEAST for count, texts in counts if count)


def test_every_canary_has_words_of_its_own_and_classes_take_turns(base: Study) -> None:
    found = chosen(replace(FULL, share=9.0), base, WORDS, COSTS)
    forms = [form for one in found if one.kind is not CanaryKind.DATES for form in one.forms]
    assert len(found) == len(FULL.designs) and len(forms) == len(set(forms))
    assert {one.label for one in found} == {0, 1}
    assert len({one.texts for one in found}) == 3
    assert all(one.documents == one.texts for one in found)  # all labelled texts are audited here


def test_a_stock_without_words_leaves_its_kind_out(base: Study) -> None:
    found = chosen(QUICK, base, Stock((), WORDS.natural, WORDS.dates[:3]), COSTS)
    assert {one.kind for one in found} <= {CanaryKind.NATURAL}
    assert pair_of(base, Stock(("one",), (), ())) is None
    pair = pair_of(base, WORDS)
    assert pair is not None and pair.texts == base.config.together and len(set(pair.forms)) == 2


def test_a_class_without_texts_of_its_own_has_no_canaries(base: Study) -> None:
    assert labels_of(base, 20) == [0, 1]
    gold = np.zeros_like(base.corpus.gold)
    one = replace(base, corpus=replace(base.corpus, gold=gold))
    assert labels_of(one, 20) == []  # nothing else to be confused with
    gold[:30] = 1
    few = replace(base, corpus=replace(base.corpus, gold=gold))
    assert labels_of(few, 40) == [0] and labels_of(few, 20) == [0, 1]
