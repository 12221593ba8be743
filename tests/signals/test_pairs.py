"""Pairs: counted by brute force, with chances worked out by enumeration of the sets."""

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.signals.candidates import Candidate
from auditor.signals.counts import Corpus
from auditor.signals.pairs import count_pairs, pairs_in_sets, standing_together
from auditor.signals.statistics import adjust, poisson_binomial_tail
from tests.signals.support import LABELS, corpus_of, entry, explained, number

WORDS = "a b c d e f".split()  # noqa: SIM905 (a list of words reads best as text)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    random = Random(1)  # noqa: S311 (texts, not secrets)
    rows = []
    for n in range(80):
        words = random.choices(WORDS, k=random.randint(2, 6))
        needed = random.sample(sorted(set(words)), k=min(len(set(words)), random.randint(0, 3)))
        text = explained(" ".join([*words, f"n{n}"]), label=random.choice(LABELS), needed=needed)
        rows.append(entry(text, random.choice(["pos", "neg"])))
    return corpus_of(tmp_path_factory.mktemp("run"), rows, shard_size=40)


def texts_of(corpus: Corpus) -> list[tuple[int, set[int], set[int]]]:
    """For each text its class, its tokens, and those its set needs."""
    found: list[tuple[int, set[int], set[int]]] = [(int(label), set(), set()) for label in corpus.predicted]
    for token, doc, needed in zip(corpus.token, corpus.doc, corpus.needed, strict=True):
        found[doc][1].add(int(token))
        if needed:
            found[doc][2].add(int(token))
    return found


@pytest.mark.parametrize("least", [1, 3])
def test_pairs_in_sets_are_the_plain_count(corpus: Corpus, least: int) -> None:
    plain = Counter(
        (label, pair) for label, _, needed in texts_of(corpus) for pair in combinations(sorted(needed), 2)
    )
    assert pairs_in_sets(corpus, least=least) == {key: n for key, n in plain.items() if n >= least}


def test_standing_together_is_the_plain_search(corpus: Corpus) -> None:
    tokens = [number(corpus, word) for word in WORDS]
    texts = texts_of(corpus)
    found = standing_together(corpus, tokens[::-1], least=20)
    expected = {
        pair: [doc for doc, (_, held, _) in enumerate(texts) if {*pair} <= held]
        for pair in combinations(sorted(tokens), 2)
    }
    assert {pair: docs.tolist() for pair, docs in found.items()} == {
        pair: docs for pair, docs in expected.items() if len(docs) >= 20
    }
    assert found


def enumerated_chance(words: list[str], size: int, pair: tuple[str, str]) -> float:
    """Over all sets of so many words: how many hold both tokens."""
    sets = list(combinations(words, size))
    return sum({*pair} <= {*chosen} for chosen in sets) / len(sets)


def test_the_chance_of_a_pair_is_that_of_all_sets_also_where_a_word_is_repeated(tmp_path: Path) -> None:
    texts = [("a b c d", "ab"), ("a a b c", "ab"), ("a a b b c", "abc"), ("a b", "a"), ("b c a d e", "cd")]
    corpus = corpus_of(tmp_path, [entry(explained(text, needed=needed)) for text, needed in texts])
    pair = number(corpus, "a"), number(corpus, "b")
    (found,) = count_pairs(corpus, [Candidate(pair, 1)])
    chances = [enumerated_chance(text.split(), len(needed), ("a", "b")) for text, needed in texts]
    assert chances[1] == pytest.approx(2 / 6)  # not 1 / 6: either "a" will do
    assert (found.sets, found.holding) == (3, 5)
    assert found.expected == pytest.approx(sum(chances))
    assert found.p == pytest.approx(poisson_binomial_tail(3, chances))
    # "a" is needed in 4 of 5 sets, "b" in 3 of 5: both in 12 of 25 texts if one says nothing of the other.
    assert found.expected_beyond == pytest.approx(5 * 12 / 25)
    assert found.beyond == pytest.approx(poisson_binomial_tail(3, [12 / 25] * 5))


def test_counts_are_of_one_class_and_the_texts_of_all(corpus: Corpus) -> None:
    pair = number(corpus, "a"), number(corpus, "b")
    texts = texts_of(corpus)
    both = [doc for doc, (_, held, _) in enumerate(texts) if {*pair} <= held]
    for label in (0, 1):
        (found,) = count_pairs(corpus, [Candidate(pair, label)])
        own = [texts[doc] for doc in both if texts[doc][0] == label and corpus.size[doc] > 0]
        assert found.both.tolist() == both
        assert found.holding == len(own)
        assert found.sets == sum({*pair} <= needed for _, _, needed in own)


def test_all_pairs_are_corrected_as_one_family(corpus: Corpus) -> None:
    wanted = [Candidate(pair, label) for label, pair in pairs_in_sets(corpus, least=1)][:12]
    found = count_pairs(corpus, wanted)
    assert [count.adjusted for count in found] == pytest.approx(adjust([count.p for count in found]))
    assert [c.adjusted_beyond for c in found] == pytest.approx(adjust([c.beyond for c in found]))
    assert count_pairs(corpus, []) == []


def test_words_that_are_always_needed_together_go_beyond_their_members(tmp_path: Path) -> None:
    rows = [entry(explained(f"not good film n{n}", needed=["not", "good"])) for n in range(12)]
    rows += [entry(explained(f"not so n{n} film", needed=["film"])) for n in range(12)]
    rows += [entry(explained(f"good it n{n} was", needed=["it"])) for n in range(12)]
    corpus = corpus_of(tmp_path, rows)
    pair = number(corpus, "good"), number(corpus, "not")
    (found,) = count_pairs(corpus, [Candidate(pair, 1)])
    assert found.sets == 12 and found.expected_beyond == pytest.approx(3) and found.beyond < 1e-6
    absent = count_pairs(corpus, [Candidate(pair, 0)])[0]
    assert (absent.sets, absent.holding, absent.p, absent.beyond) == (0, 0, 1.0, 1.0)
    assert np.array_equal(absent.both, found.both)
