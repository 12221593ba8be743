"""Counts and tests of small random corpora against a brute force that shares nothing with them."""

import tempfile
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.records.text import Explanation, Status
from auditor.signals import recurrence
from auditor.signals.counts import Corpus, Token
from auditor.signals.recurrence import association, reliance
from auditor.sweep.shard_file import Entry
from tests.signals.support import GOLD, LABELS, corpus_of, entry, explained

WORDS = ("good", "Good", "ﬁlm", "film", "bad", "\u200b", "電")
NAMES = {
    "good": "good",
    "Good": "good",
    "ﬁlm": "film",
    "film": "film",
    "bad": "bad",
    "\u200b": "\u200b",
    "電": "電",
}


@st.composite
def entries(draw: st.DrawFn) -> list[Entry]:
    """A handful of texts of a few words, some needed, some without a set, a label or an explanation."""
    found = []
    for number in range(draw(st.integers(1, 8))):
        words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
        text = " ".join([*words, f"n{number}"])
        needed = draw(st.lists(st.sampled_from(sorted({*words, f"n{number}"})), max_size=2, unique=True))
        explanation = explained(
            text,
            label=draw(st.sampled_from(LABELS)),
            needed=needed,
            status=draw(st.sampled_from([Status.VERIFIED, Status.VERIFIED, Status.DEFAULT])),
        )
        gold = draw(st.sampled_from(["pos", "neg", "neg", None]))
        found.append(entry(None, gold) if draw(st.integers(0, 9)) == 0 else entry(explanation, gold))
    return found


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@pytest.fixture(scope="module", autouse=True)
def _tested_from_one_text_on() -> Iterator[None]:
    with patch.object(recurrence, "LEAST", 1):
        yield


def texts_of(rows: list[Entry]) -> list[tuple[Explanation, str | None]]:
    return [
        (row.outcome.explanation, row.outcome.gold) for row in rows if row.outcome.explanation is not None
    ]


def normal(word: str) -> str:
    return NAMES.get(word) or unicodedata.normalize("NFKC", word).casefold()


def corpus(folder: Path, rows: list[Entry]) -> Corpus:
    return corpus_of(Path(tempfile.mkdtemp(dir=folder)), rows, shard_size=3)


def figures(tests: recurrence.Tests, token: int, label: int) -> tuple[int, int, float, float]:
    return (
        int(tests.observed[token, label]),
        int(tests.holding[token, label]),
        float(tests.expected[token, label]),
        float(tests.p[token, label]),
    )


@settings(max_examples=60)
@given(entries())
def test_association_is_drawing_texts_from_an_urn(folder: Path, rows: list[Entry]) -> None:
    made = corpus(folder, rows)
    tests = association(made, made.gold, halves=False)
    labelled = [({normal(w) for w in one.words}, GOLD[gold]) for one, gold in texts_of(rows) if gold]
    for (number, token), (place, label) in product(enumerate(made.vocabulary), enumerate(LABELS)):
        own = [name == label for _, name in labelled]
        holding = [token.text in words for words, _ in labelled]
        observed = sum(a and b for a, b in zip(own, holding, strict=True))
        k, n = sum(holding), len(labelled)
        ways = [sum(own[i] for i in drawn) >= observed for drawn in combinations(range(n), k)]
        p = float(Fraction(sum(ways), comb(n, k))) if k else 1.0
        expected = k * sum(own) / n if n else 0.0
        assert figures(tests, number, place) == pytest.approx((observed, k, expected, p)), (token, label)


@settings(max_examples=60)
@given(entries())
def test_reliance_is_drawing_words_from_each_text(folder: Path, rows: list[Entry]) -> None:
    made = corpus(folder, rows)
    tests = reliance(made, halves=False)
    with_sets = [one for one, _ in texts_of(rows) if one.status is Status.VERIFIED and one.core]
    for (number, token), (place, label) in product(enumerate(made.vocabulary), enumerate(LABELS)):
        chances, observed = [], 0
        for one in with_sets:
            here = {i for i, word in enumerate(one.words) if normal(word) == token.text}
            if one.label != label or not here:
                continue
            drawn = list(combinations(range(len(one.words)), len(one.core)))
            chances.append(Fraction(sum(bool(here & set(some)) for some in drawn), len(drawn)))
            observed += bool(here & set(one.core))
        expected = float(sum(chances))
        p = 1.0 if observed <= expected else float(at_least(observed, chances))
        assert figures(tests, number, place) == pytest.approx((observed, len(chances), expected, p)), (
            token,
            label,
        )


def at_least(count: int, chances: list[Fraction]) -> Fraction:
    """The chance that so many of some events happen, over all the ways in which they can."""
    total = Fraction(0)
    for happened in product([False, True], repeat=len(chances)):
        if sum(happened) >= count:
            chance = Fraction(1)
            for yes, one in zip(happened, chances, strict=True):
                chance *= one if yes else 1 - one
            total += chance
    return total


@settings(max_examples=40)
@given(entries())
def test_the_correction_is_the_textbooks(folder: Path, rows: list[Entry]) -> None:
    """Benjamini and Hochberg: the least level at which the step-up procedure rejects."""
    made = corpus(folder, rows)
    for tests in (association(made, made.gold, halves=False), reliance(made, halves=False)):
        p = tests.p[tests.tested]
        for value, adjusted in zip(p, tests.adjusted[tests.tested], strict=True):
            levels = [len(p) * other / int((p <= other).sum()) for other in p if other >= value]
            assert adjusted == pytest.approx(min(1.0, *levels))


@settings(max_examples=40)
@given(entries(), st.randoms(use_true_random=False))
def test_the_order_of_the_texts_changes_nothing(folder: Path, rows: list[Entry], random: object) -> None:
    turned = list(rows)
    random.shuffle(turned)  # type: ignore[attr-defined]
    one, other = corpus(folder, rows), corpus(folder, turned)
    assert one.vocabulary == other.vocabulary == tuple(sorted(one.vocabulary))
    assert all(isinstance(token, Token) for token in one.vocabulary)
    for name in ("p", "observed", "holding", "confirmed"):
        for test in (lambda c: association(c, c.gold), reliance):
            assert np.allclose(getattr(test(one), name), getattr(test(other), name))
