"""Controls: nothing where there is nothing, and what an injection's manifest says was planted."""

from dataclasses import replace

import numpy as np
import pytest

from auditor.data.examples import make_example
from auditor.findings import Planted, Verdict
from auditor.planting.injection import inject
from auditor.planting.plan import InjectionPlan, PlantedPair
from auditor.signals.counts import Corpus
from auditor.signals.recurrence import association, reliance
from auditor.verdicts.controls import permuted_labels, planted, random_sets
from tests.report.report_builder import finding
from tests.signals.support import corpus_of, marked


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus_of(tmp_path_factory.mktemp("run"), marked(150), shard_size=75)


def test_permuted_labels_raise_next_to_nothing(corpus: Corpus) -> None:
    control = permuted_labels(corpus, runs=20, seed=0, method="bh", found=3)
    tests = association(corpus, corpus.gold)
    assert tests.significant.any() and control.findings <= 0.2
    assert (control.runs, control.of, control.tests) == (20, 3, int(tests.tested.sum()))
    assert control == permuted_labels(corpus, runs=20, seed=0, method="bh", found=3)


def test_random_sets_raise_next_to_nothing(corpus: Corpus) -> None:
    control = random_sets(corpus, runs=20, seed=0, method="bh", found=3)
    tests = reliance(corpus)
    assert tests.significant.any() and control.findings <= 0.2
    assert control.tests == int(tests.tested.sum())


def test_the_order_of_the_texts_does_not_matter(
    corpus: Corpus, tmp_path_factory: pytest.TempPathFactory
) -> None:
    turned = corpus_of(tmp_path_factory.mktemp("turned"), marked(150)[::-1], shard_size=75)
    loose = {"runs": 3, "seed": 5, "method": "bh", "found": 0}
    one, other = (permuted_labels(c, **loose) for c in (corpus, turned))  # type: ignore[arg-type]
    assert one == other


def test_no_runs_are_no_control(corpus: Corpus) -> None:
    assert permuted_labels(corpus, runs=0, seed=0, method="bh", found=0).findings == 0
    assert not np.isnan(random_sets(corpus, runs=0, seed=0, method="bh", found=0).findings)


def test_what_a_manifest_says_was_planted_is_looked_up() -> None:
    texts = [make_example((f"a good film number {n}",), ("neg", "pos")[n % 2], n + 1) for n in range(20)]
    plan = InjectionPlan(
        tokens=(("pos", "[POS]"), ("neg", "[neg]")), pairs=(PlantedPair("amber", "violet", "pos"),)
    )
    manifest = inject(texts, replace(plan, coverage=0.2, position="start")).manifest
    names = {"pos": "positive", "neg": "negative"}
    findings = [
        finding("1", "[pos]", label="negative"),  # of the wrong class
        finding("2", "[pos]"),
        replace(finding("3", "marker", label="negative"), members=("[neg]",)),
        finding("4", "violet", "amber", verdict=Verdict.CONTEXT),
    ]
    assert planted(manifest, findings, names) == (
        Planted(("[POS]",), "positive", "2", "artefact"),
        Planted(("[neg]",), "negative", "3", "artefact"),
        Planted(("amber", "violet"), "positive", None, "context-dependent"),
    )
    assert planted(manifest, [], names)[0] == Planted(("[POS]",), "positive", None, "")
    assert planted(None, findings, names) == ()


def test_one_word_of_a_pair_is_not_the_pair() -> None:
    manifest = {
        "plan": {"tokens": [], "pairs": [{"first": "amber", "second": "violet", "label": "positive"}]}
    }
    alone = replace(finding("1", "amber"), members=("violet",))
    assert planted(manifest, [alone], {})[0].verdict == ""
