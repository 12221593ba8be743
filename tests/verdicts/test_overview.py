"""The run in figures, worked out by hand on seven texts."""

from pathlib import Path
from typing import Any

import pytest

from auditor.findings.report import Caution, Control
from auditor.meaning.knowledge import Knowledge, know
from auditor.meaning.neighbours import Relevance
from auditor.records.estimates import Estimate
from auditor.records.text import Status
from auditor.signals.counts import Corpus
from auditor.sweep.shard_file import Entry
from auditor.verdicts.overview import cautions_about, classes, lengths, quality, set_sizes
from tests.signals.support import corpus_of, entry, explained, write_run

DEFAULT = Status.DEFAULT


@pytest.fixture
def rows() -> list[Entry]:
    return [
        entry(explained("a good film", needed=["good"]), "pos"),
        entry(explained("a good good film", needed=["good", "film"]), "pos"),
        entry(explained("a fun film", label="negative", status=DEFAULT), "pos"),
        entry(explained(" ".join(f"w{n}" for n in range(8)), label="negative", needed=["w1"]), "neg"),
        entry(explained(" ".join(f"w{n}" for n in range(9)), needed=["w1"]), "neg"),
        entry(explained(" ".join(f"w{n}" for n in range(300)), label="negative"), None),
        entry(None, "neg"),
    ]


@pytest.fixture
def corpus(tmp_path: Path, rows: list[Entry]) -> Corpus:
    return corpus_of(tmp_path / "run", rows)


def test_classes_have_counts_accuracy_confusion_and_statuses(corpus: Corpus) -> None:
    negative, positive = classes(corpus)
    assert (negative.label, negative.gold, negative.predicted) == ("negative", 2, 3)
    assert (negative.accuracy.count, negative.accuracy.n) == (1, 2)
    assert negative.confusion == {"negative": 1, "positive": 1}
    assert negative.statuses == {"verified": 2, "default": 1}
    assert (positive.gold, positive.predicted) == (3, 3)
    assert positive.confusion == {"negative": 1, "positive": 2} and positive.statuses == {"verified": 3}


def test_classes_without_labels(tmp_path: Path) -> None:
    found = classes(corpus_of(tmp_path, [entry(explained("a film"))]))
    assert [(c.gold, c.accuracy, c.confusion) for c in found] == [(None, Estimate(), {})] * 2


def test_lengths_and_set_sizes(corpus: Corpus) -> None:
    assert lengths(corpus) == {
        "1-8": 4, "9-16": 1, "17-32": 0, "33-64": 0, "65-128": 0, "129-256": 0, "257+": 1
    }  # fmt: skip
    assert set_sizes(corpus) == {"1": 3, "2": 1}


def test_quality_sums_up_errors_skips_and_controls(tmp_path: Path, rows: list[Entry], corpus: Corpus) -> None:
    store = write_run(tmp_path / "again", rows)
    control, caution = Control("permuted-labels", 5, 0.0, 9, 1), Caution("no-labels")
    found = quality(
        store, corpus, skips={"empty text": 1}, controls=[control], planted=[], cautions=[caution]
    )
    assert (found.completeness_median, found.completeness_high) == pytest.approx((0.001, 0.001))
    assert found.verified_share == pytest.approx(5 / 6) and found.truncated == 0
    assert found.skips == {"empty text": 1} and found.controls == (control,)
    assert found.cautions == (caution,) and found.planted == ()


def test_a_run_of_skips_has_no_figures(tmp_path: Path) -> None:
    store = write_run(tmp_path, [entry(None)])
    corpus = corpus_of(tmp_path / "b", [entry(None)])
    found = quality(store, corpus, skips={}, controls=[], planted=[], cautions=[])
    assert (found.completeness_median, found.verified_share, found.truncated) == (None, None, 0)
    assert set_sizes(corpus) == {} and sum(lengths(corpus).values()) == 0


def test_cautions_say_what_cannot_be_concluded(tmp_path: Path, corpus: Corpus) -> None:
    assert cautions_about(corpus, repeated=2, left_out=7) == [
        Caution("few-texts", 6, 20),
        Caution("repeated", 2),
        Caution("not-tried", 7),
    ]
    plenty = [entry(explained(f"film {n}", label="negative", status=DEFAULT), "neg") for n in range(25)]
    told = cautions_about(corpus, repeated=0, left_out=0, waiting=3, blind=True)
    assert told == [Caution("few-texts", 6, 20), Caution("no-embeddings"), Caution("calls-spent", 3)]
    blind = cautions_about(corpus_of(tmp_path / "b", plenty), repeated=0, left_out=0)
    assert blind == [Caution("no-sets", 25, 25, "negative")]
    unlabelled = [entry(explained(f"good film {n}", needed=["good"])) for n in range(25)]
    assert cautions_about(corpus_of(tmp_path / "c", unlabelled), repeated=0, left_out=0) == [
        Caution("no-labels")
    ]


@pytest.mark.parametrize(("without", "found"), [(10, 0), (11, 1)])
def test_a_class_is_blind_when_most_of_its_texts_have_no_set(
    tmp_path: Path, without: int, found: int
) -> None:
    rows = [entry(explained(f"good film {n}", needed=["good"]), "pos") for n in range(20 - without)]
    rows += [entry(explained(f"film {n}", status=DEFAULT), "pos") for n in range(without)]
    cautions = cautions_about(corpus_of(tmp_path, rows), repeated=0, left_out=0)
    assert cautions == [Caution("no-sets", 11, 20, "positive")] * found


@pytest.mark.parametrize(
    ("labels", "given", "expected"),
    [
        (("LABEL_0", "LABEL_1"), {}, [Caution("no-task", about="label_names_unknown")]),
        (("negative", "positive"), {"task": "none"}, [Caution("no-task", about="given")]),
        (
            ("negative", "positive"),
            {"counts": {"der": 40, "film": 40, "schlecht": 40}},
            [Caution("no-task", about="no_lexicon_for_language")],
        ),
        (("negative", "positive"), {}, [Caution("no-meaning", about="no_embeddings")]),
        (("a", "b"), {"seeds": {"gut": "a"}}, [Caution("no-meaning", about="no_embeddings")]),
    ],
)
def test_what_is_not_known_of_the_task_is_said(
    corpus: Corpus, labels: tuple[str, ...], given: dict[str, Any], expected: list[Caution]
) -> None:
    told = cautions_about(corpus, repeated=0, left_out=0, knowledge=know("no/such/model", labels, **given))
    assert told == [Caution("few-texts", 6, 20), *expected]


def test_a_blind_audit_says_so_once_and_one_that_knows_says_nothing(corpus: Corpus) -> None:
    silent = know("no/such/model", ("negative", "positive"))
    told = cautions_about(corpus, repeated=0, left_out=0, blind=True, knowledge=silent)
    assert told == [Caution("few-texts", 6, 20), Caution("no-embeddings")]
    knows = Knowledge(silent.lexicon, Relevance())
    assert cautions_about(corpus, repeated=0, left_out=0, knowledge=knows) == [Caution("few-texts", 6, 20)]


def test_seeds_that_the_vocabulary_does_not_know_are_named(corpus: Corpus) -> None:
    lexicon = know("no/such/model", ("a", "b"), seeds={"qzx": "a", "zyx": "b"}).lexicon
    seeded = Knowledge(lexicon, Relevance(), unknown_seeds=("qzx", "zyx"))
    told = cautions_about(corpus, repeated=0, left_out=0, knowledge=seeded)
    assert told[1:] == [Caution("unknown-seeds", 2, named=("qzx", "zyx"))]
