"""Which pairs are worth a trial: what the labels say of texts with both words, against Fisher and by hand."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from auditor.signals.counts import Corpus
from auditor.signals.pairs import TOGETHER, Apart, apart, choose_pairs, label_follows, pairs_in_sets
from auditor.signals.statistics import adjust
from tests.signals.studies import pair_rows
from tests.signals.support import LABELS, corpus_of, entry, explained, number

WORDS = "a b c d e".split()  # noqa: SIM905 (a list of words reads best as text)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Random texts of five words; a third of them have no label."""
    random = Random(3)  # noqa: S311 (texts, not secrets)
    rows = []
    for n in range(120):
        words = random.sample(WORDS, k=random.randint(1, 4))
        needed = random.sample(words, k=min(2, len(words)))
        text = explained(" ".join([*words, f"n{n}"]), label=random.choice(LABELS), needed=needed)
        rows.append(entry(text, random.choice(["pos", "neg", None])))
    return corpus_of(tmp_path_factory.mktemp("run"), rows, shard_size=60)


def held(corpus: Corpus, word: str) -> set[int]:
    return set(corpus.doc[corpus.entries(number(corpus, word))].tolist())


def test_texts_are_told_apart_by_which_of_two_words_they_hold(corpus: Corpus) -> None:
    for one, other in combinations(WORDS, 2):
        found = apart(corpus, (number(corpus, one), number(corpus, other)))
        assert set(found.both.tolist()) == held(corpus, one) & held(corpus, other)
        assert set(found.first.tolist()) == held(corpus, one) - held(corpus, other)
        assert set(found.second.tolist()) == held(corpus, other) - held(corpus, one)
        swapped = apart(corpus, (number(corpus, other), number(corpus, one)))
        assert (
            swapped.first.tolist() == found.second.tolist() and swapped.both.tolist() == found.both.tolist()
        )


def test_the_labels_follow_a_pair_as_fisher_says(corpus: Corpus) -> None:
    """Texts with both words against texts with one of them, those without a label left out."""
    for one, other in combinations(WORDS, 2):
        places = apart(corpus, (number(corpus, one), number(corpus, other)))
        alone = np.concatenate([places.first, places.second])
        for label in (0, 1):
            table = [
                [(corpus.gold[docs] == label).sum(), (corpus.gold[docs] == 1 - label).sum()]
                for docs in (places.both, alone)
            ]
            expected = fisher_exact(table, alternative="greater").pvalue
            assert label_follows(corpus, places, label) == pytest.approx(expected, rel=1e-9)


def test_where_there_is_nothing_to_compare_nothing_follows(corpus: Corpus) -> None:
    labelled = np.flatnonzero(corpus.gold == 1)
    none = np.zeros(0, dtype=np.int64)
    unlabelled = np.flatnonzero(corpus.gold < 0)
    for places in (
        Apart(none, labelled, none),  # no text with both
        Apart(labelled, none, none),  # no text with one
        Apart(unlabelled, labelled, none),  # none with both has a label
        Apart(labelled, unlabelled, unlabelled),  # none with one has
    ):
        assert label_follows(corpus, places, 1) == 1.0


def test_every_pair_that_stands_together_often_enough_is_looked_at(corpus: Corpus) -> None:
    recurring = [number(corpus, word) for word in WORDS[:3]]
    found = {choice.tokens for choice in choose_pairs(corpus, recurring)}
    wanted = set(combinations(sorted(recurring), 2)) | {p for _, p in pairs_in_sets(corpus)}
    assert found == {pair for pair in wanted if len(apart(corpus, pair).both) >= TOGETHER}
    assert found


