"""Dependence of the prediction on a form, given the label: by hand, against an oracle, and under the null."""

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from scipy.stats import binom

from auditor.features.feature import Feature
from auditor.features.form import Form
from auditor.records.estimates import Estimate
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Corpus
from auditor.signals.dependence import dependence
from auditor.signals.extension import extended, groups_of
from auditor.signals.recurrence import reliance
from auditor.signals.reliance import measure, sets_of
from auditor.signals.statistics import binomial_sum_tail
from auditor.signals.study import Study
from tests.signals.studies import NEGATIVE, POSITIVE
from tests.signals.support import corpus_of, entry, explained

LONG = "a film of many words and more words still"


def labelled(path: Path, rows: list[tuple[bool, str, str]]) -> tuple[Corpus, int]:
    """Texts long or short, with a label and a prediction; and the token of the form `words: many`."""
    found = [
        entry(explained(f"{LONG if long else 'short'} n{n}", label=predicted), gold)
        for n, (long, gold, predicted) in enumerate(rows)
    ]
    plain = corpus_of(path, found)
    corpus = extended(plain, groups_of(plain, lambda _: None))
    (token,) = (
        n
        for n, one in corpus.properties.items()
        if one.feature.name == "words: many" and isinstance(one, Form)
    )
    return corpus, token


def by_hand(path: Path) -> tuple[Corpus, int]:
    """Of 10 positive texts 4 are predicted negative, all 3 long ones among them; 30 negative are right."""
    rows = [(n < 3, "pos", "negative" if n < 4 else "positive") for n in range(10)]
    rows += [(n < 2, "neg", "negative") for n in range(30)]
    return labelled(path, rows)


def test_by_hand(tmp_path: Path) -> None:
    """Three long positive texts are predicted negative by a chance of 0.4 each, two negative ones surely."""
    corpus, token = by_hand(tmp_path)
    found = dependence(corpus, token, np.ones(len(corpus), dtype=bool))
    assert found.holding == 5 and found.observed.tolist() == [5, 0]
    assert found.expected.tolist() == pytest.approx([2 + 3 * 0.4, 3 * 0.6])
    assert found.p.tolist() == pytest.approx([0.4**3, 1.0])


def test_a_form_has_no_share_of_sets_since_no_set_needs_it(small: Study, tmp_path: Path) -> None:
    """Texts without a set count as well, so that there can be more of them than sets of the class."""
    rows = [(True, "neg", "negative") for _ in range(12)] + [(False, "pos", "positive") for _ in range(12)]
    corpus, token = labelled(tmp_path, rows)
    corpus = replace(corpus, size=np.where(np.arange(len(corpus)) % 12 < 2, corpus.size, 0))
    study = replace(small, corpus=corpus, reliance=reliance(corpus))
    (found,) = measure(study, [Candidate((token,), NEGATIVE)])
    assert found.enrichment.count == 12 > sets_of(corpus, NEGATIVE)
    assert found.share_of_sets == Estimate()


def test_the_tests_of_reliance_have_it_in_the_rows_of_forms(tmp_path: Path) -> None:
    corpus, token = by_hand(tmp_path)
    tests = reliance(corpus)
    assert tests.p[token, NEGATIVE] == pytest.approx(0.4**3) and tests.tested[token].all()
    assert tests.observed[token].tolist() == [5, 0]
    other = reliance(corpus, needed=np.zeros_like(corpus.needed))
    assert (other.p[token] == 1).all()  # sets drawn at random say nothing of a form


def test_without_labels_it_is_the_share_of_all_texts(tmp_path: Path) -> None:
    rows = [(n < 5, "pos", "negative" if n < 5 or n % 2 else "positive") for n in range(25)]
    corpus, token = labelled(tmp_path, rows)
    bare = replace(corpus, gold=np.full(len(corpus), -1))
    share = float((corpus.predicted == NEGATIVE).mean())
    found = dependence(bare, token, np.ones(len(corpus), dtype=bool))
    assert found.p[NEGATIVE] == pytest.approx(binom.sf(4, 5, share))


@pytest.mark.parametrize("seed", range(20))
def test_the_tail_of_a_sum_of_binomials_is_that_of_all_outcomes(seed: int) -> None:
    random = Random(seed)  # noqa: S311
    sizes = [random.randrange(5) for _ in range(3)]
    chances = [random.choice([0.0, 1.0, random.random()]) for _ in range(3)]
    for count in range(sum(sizes) + 2):
        wanted = sum(
            float(np.prod([binom.pmf(k, n, p) for k, n, p in zip(some, sizes, chances, strict=True)]))
            for some in product(*(range(size + 1) for size in sizes))
            if sum(some) >= count
        )
        assert binomial_sum_tail(count, sizes, chances) == pytest.approx(wanted, abs=1e-12)


def test_a_large_sum_is_cut_where_nothing_is_left() -> None:
    found = binomial_sum_tail(300_900, [1_000_000, 10], [0.3, 0.5])
    assert found == pytest.approx(float(binom.sf(300_894, 1_000_000, 0.3)), rel=0.01)
    assert binomial_sum_tail(0, [1_000_000], [0.3]) == pytest.approx(1.0)
    assert binomial_sum_tail(700_000, [1_000_000], [0.3]) == 0.0


def test_where_the_form_says_nothing_it_is_rarely_found(tmp_path: Path) -> None:
    """Predictions drawn by label alone: of 200 tables at most one in twenty is below 0.05."""
    generator, random = np.random.default_rng(0), Random(0)  # noqa: S311
    rows = [(n % 5 == 0, random.choice(["pos", "neg"]), "positive") for n in range(100)]
    corpus, token = labelled(tmp_path, rows)
    below = 0
    for _ in range(200):
        drawn = (generator.random(len(corpus)) < np.where(corpus.gold == POSITIVE, 0.8, 0.3)).astype(np.int64)
        some = replace(corpus, predicted=drawn)
        below += dependence(some, token, np.ones(len(corpus), dtype=bool)).p[POSITIVE] < 0.05
    assert below <= 14  # 10 are expected at most, and 14 are within chance


def test_half_of_the_texts_is_tested_by_itself(tmp_path: Path) -> None:
    corpus, token = by_hand(tmp_path)
    some = corpus.gold == POSITIVE
    found = dependence(corpus, token, some)
    assert found.holding == 3 and found.p[NEGATIVE] == pytest.approx(0.4**3)
    assert Feature("words: many", "form").kind == corpus.vocabulary[token].kind
