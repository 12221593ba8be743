"""Association, worked out by hand: shares, odds, the exact test, and what the rule asks of them."""

from dataclasses import replace

import pytest
from scipy.stats import fisher_exact

from auditor.config import RuleConfig
from auditor.records.estimates import Estimate
from auditor.signals.association import Association, conditions, figures, measure, share_of
from auditor.signals.statistics import adjust, odds_ratio, rate
from auditor.signals.study import Study
from tests.signals.studies import NEGATIVE, candidate

RULE = RuleConfig()


def test_the_association_of_a_token(small: Study) -> None:
    (found,) = measure(small, [candidate(small, "amber")])
    # 20 texts, 12 positive; amber in 10, of which 9 are positive.
    assert (found.share.count, found.share.n, found.base) == (9, 10, 0.6)
    assert found.share.p == pytest.approx(fisher_exact([[9, 1], [3, 7]], alternative="greater").pvalue)
    assert found.odds_ratio == odds_ratio(9, 1, 3, 7)
    assert found.z == pytest.approx((0.9 - 0.6) / (0.6 * 0.4 / 10) ** 0.5)


def test_the_other_class_is_the_other_share(small: Study) -> None:
    (found,) = measure(small, [candidate(small, "amber", label=NEGATIVE)])
    assert (found.share.count, found.share.n, found.base) == (1, 10, 0.4)
    assert found.odds_ratio == odds_ratio(1, 9, 7, 3)


def test_what_reliance_found_is_corrected_among_itself(small: Study) -> None:
    amber = candidate(small, "amber")
    assert amber in small.follow_up
    expected = adjust([small.association.p[one.cell] for one in small.follow_up])
    assert list(small.follow_up.values()) == pytest.approx(expected)
    (found,) = measure(small, [amber])
    assert found.share.adjusted_p == min(small.association.adjusted[amber.cell], small.follow_up[amber])


def test_labels_are_counted_over_all_labelled_data(small: Study) -> None:
    """Ten times the documents and counts: the same share, and a far smaller p."""
    tests = small.association
    many = replace(
        small,
        labelled=small.labelled * 10,
        association=replace(tests, observed=tests.observed * 10, holding=tests.holding * 10),
    )
    (found,) = measure(many, [candidate(small, "amber")])
    assert (found.share.count, found.share.n, found.base) == (90, 100, 0.6)
    assert found.odds_ratio == odds_ratio(90, 10, 30, 70)


def test_a_pair_is_compared_with_one_of_its_words(paired: Study) -> None:
    pair = candidate(paired, "amber", "violet")
    (found,) = measure(paired, [pair])
    # Both: 16 of 20 positive; amber alone 0 of 20, violet alone 4 of 20; none: 20 of 20.
    assert (found.share.count, found.share.n, found.base) == (16, 20, 0.5)
    assert found.odds_ratio == odds_ratio(16, 4, 4, 36)
    fisher = fisher_exact([[16, 4], [4, 36]], alternative="greater").pvalue
    assert found.share.p == pytest.approx(2 * fisher)  # the best of two classes
    choices = paired.pair_choices
    assert found.share.adjusted_p == choices[pair].adjusted_p >= found.share.p
    assert found.confirmed is None


def test_without_labels_there_is_no_evidence(bare: Study) -> None:
    assert measure(bare, [candidate(bare, "amber")]) == [Association()]


def test_a_share_leaves_texts_without_a_label_out(small: Study) -> None:
    gold = small.corpus.gold.copy()
    docs = small.documents(candidate(small, "amber"))
    gold[docs[:4]] = -1
    unsure = replace(small.corpus, gold=gold)
    found = share_of(unsure, docs, 1)
    assert (found.count, found.n) == (int((gold[docs] == 1).sum()), 6)


def test_a_leak_is_more_than_chance_and_a_clear_one_is_large() -> None:
    found = Association(rate(45, 50, p=1e-8, adjusted_p=0.05), 0.5)
    leaks, clear = conditions(found, RULE)
    assert (leaks.code, leaks.seen, leaks.asked, leaks.met) == ("leaks", 0.05, 0.05, True)
    assert (clear.code, clear.seen, clear.asked, clear.met) == ("clear", found.share.low, 0.6, True)
    more = replace(found, share=replace(found.share, adjusted_p=0.051, low=0.599))
    assert [condition.met for condition in conditions(more, RULE)] == [False, False]


@pytest.mark.parametrize(("base", "asked"), [(0.5, 0.6), (0.8, 0.9), (0.9, 0.95), (0.98, 0.99), (None, 0.1)])
def test_of_a_large_class_half_of_what_is_left_is_enough(base: float | None, asked: float) -> None:
    clear = conditions(Association(Estimate(0.99, 0.98, 1.0, 9), base), RULE)[1]
    assert clear.asked == pytest.approx(asked)


def test_no_evidence_meets_no_condition() -> None:
    assert not any(condition.met for condition in conditions(Association(), RULE))
    assert all(condition.seen is None for condition in conditions(Association(), RULE))


def test_figures_show_the_share_beside_the_base() -> None:
    found = Association(rate(9, 10), 0.6, odds_ratio(9, 1, 3, 7))
    share, odds = figures(found)
    assert (share.name, share.estimate, share.base, share.unit) == ("share", found.share, 0.6, "share")
    assert (odds.name, odds.estimate, odds.unit) == ("odds_ratio", found.odds_ratio, "ratio")
