"""The run in figures, worked out by hand on eight texts."""

from pathlib import Path

import pytest

from auditor.findings import Control, Estimate
from auditor.records.text import Status
from auditor.signals.counts import Corpus
from auditor.sweep.table import Entry
from auditor.verdicts.overview import classes, lengths, quality, set_sizes, warnings_about
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
    control = Control("labels permuted", 5, 0.0, 9, 1)
    found = quality(store, corpus, skips={"empty text": 1}, controls=[control], planted=[], warnings=["w"])
    assert (found.completeness_median, found.completeness_high) == pytest.approx((0.001, 0.001))
    assert found.verified_share == pytest.approx(5 / 6) and found.truncated == 0
    assert found.skips == {"empty text": 1} and found.controls == (control,) and found.warnings == ("w",)


def test_a_run_of_skips_has_no_figures(tmp_path: Path) -> None:
    store = write_run(tmp_path, [entry(None)])
    corpus = corpus_of(tmp_path / "b", [entry(None)])
    found = quality(store, corpus, skips={}, controls=[], planted=[], warnings=[])
    assert (found.completeness_median, found.verified_share, found.truncated) == (None, None, 0)
    assert set_sizes(corpus) == {} and sum(lengths(corpus).values()) == 0


def test_warnings_say_what_cannot_be_concluded(tmp_path: Path, corpus: Corpus) -> None:
    few, repeated, more = warnings_about(corpus, repeated=2, more=7)
    assert "Only 6 texts" in few and "fewer than 20" in few
    assert repeated.startswith("2 repeated texts") and "7 more candidates" in more
    plenty = [entry(explained(f"film {n}", label="negative", status=DEFAULT), "neg") for n in range(25)]
    (blind,) = warnings_about(corpus_of(tmp_path / "b", plenty), repeated=0, more=0)
    assert "25 of 25 texts predicted negative have no minimal set" in blind
    unlabelled = [entry(explained(f"good film {n}", needed=["good"])) for n in range(25)]
    (none,) = warnings_about(corpus_of(tmp_path / "c", unlabelled), repeated=0, more=0)
    assert "no labels" in none and "association and harm are absent" in none