def test_each_pair_speaks_for_the_class_that_its_labels_follow_most(corpus: Corpus) -> None:
    for choice in choose_pairs(corpus, [number(corpus, word) for word in WORDS]):
        p = [label_follows(corpus, choice.places, label) for label in (0, 1)]
        assert choice.p == pytest.approx(min(1.0, 2 * min(p)))  # the best of two
        if p[0] != p[1]:
            assert choice.label == int(p[1] < p[0])
        else:  # the class that most of its texts are predicted as
            counts = np.bincount(corpus.predicted[choice.places.both], minlength=2)
            assert counts[choice.label] == counts.max()


@pytest.mark.parametrize("method", ["bh", "by"])
def test_pairs_come_in_the_order_of_their_p_and_are_corrected_as_one_family(
    corpus: Corpus, method: str
) -> None:
    found = choose_pairs(corpus, [number(corpus, word) for word in WORDS], method=method)
    assert [choice.p for choice in found] == sorted(choice.p for choice in found)
    expected = adjust([choice.p for choice in found], method=method)
    assert [choice.adjusted_p for choice in found] == pytest.approx(expected.tolist())


def test_a_planted_pair_comes_first_and_chance_follows_none(tmp_path: Path) -> None:
    planted = corpus_of(tmp_path / "planted", pair_rows(80))
    words = [number(planted, word) for word in ("amber", "film", "plot", "violet")]
    first, *rest = choose_pairs(planted, words)
    assert first.tokens == (words[0], words[3]) and first.label == 1
    assert first.adjusted_p < 1e-6 < min(choice.adjusted_p for choice in rest)
    random = Random(0)  # noqa: S311 (labels, not secrets)
    shuffled = [  # labels that say nothing
        replace(row, outcome=replace(row.outcome, gold=random.choice(["pos", "neg"])))
        for row in pair_rows(80)
    ]
    noise = corpus_of(tmp_path / "noise", shuffled)
    chance = choose_pairs(noise, [number(noise, word) for word in ("amber", "violet")])
    assert chance and all(choice.adjusted_p > 0.05 for choice in chance)


def test_without_labels_every_pair_is_as_good_as_any_other(tmp_path: Path) -> None:
    bare = corpus_of(tmp_path, pair_rows(40, labelled=False))
    found = choose_pairs(bare, [number(bare, word) for word in ("amber", "violet", "film")])
    assert found and {(choice.p, choice.adjusted_p) for choice in found} == {(1.0, 1.0)}


def test_two_fields_are_words_of_their_own(tmp_path: Path) -> None:
    rows = [entry(explained(f"good n{n}", f"good m{n}", needed=["good"]), "pos") for n in range(TOGETHER)]
    corpus = corpus_of(tmp_path, rows, paired=True)
    pair = number(corpus, "good", 0), number(corpus, "good", 1)
    [found] = choose_pairs(corpus, sorted(pair))
    assert found.tokens == tuple(sorted(pair)) and len(found.places.both) == TOGETHER
    assert not len(found.places.first) and not len(found.places.second)


@settings(max_examples=25)
@given(st.lists(st.sets(st.integers(0, 3), max_size=4), min_size=1, max_size=30), st.integers(1, 4))
def test_pairs_in_sets_count_every_set_once(sets: list[set[int]], least: int) -> None:
    """A corpus of arrays alone: text n has the words of all sets, and its set needs those of `sets[n]`."""
    docs, tokens = len(sets), 4
    token = np.repeat(np.arange(tokens), docs)
    doc = np.tile(np.arange(docs), tokens)
    needed = np.array([t in sets[d] for t, d in zip(token, doc, strict=True)])
    nothing: dict[str, Any] = dict.fromkeys(Corpus.__dataclass_fields__)
    known = {
        "vocabulary": tuple("abcd"),
        "labels": LABELS,
        "token": token,
        "doc": doc,
        "needed": needed,
        "predicted": np.arange(docs) % 2,
        "groups": {},
    }
    corpus = Corpus(**nothing | known)
    plain = Counter((n % 2, pair) for n, some in enumerate(sets) for pair in combinations(sorted(some), 2))
    assert pairs_in_sets(corpus, least=least) == {key: n for key, n in plain.items() if n >= least}
