"""Near-duplicates: inflections and inseparable tokens are one finding, and nothing else is."""

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.findings import Finding, Kind, Verdict
from auditor.signals.counts import Corpus
from auditor.verdicts.grouping import group, stem
from tests.report.report_builder import finding
from tests.signals.support import corpus_of, entry, explained, number


@pytest.mark.parametrize(
    "words",
    [
        ("movie", "movies"),
        ("enjoy", "enjoyed", "enjoys"),
        ("laughing", "laughed"),
        ("amazing", "amazingly"),
        ("dull", "dully"),
    ],
)
def test_inflections_share_a_stem(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize(
    "words",
    [("[pos]", "[poses]"), ("#ing", "#"), ("his", "hi"), ("bed", "b"), ("news", "new"), ("not", "note")],
)
def test_markers_and_short_words_stay_as_they_are(words: tuple[str, str]) -> None:
    assert stem(words[0]) != stem(words[1])


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """`steven` and `spielberg` always together, `film` everywhere, `enjoyed` and `enjoys` never together."""
    texts = [f"steven spielberg film n{n}" for n in range(10)]
    texts += [f"film {'enjoyed' if n % 2 else 'enjoys'} it n{n}" for n in range(10)]
    return corpus_of(tmp_path_factory.mktemp("run"), [entry(explained(text)) for text in texts])


def grouped(corpus: Corpus, *findings: Finding) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    bare = [replace(f, members=()) for f in findings]
    numbers = {f.id: number(corpus, f.tokens[0]) for f in bare}
    return [(f.tokens, f.members) for f in group(bare, corpus, numbers)]


def test_the_first_speaks_for_its_group(corpus: Corpus) -> None:
    found = grouped(
        corpus,
        finding("1", "spielberg"),
        finding("2", "film"),
        finding("3", "enjoyed"),
        finding("4", "steven"),
        finding("5", "enjoys"),
    )
    assert found == [(("spielberg",), ("steven",)), (("film",), ()), (("enjoyed",), ("enjoys",))]


def test_another_class_or_verdict_or_field_is_another_finding(corpus: Corpus) -> None:
    first = finding("1", "steven")
    others = (
        finding("2", "spielberg", label="negative"),
        finding("3", "spielberg", verdict=Verdict.UNDECIDED),
        replace(finding("4", "spielberg"), fields=(1,)),
    )
    for other in others:
        assert len(grouped(corpus, first, other)) == 2


def test_pairs_are_left_alone(corpus: Corpus) -> None:
    pair = replace(finding("1", "steven", "spielberg"), members=())
    assert pair.kind is Kind.PAIR
    assert group([pair, replace(pair, id="2")], corpus, {}) == [pair, replace(pair, id="2")]


def test_tokens_that_mostly_stand_together_are_two_findings(tmp_path: Path) -> None:
    texts = [f"good film n{n}" for n in range(8)] + ["good now", "film then"]
    small = corpus_of(tmp_path, [entry(explained(text)) for text in texts])
    assert len(grouped(small, finding("1", "good"), finding("2", "film"))) == 2  # 8 of 10 texts in common
