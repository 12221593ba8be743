"""One setting from data to figures, with models trained in a second; stopped, gone on with, extended."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.model.pretrained import load_classifier
from auditor.records.reproduction import NOT_PRINTED, TableResult
from auditor.reproduce.splits import Splits, load_splits
from auditor.reproduce.table_experiment import TablePlan, reproduce_table
from tests.reproduce.support import PLAN, TRAINING, write_folder


@pytest.fixture(scope="module")
def splits(tmp_path_factory: pytest.TempPathFactory) -> Splits:
    return load_splits(str(write_folder(tmp_path_factory.mktemp("splits") / "tiny-data")))


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory, splits: Splits) -> Path:
    folder = tmp_path_factory.mktemp("table") / "setting"
    run(splits, folder)
    return folder


def run(splits: Splits, out: Path, plan: TablePlan = PLAN) -> TableResult:
    return reproduce_table("builtin:tiny", "tiny-data", splits, plan, out, load=load_classifier)


def test_figures_and_what_they_come_from(splits: Splits, out: Path) -> None:
    found = run(splits, out)
    assert [(one.method, one.metric) for one in found.figures] == [
        (method, metric) for method in PLAN.methods for metric in ("lo", "comp", "fms")
    ]
    assert {one.verdict for one in found.figures} == {NOT_PRINTED} and found.printed_sizes is None
    assert [model.seed for model in found.models] == [0, 1]
    assert all(set(model.accuracy) == {"dev", "test"} for model in found.models)
    assert all(model.tuned.beta in (0.4, 0.5, 0.6) for model in found.models)
    assert (found.trained_on, found.tuned_on, found.texts, found.draws) == (60, 2, 4, 2)
    assert 0 <= found.empty <= 1 and found.words > 5
    assert "pairs in the set of cidr)" in found.convention and "3 nodes" in found.convention
    sd = {(one.method, one.metric): one.draws_sd for one in found.figures}
    assert sd["random", "lo"] >= 0 and all(one.low <= one.value <= one.high for one in found.figures)


def test_models_of_two_seeds_differ_and_are_trained_on_train_alone(splits: Splits, out: Path) -> None:
    weights = [(out / f"seed-{seed}/model/model.safetensors").read_bytes() for seed in (0, 1)]
    assert weights[0] != weights[1]
    for seed in (0, 1):
        record = json.loads((out / f"seed-{seed}/model/training.json").read_text())
        assert record["config"]["seed"] == seed
        assert record["data"]["test"] == splits.fingerprints["test"]


def test_what_is_done_is_used_again_and_more_is_added(splits: Splits, out: Path) -> None:
    first = run(splits, out)
    files = {path: path.stat().st_mtime_ns for path in out.rglob("*") if path.is_file()}
    again = run(splits, out)
    assert repr(again) == repr(first)
    kept = {path: path.stat().st_mtime_ns for path in files if path.name != "request.json"}
    assert all(files[path] == time for path, time in kept.items())
    more = run(splits, out, replace(PLAN, texts=6))
    assert more.texts == 6
    trained = [path for path in kept if path.name == "model.safetensors"]
    assert all(path.stat().st_mtime_ns == files[path] for path in trained)


def test_settings_of_the_models_are_not_mixed(splits: Splits, out: Path) -> None:
    for other in (replace(PLAN, training=replace(TRAINING, epochs=2)), replace(PLAN, train_texts=50)):
        with pytest.raises(AuditError, match="holds a reproduction with other settings or data"):
            run(splits, out, other)


def test_the_test_texts_are_neither_trained_nor_tuned_on(splits: Splits, out: Path) -> None:
    measured = {
        line["text"][0]
        for path in (out / "seed-0/texts").glob("*.json")
        for line in json.loads(path.read_text())["texts"]
    }
    test = {example.texts[0] for example in splits.parts["test"]}
    other = {example.texts[0] for name in ("train", "dev") for example in splits.parts[name]}
    assert measured <= test and not measured & other


def test_a_method_that_always_fails_is_named(splits: Splits, out: Path) -> None:
    broken = Splits(
        splits.source,
        splits.labels,
        {**splits.parts, "test": tuple(replace(e, texts=("",)) for e in splits.parts["test"][:2])},
        splits.sizes,
        splits.fingerprints,
    )
    with pytest.raises(AuditError, match="cidr failed on every text"):
        run(broken, out)
