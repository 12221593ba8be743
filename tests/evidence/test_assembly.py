"""Evidence on one token or pair, worked out by hand on a small corpus."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import fisher_exact

from auditor.data.examples import make_example
from auditor.evidence.assembly import (
    Statistics,
    apart,
    artefact_score,
    enrichment,
    follow_up,
    harm,
    label_follows,
    pair_evidence,
    share_of,
    token_evidence,
)
from auditor.evidence.counts import Corpus
from auditor.evidence.pairs import count_pairs
from auditor.evidence.recurrence import association, reliance
from auditor.evidence.statistics import adjust, odds_ratio, rate
from auditor.evidence.task import Lexicon, count_reference
from auditor.evidence.trials import EVERY, candidates
from auditor.findings import Association, Estimate, Harm, Interaction, Task
from auditor.sweep.table import Entry
from tests.evidence.support import GOLD, corpus_of, entry, explained, number


def rows(*, labelled: bool = True) -> list[Entry]:
    """`amber`: 9 positive and 1 negative text; `violet`: 3 of each, of which 2 positive ones with `amber`."""
    texts = [
        *[("amber film", "positive", "pos", "amber")] * 7,
        *[("amber violet film", "positive", "pos", "amber")] * 2,
        ("amber plot was", "positive", "neg", "amber"),
        ("violet plot was", "positive", "pos", "plot"),
        *[("violet plot", "negative", "neg", "plot")] * 3,
        *[("the plot was", "negative", "neg", "was")] * 4,
        *[("the plot was", "negative", "pos", "was")] * 2,
    ]
    return [
        entry(explained(f"{text} n{n}", label=label, needed=[needed]), gold if labelled else None)
        for n, (text, label, gold, needed) in enumerate(texts)
    ]


def statistics_of(corpus: Corpus, **options: object) -> Statistics:
    tests = association(corpus, corpus.gold), reliance(corpus)
    again = follow_up(tests[0], candidates(tests[1:], EVERY), method="bh")
    return Statistics(corpus, *tests, again, **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus_of(tmp_path_factory.mktemp("run"), rows(), shard_size=20)


@pytest.fixture(scope="module")
def statistics(corpus: Corpus) -> Statistics:
    return statistics_of(corpus)


def test_the_association_of_a_token(corpus: Corpus, statistics: Statistics) -> None:
    found = token_evidence(statistics, (number(corpus, "amber"), 1)).association
    # 20 texts, 12 positive; amber in 10, of which 9 are positive.
    assert (found.share.count, found.share.n, found.base) == (9, 10, 0.6)
    assert found.share.p == pytest.approx(fisher_exact([[9, 1], [3, 7]], alternative="greater").pvalue)
    assert found.odds_ratio == odds_ratio(9, 1, 3, 7)
    assert found.z == pytest.approx((0.9 - 0.6) / (0.6 * 0.4 / 10) ** 0.5)


def test_the_reliance_on_a_token(corpus: Corpus, statistics: Statistics) -> None:
    found = token_evidence(statistics, (number(corpus, "amber"), 1)).reliance
    # Sets of one word: 7 texts of 3 words, 3 of 4 words expect 7/3 + 3/4; 11 positive predictions have a set.
    assert (found.enrichment.count, found.enrichment.n) == (10, 10)
    assert found.enrichment.estimate == pytest.approx(10 / (7 / 3 + 3 / 4))
    assert (found.share_of_sets.count, found.share_of_sets.n) == (10, 11)


def test_what_reliance_found_is_tested_again_among_itself(corpus: Corpus, statistics: Statistics) -> None:
    found = [(int(t), int(c)) for t, c in zip(*np.nonzero(statistics.reliance.significant), strict=True)]
    assert (number(corpus, "amber"), 1) in found and set(statistics.follow_up) == set(found)
    expected = adjust([statistics.association.p[key] for key in found])
    assert [statistics.follow_up[key] for key in found] == pytest.approx(expected)
    key = number(corpus, "amber"), 1
    share = token_evidence(statistics, key).association.share
    assert share.adjusted_p == min(statistics.association.adjusted[key], statistics.follow_up[key])


def test_harm_is_accuracy_by_group(corpus: Corpus) -> None:
    docs = corpus.doc[corpus.entries(number(corpus, "amber"))]
    found = harm(corpus, docs, 1)
    assert (found.agreement.count, found.agreement.n) == (9, 9)
    assert (found.conflict.count, found.conflict.n) == (0, 1)
    # Without amber: positive 1 of 3, negative 7 of 7; the worst is the conflicting text.
    assert found.worst_group == found.conflict
    others = docs[(corpus.gold[docs] >= 0) & (corpus.gold[docs] != 1)]
    assert found.followed == rate(int((corpus.predicted[others] == 1).sum()), len(others))
    violet = harm(corpus, corpus.doc[corpus.entries(number(corpus, "violet"))], 1)
    assert (violet.agreement.n, violet.conflict.n) == (3, 3)
    assert (violet.worst_group.count, violet.worst_group.n) == (7, 9)  # positive without violet


def test_without_labels_association_and_harm_are_absent(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, rows(labelled=False))
    found = token_evidence(statistics_of(corpus), (number(corpus, "amber"), 1))
    assert found.association == Association() and found.harm == Harm()
    assert found.reliance.enrichment.count == 10  # what the model does is known all the same
    assert found.task.score is None


def test_reference_and_lexicon_are_asked_with_the_models_label(corpus: Corpus) -> None:
    texts = [make_example((f"amber {n}",), ("pos", "neg")[n % 2], n) for n in range(40)]
    given = statistics_of(
        corpus, reference=count_reference(texts, GOLD), lexicon=Lexicon({"plot": "negative"})
    )
    amber = token_evidence(given, (number(corpus, "amber"), 1)).task
    assert (amber.reference, amber.lexicon) == ("absent", "not listed")  # 20 of 40: not clearly below 9 of 10
    assert (amber.reference_share.count, amber.reference_share.n) == (20, 40)
    assert token_evidence(given, (number(corpus, "plot"), 0)).task.lexicon == "listed"
    assert token_evidence(given, (number(corpus, "plot"), 1)).task.lexicon == "not listed"
    assert token_evidence(statistics_of(corpus), (number(corpus, "plot"), 0)).task == Task()


@pytest.mark.parametrize(
    ("share", "task", "score"),
    [
        (0.9, Task(pull=0.0), 0.5),
        (0.9, Task(pull=50.0), 0.25),
        (0.9, Task(pull=50.0, alone=2.5), 0.125),
        (0.9, Task(pull=50.0, alone=50.0), 0.0),
        (0.9, Task(pull=-50.0, alone=-50.0), 1.0),
        (0.9, Task(pull=0.5 * np.arctanh(0.4)), 0.4),  # tanh(2 pull) = 0.4
        (0.9, Task(pull=0.5 * np.arctanh(0.4), lexicon="listed"), 0.1),
        (0.9, Task(pull=0.5 * np.arctanh(0.4), reference="replicated"), 0.1),
        (0.9, Task(pull=0.5 * np.arctanh(0.4), reference="contradicted"), 0.85),
        (0.9, Task(pull=0.5 * np.arctanh(0.4), reference="absent", lexicon="not listed"), 0.4),
        (0.5, Task(pull=0.4), None),
        (0.9, Task(alone=3.0), None),
    ],
)
def test_the_artefact_score(share: float, task: Task, score: float | None) -> None:
    found = artefact_score(Association(Estimate(share), base=0.5), task)
    assert found == (pytest.approx(score) if score is not None else None)


def test_enrichment_scales_the_interval_of_the_share() -> None:
    share = rate(6, 10)
    found = enrichment(6, 10, 2.0, p=0.1, adjusted=0.2)
    assert found.estimate == 3.0 and (found.n, found.count, found.p, found.adjusted_p) == (10, 6, 0.1, 0.2)
    assert (found.low, found.high) == pytest.approx((5 * (share.low or 0), 5 * (share.high or 0)))
    assert enrichment(0, 0, 0.0, p=1.0, adjusted=1.0) == Estimate(n=0, count=0, p=1.0, adjusted_p=1.0)
    assert enrichment(0, 4, 0.0, p=1.0, adjusted=1.0).estimate is None


# Pairs


def test_the_texts_of_a_pair(corpus: Corpus) -> None:
    places = apart(corpus, (number(corpus, "amber"), number(corpus, "violet")))
    assert (len(places.both), len(places.first), len(places.second)) == (2, 8, 4)
    assert (share_of(corpus, places.both, 1).count, share_of(corpus, places.second, 1).count) == (2, 1)


def test_whether_the_label_follows_is_fishers_test_of_both_against_one(corpus: Corpus) -> None:
    places = apart(corpus, (number(corpus, "amber"), number(corpus, "violet")))
    for label, table in ((1, [[2, 0], [8, 4]]), (0, [[0, 2], [4, 8]])):
        expected = fisher_exact(table, alternative="greater").pvalue
        assert label_follows(corpus, places, label) == pytest.approx(expected)
    never = replace(places, both=places.both[:0])
    always = replace(places, first=places.first[:0], second=places.second[:0])
    assert label_follows(corpus, never, 1) == label_follows(corpus, always, 1) == 1.0


def test_the_evidence_on_a_pair(corpus: Corpus, statistics: Statistics) -> None:
    pair = number(corpus, "amber"), number(corpus, "violet")
    (count,) = count_pairs(corpus, [(1, pair)])
    places = apart(corpus, pair)
    found = pair_evidence(statistics, count, places, Interaction(Estimate(1.0)), adjusted=0.3)
    assert (found.association.share.count, found.association.share.n) == (2, 2)
    assert found.association.share.adjusted_p == 0.3 and found.association.base == 0.6
    assert found.association.odds_ratio == odds_ratio(2, 0, 8, 4)
    assert found.interaction is not None
    assert (found.interaction.share_apart.count, found.interaction.share_apart.n) == (8, 12)
    assert (found.reliance.enrichment.count, found.reliance.enrichment.n) == (0, 2)
    assert (found.harm.agreement.n, found.harm.conflict.n) == (2, 0)


def test_a_pair_without_labels(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path, rows(labelled=False))
    pair = number(corpus, "amber"), number(corpus, "violet")
    (count,) = count_pairs(corpus, [(1, pair)])
    given = Interaction(Estimate(1.0))
    found = pair_evidence(statistics_of(corpus), count, apart(corpus, pair), given, adjusted=1.0)
    assert found.association == Association() and found.interaction == given
