"""Tests of tokens: exact p-values, one correction for the family, halves, and what chance looks like."""

from math import comb
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import false_discovery_control, fisher_exact

from auditor.signals import recurrence
from auditor.signals.counts import Corpus
from auditor.signals.recurrence import LEAST, LEVEL, association, in_random_sets, missed, reliance
from auditor.signals.statistics import poisson_binomial_tail
from tests.signals.support import corpus_of, entry, explained, marked, number


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus_of(tmp_path_factory.mktemp("run"), marked(200), shard_size=100)


def test_a_random_set_misses_as_combinations_say() -> None:
    cases = [(n, k, m) for n in range(1, 9) for k in range(n + 1) for m in range(n + 1)]
    n, k, m = np.array(cases).T
    assert missed(n, k, m) == pytest.approx([comb(n - m, k) / comb(n, k) for n, k, m in cases])


def test_the_chance_of_each_entry(tmp_path: Path) -> None:
    rows = [
        entry(explained("good good film now", needed=["good", "film"])),  # n = 4, k = 2
        entry(explained("good film")),  # no needed word: no set
    ]
    small = corpus_of(tmp_path, rows)
    chances = in_random_sets(small)
    expected = {
        "good": [1 - 1 / 6, 0.0],
        "film": [0.5, 0.0],
        "now": [0.5],
    }  # C(2,2) / C(4,2) misses both goods
    for word, values in expected.items():
        assert chances[small.entries(number(small, word))] == pytest.approx(values)


def test_association_is_fishers_test_for_every_token_and_class(corpus: Corpus) -> None:
    tests = association(corpus, corpus.gold)
    for token in range(len(corpus.vocabulary)):
        docs = corpus.doc[corpus.entries(token)]
        holding = np.zeros(len(corpus), dtype=bool)
        holding[docs] = True
        for label in (0, 1):
            own = corpus.gold == label
            table = [
                [(holding & own).sum(), (holding & ~own).sum()],
                [(~holding & own).sum(), (~holding & ~own).sum()],
            ]
            assert tests.observed[token, label] == table[0][0]
            assert tests.holding[token, label] == len(docs)
            assert tests.expected[token, label] == pytest.approx(len(docs) * own.mean())
            wanted = fisher_exact(table, alternative="greater").pvalue if len(docs) >= LEAST else 1.0
            assert tests.p[token, label] == pytest.approx(wanted, abs=1e-9)


def test_reliance_is_the_tail_of_the_chances_for_every_token_and_class(corpus: Corpus) -> None:
    tests = reliance(corpus)
    for token in range(len(corpus.vocabulary)):
        some = corpus.entries(token)
        docs, needed = corpus.doc[some], corpus.needed[some]
        chances = corpus.times[some] / corpus.length[docs]  # since every set needs one word
        for label in (0, 1):
            own = corpus.predicted[docs] == label
            observed, expected = int(needed[own].sum()), float(chances[own].sum())
            assert (tests.observed[token, label], tests.holding[token, label]) == (observed, own.sum())
            assert tests.expected[token, label] == pytest.approx(expected)
            counted = own.sum() >= LEAST and observed > expected
            wanted = poisson_binomial_tail(observed, chances[own]) if counted else 1.0
            assert tests.p[token, label] == pytest.approx(wanted)


def test_the_family_is_corrected_as_one(corpus: Corpus) -> None:
    for method in ("bh", "by"):
        for tests in (association(corpus, corpus.gold, method=method), reliance(corpus, method=method)):
            assert (tests.tested == (tests.holding >= LEAST)).all()
            expected = false_discovery_control(tests.p[tests.tested], method=method)
            assert tests.adjusted[tests.tested] == pytest.approx(expected)
            assert (tests.adjusted[~tests.tested] == 1).all() and not tests.significant[~tests.tested].any()


def test_the_planted_token_is_found_confirmed_and_alone(corpus: Corpus) -> None:
    token = number(corpus, "[pos]")
    for tests in (association(corpus, corpus.gold), reliance(corpus)):
        assert list(zip(*np.nonzero(tests.significant), strict=True)) == [(token, 1)]
        assert tests.confirmed[token, 1] == 1
        assert (np.delete(tests.confirmed.reshape(-1), 2 * token + 1) < 1).all()


@pytest.mark.parametrize("size", [1, 50, 333])
def test_how_many_entries_are_worked_on_at_once_changes_no_bit(
    corpus: Corpus, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = association(corpus, corpus.gold), reliance(corpus), in_random_sets(corpus)
    assert len(corpus.token) > 2 * size
    monkeypatch.setattr(recurrence, "BLOCK", size)
    parts = association(corpus, corpus.gold), reliance(corpus), in_random_sets(corpus)
    for one, other in zip(whole[:2], parts[:2], strict=True):
        for name in vars(one):
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
    assert whole[2].tobytes() == parts[2].tobytes()


def test_halves_are_not_looked_at_unless_asked(corpus: Corpus) -> None:
    assert (association(corpus, corpus.gold, halves=False).confirmed == -1).all()


def test_permuted_labels_find_nothing(corpus: Corpus) -> None:
    generator = np.random.default_rng(0)
    found = [
        association(corpus, generator.permutation(corpus.gold), halves=False).significant.any()
        for _ in range(60)
    ]
    assert np.mean(found) <= LEVEL + 0.05


def test_sets_drawn_at_random_find_nothing(corpus: Corpus) -> None:
    generator, chances = np.random.default_rng(0), in_random_sets(corpus)
    found = [
        reliance(corpus, needed=generator.random(len(chances)) < chances, halves=False).significant.any()
        for _ in range(60)
    ]
    assert np.mean(found) <= LEVEL + 0.05


def test_a_token_in_too_few_texts_is_not_tested(tmp_path: Path) -> None:
    rows = [entry(explained(f"rare n{n}", needed=["rare"]), "pos") for n in range(LEAST - 1)]
    rows += [entry(explained(f"film n{n}", label="negative"), "neg") for n in range(30)]
    small = corpus_of(tmp_path, rows)
    rare = number(small, "rare")
    for tests in (association(small, small.gold), reliance(small)):
        assert (
            not tests.tested[rare].any() and (tests.p[rare] == 1).all() and (tests.adjusted[rare] == 1).all()
        )


def test_without_labels_association_says_nothing(tmp_path: Path) -> None:
    small = corpus_of(tmp_path, [entry(explained(f"good film n{n}", needed=["good"])) for n in range(10)])
    tests = association(small, small.gold)
    assert not tests.tested.any() and (tests.p == 1).all() and (tests.observed == 0).all()


def test_an_empty_corpus_has_nothing_to_test(tmp_path: Path) -> None:
    empty = corpus_of(tmp_path, [entry(None)])
    for tests in (association(empty, empty.gold), reliance(empty)):
        assert tests.p.shape == (0, 2) and not tests.significant.any()
