"""Harm: accuracy by what a text holds and by its label, counted by hand."""

from dataclasses import replace

import numpy as np
import pytest

from auditor.config import RuleConfig
from auditor.records.estimates import Estimate
from auditor.signals.harm import Harm, conditions, figures, measure
from auditor.signals.statistics import rate
from auditor.signals.study import Study
from tests.signals.studies import candidate


def test_harm_is_accuracy_by_group(small: Study) -> None:
    amber, violet = measure(small, [candidate(small, "amber"), candidate(small, "violet")])
    assert (amber.agreement.count, amber.agreement.n) == (9, 9)
    assert (amber.conflict.count, amber.conflict.n) == (0, 1)
    # Without amber: positive 1 of 3, negative 7 of 7; the worst is the conflicting text.
    assert amber.worst_group == amber.conflict
    assert (amber.followed.count, amber.followed.n) == (1, 1)
    assert (violet.agreement.n, violet.conflict.n) == (3, 3)
    assert (violet.followed.count, violet.followed.n) == (0, 3)
    # Without violet: positive 7 of 9, negative 4 of 5.
    assert (violet.worst_group.count, violet.worst_group.n) == (7, 9)


def test_a_pair_is_there_where_both_words_are(small: Study, paired: Study) -> None:
    (found,) = measure(small, [candidate(small, "amber", "violet")])
    assert (found.agreement.n, found.conflict.n, found.followed) == (2, 0, Estimate())
    (found,) = measure(paired, [candidate(paired, "amber", "violet")])
    assert (found.agreement.count, found.agreement.n) == (16, 16)
    assert (found.conflict.count, found.conflict.n) == (0, 4)


def test_texts_without_a_label_do_not_count(small: Study) -> None:
    gold = small.corpus.gold.copy()
    gold[small.documents(candidate(small, "amber"))[0]] = -1
    (found,) = measure(replace(small, corpus=replace(small.corpus, gold=gold)), [candidate(small, "amber")])
    assert found.agreement.n + found.conflict.n == 9


def test_without_labels_there_is_no_evidence(bare: Study) -> None:
    assert measure(bare, [candidate(bare, "amber")]) == [Harm()]


def test_it_is_shown_and_decides_nothing() -> None:
    found = Harm(rate(9, 9), rate(0, 1), rate(1, 1), rate(0, 1))
    assert conditions(found, RuleConfig()) == ()
    assert [figure.name for figure in figures(found)] == ["agreement", "conflict", "followed", "worst_group"]
    values = [figure.estimate.estimate for figure in figures(found)]
    assert values == pytest.approx([1.0, 0.0, 1.0, 0.0])


@pytest.mark.parametrize("seed", range(6))
def test_every_figure_is_the_plain_count(small: Study, seed: int) -> None:
    """Random labels and predictions, some labels missing: each figure against a loop over the texts."""
    generator, size = np.random.default_rng(seed), len(small.corpus)
    gold, predicted = generator.integers(-1, 2, size), generator.integers(0, 2, size)
    study = replace(small, corpus=replace(small.corpus, gold=gold, predicted=predicted))
    for word in ("amber", "violet", "film"):
        for label in (0, 1):
            one = candidate(study, word, label=label)
            holding = set(study.documents(one).tolist())
            (found,) = measure(study, [one])
            groups: dict[tuple[bool, bool], list[bool]] = {}
            for doc in range(size):
                if gold[doc] >= 0:
                    key = (doc in holding, gold[doc] == label)
                    groups.setdefault(key, []).append(bool(predicted[doc] == gold[doc]))
            agreement, conflict = groups.get((True, True), []), groups.get((True, False), [])
            assert (found.agreement.count or 0, found.agreement.n) == (sum(agreement), len(agreement))
            assert (found.conflict.count or 0, found.conflict.n) == (sum(conflict), len(conflict))
            followed = [bool(predicted[doc] == label) for doc in holding if gold[doc] not in (-1, label)]
            assert (found.followed.count or 0, found.followed.n) == (sum(followed), len(followed))
            worst = min(sum(group) / len(group) for group in groups.values())
            assert found.worst_group.estimate == pytest.approx(worst)
