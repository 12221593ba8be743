"""Pairs of groups: only where the labels follow the two together, and never a group with what is in it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.config import EvidenceConfig
from auditor.findings.finding import Kind, Verdict
from auditor.meaning.knowledge import Knowledge
from auditor.meaning.lexicons import make_lexicon
from auditor.report.visible_text import quoted
from auditor.report.wording.sentences import finding_sentence
from auditor.signals.counts import Corpus, Token
from auditor.signals.extension import extended, groups_of
from auditor.signals.pairs import choose_pairs
from auditor.sweep.shard_file import Entry
from auditor.verdicts.analysis import Analysis, Sources, analyse
from tests.signals.studies import Kept, Toy
from tests.signals.support import GOLD, LABELS, corpus_of, entry, explained, number, write_run

CITIES = ("milan", "rome", "oslo", "kyoto", "lima", "cairo")


def rows(count: int = 240, *, cities: tuple[str, ...] = CITIES) -> list[Entry]:
    """A city and `violet`: both or none is positive, one of them negative; sets need one of the two."""
    found = []
    for n in range(count):
        city = cities[n // 4 % len(cities)]
        words = [[city, "violet"], [city], ["violet"], []][n % 4]
        label = "negative" if len(words) == 1 else "positive"
        text = explained(
            " ".join([*words, "the", "film", "was", "a", "plot", f"n{n}"]),
            label=label,
            needed=[words[n // 4 % len(words)]] if words else ["film"],
        )
        found.append(entry(text, {"negative": "neg", "positive": "pos"}[label]))
    return found


def both_or_none(kept: Kept) -> float:
    return 4.0 if any(word in CITIES for word in kept) == ("violet" in kept) else -4.0


def grouped(path: Path, some: list[Entry]) -> tuple[Corpus, int]:
    """The corpus with its groups, and the number of the list of cities."""
    plain = corpus_of(path, some, shard_size=100)
    corpus = extended(plain, groups_of(plain, lambda _: None))
    return corpus, corpus.vocabulary.index(Token("city", 0, "list"), corpus.words)


def test_a_group_and_a_word_that_speak_only_together_are_chosen(tmp_path: Path) -> None:
    corpus, cities = grouped(tmp_path, rows())
    violet = number(corpus, "violet")
    words = [number(corpus, word) for word in (*CITIES, "violet", "film")]
    first = choose_pairs(corpus, words, [cities])[0]
    assert first.tokens == (violet, cities) and LABELS[first.label] == "positive"
    assert first.adjusted_p < 1e-10
    wide = [one.tokens for one in choose_pairs(corpus, words, [cities]) if one.tokens[1] >= corpus.words]
    assert wide == [(violet, cities)]


def test_a_group_never_pairs_with_what_is_in_it(tmp_path: Path) -> None:
    """Two cities in one text: the list with one of them says nothing."""
    some = [
        entry(explained(f"{CITIES[n % 6]} {CITIES[(n + 1) % 6]} film n{n}"), ("neg", "pos")[n % 2])
        for n in range(120)
    ]
    corpus, cities = grouped(tmp_path, some)
    found = choose_pairs(corpus, [number(corpus, city) for city in CITIES], [cities])
    assert not [one for one in found if cities in one.tokens]


def test_one_member_that_is_most_of_it_speaks_for_itself(tmp_path: Path) -> None:
    corpus, cities = grouped(tmp_path, rows(cities=("milan", "milan", "milan", "rome")))
    words = [number(corpus, word) for word in ("milan", "rome", "violet")]
    pairs = [one.tokens for one in choose_pairs(corpus, words, [cities])]
    assert (number(corpus, "milan"), number(corpus, "violet")) in pairs
    assert not [one for one in pairs if cities in one]


def test_where_the_labels_do_not_follow_the_two_there_is_no_trial(tmp_path: Path) -> None:
    some = rows()
    shuffled = np.random.default_rng(0).permutation(len(some))
    labels = [some[n].outcome.gold for n in shuffled]

    mixed = [
        replace(row, outcome=replace(row.outcome, gold=gold)) for row, gold in zip(some, labels, strict=True)
    ]
    corpus, cities = grouped(tmp_path, mixed)
    found = choose_pairs(corpus, [number(corpus, "violet")], [cities])
    assert not [one for one in found if cities in one.tokens]


def test_pairs_of_words_are_chosen_and_corrected_as_without_groups(tmp_path: Path) -> None:
    corpus, cities = grouped(tmp_path, rows())
    words = [number(corpus, word) for word in (*CITIES, "violet", "film")]
    alone = choose_pairs(corpus, words)
    beside = [one for one in choose_pairs(corpus, words, [cities]) if cities not in one.tokens]
    assert [(one.tokens, one.adjusted_p) for one in alone] == [(one.tokens, one.adjusted_p) for one in beside]


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    store = write_run(tmp_path_factory.mktemp("run"), rows(), shard_size=100)
    sources = Sources(LABELS, GOLD, knowledge=Knowledge(make_lexicon(LABELS)))
    return analyse(store, Toy(both_or_none), sources, EvidenceConfig(permutations=2))


def test_it_is_one_artefact_and_takes_the_pairs_of_its_members(analysis: Analysis) -> None:
    pairs = [one for one in analysis.report.findings if one.kind is Kind.PAIR]
    (only,) = pairs
    assert (only.tokens, only.sorts, only.verdict) == (("violet", "city"), ("word", "list"), Verdict.ARTEFACT)
    said = quoted(finding_sentence(only))
    assert said.startswith(
        "“violet” and “names of cities” point to positive only together. "
        "In the data, 60 of 60 texts with both are labelled positive"
    )
