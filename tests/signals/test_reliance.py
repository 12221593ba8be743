"""Reliance, worked out by hand: sets that need a token against sets that pick their words at random."""

import pytest

from auditor.config import RuleConfig
from auditor.records.estimates import Estimate
from auditor.signals.pairs import count_pairs
from auditor.signals.reliance import Reliance, conditions, enrichment, figures, measure, sets_of
from auditor.signals.statistics import poisson_binomial_tail, rate
from auditor.signals.study import Study
from tests.signals.studies import NEGATIVE, POSITIVE, candidate

RULE = RuleConfig()


def test_the_reliance_on_a_token(small: Study) -> None:
    (found,) = measure(small, [candidate(small, "amber")])
    # Sets of one word: 7 texts of 3 words and 3 of 4 words; 11 positive predictions have a set.
    assert (found.enrichment.count, found.enrichment.n) == (10, 10)
    assert found.enrichment.estimate == pytest.approx(10 / (7 / 3 + 3 / 4))
    assert found.enrichment.p == pytest.approx(poisson_binomial_tail(10, [1 / 3] * 7 + [1 / 4] * 3))
    assert found.enrichment.p == pytest.approx((1 / 3) ** 7 * (1 / 4) ** 3)
    assert (found.share_of_sets.count, found.share_of_sets.n) == (10, 11)
    assert found.beyond_members == Estimate()


def test_a_token_that_no_set_of_the_class_needs(small: Study) -> None:
    (found,) = measure(small, [candidate(small, "violet")])
    assert (found.enrichment.count, found.enrichment.n, found.enrichment.estimate) == (0, 3, 0.0)
    assert found.share_of_sets.count == 0


def test_it_needs_no_labels(small: Study, bare: Study) -> None:
    (there,), (without,) = (measure(study, [candidate(study, "amber")]) for study in (small, bare))
    assert there.enrichment == without.enrichment and there.share_of_sets == without.share_of_sets


def test_sets_of_a_class(small: Study) -> None:
    assert (sets_of(small.corpus, POSITIVE), sets_of(small.corpus, NEGATIVE)) == (11, 9)


def test_pairs_are_counted_by_sets_that_need_both(paired: Study) -> None:
    pair, token = candidate(paired, "amber", "violet"), candidate(paired, "amber")
    found, alone = measure(paired, [pair, token])
    # Each set needs one word: never both, though 20 of the 40 positive texts hold both.
    assert (found.enrichment.count, found.enrichment.n) == (0, 20)
    assert (found.share_of_sets.count, found.share_of_sets.n) == (0, 40)
    (count,) = count_pairs(paired.corpus, [pair])
    # Where both stand, half of the sets need amber and half violet: a quarter would need both by chance.
    assert count.expected_beyond == pytest.approx(20 * 0.25)
    assert found.beyond_members.estimate == 0.0 and found.beyond_members.p == count.beyond == 1.0
    assert alone.beyond_members == Estimate() and alone.enrichment.count == 10


def test_enrichment_scales_the_interval_of_the_share() -> None:
    share = rate(6, 10)
    found = enrichment(6, 10, 2.0, p=0.1, adjusted=0.2)
    assert found.estimate == 3.0 and (found.n, found.count, found.p, found.adjusted_p) == (10, 6, 0.1, 0.2)
    assert (found.low, found.high) == pytest.approx((5 * (share.low or 0), 5 * (share.high or 0)))
    assert enrichment(0, 0, 0.0, p=1.0, adjusted=1.0) == Estimate(n=0, count=0, p=1.0, adjusted_p=1.0)
    assert enrichment(0, 4, 0.0, p=1.0, adjusted=1.0).estimate is None


@pytest.mark.parametrize(("p", "met"), [(0.04, True), (0.05, True), (0.051, False), (None, False)])
def test_it_is_needed_beyond_chance_or_not(p: float | None, met: bool) -> None:
    (needed,) = conditions(Reliance(Estimate(3.0, adjusted_p=p)), RULE)
    assert (needed.code, needed.seen, needed.asked, needed.met) == ("needed", p, 0.05, met)


def test_what_only_pairs_have_is_shown_for_pairs() -> None:
    found = Reliance(Estimate(3.0), rate(10, 11), Estimate(2.0))
    by_name = {figure.name: figure for figure in figures(found)}
    assert {name for name, figure in by_name.items() if figure.pairs_only} == {"beyond_members"}
    assert by_name["share_of_sets"].estimate == found.share_of_sets
    assert by_name["enrichment"].estimate.estimate == 3.0 and by_name["enrichment"].unit == "ratio"
