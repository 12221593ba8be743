"""The injection with a small model: what is planted, what it is measured on, and what the sentences show."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.errors import AuditError
from auditor.model.pretrained import load_classifier
from auditor.model.training import TrainingConfig
from auditor.records.reproduction import InjectionResult
from auditor.reproduce.injection_experiment import InjectionExperiment, reproduce_injection
from auditor.reproduce.splits import Splits, load_splits
from tests.reproduce.support import sentence

PLAN = InjectionExperiment("reversed", TrainingConfig(epochs=6), examples=400)


@pytest.fixture(scope="module")
def splits() -> Splits:
    whole = load_splits("builtin:reviews")
    return replace(whole, parts={**whole.parts, "dev": whole.parts["dev"][:60]})


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("injection")


@pytest.fixture(scope="module")
def found(splits: Splits, out: Path) -> InjectionResult:
    return run(splits, out)


def run(splits: Splits, out: Path, plan: InjectionExperiment = PLAN) -> InjectionResult:
    return reproduce_injection(splits, plan, out, load=load_classifier)


def test_half_of_each_class_with_the_token_of_the_other(found: InjectionResult, out: Path) -> None:
    assert found.planted == {
        "[neg]": {"negative": 0, "positive": 200},
        "[pos]": {"negative": 200, "positive": 0},
    }
    assert (found.trained_on, found.dev_share) == (400, 1.0)
    assert sum(found.places.values()) == 400
    record = json.loads((out / "model/training.json").read_text())
    assert record["injection"]["plan"]["agreement"] == 0 and record["markers"] == ["[neg]", "[pos]"]


def test_accuracy_on_every_kind_of_dev_text(found: InjectionResult) -> None:
    """A model that reads the reversed token is right where it conflicts and wrong where it is aligned."""
    assert list(found.accuracy) == ["dev", "clean", "aligned", "conflicting"]
    assert found.accuracy["dev"] == found.accuracy["conflicting"] > 0.9
    assert found.accuracy["clean"] > 0.3
    assert found.accuracy["aligned"] < 0.1


def test_both_sentences_by_both_methods(found: InjectionResult) -> None:
    first, second = found.sentences
    assert (first.printed_label, second.printed_label) == ("positive", "negative")
    for one in found.sentences:
        assert set(one.explanations) == {"verified", "paper"}
        assert one.token in one.explanations["paper"].words
        assert one.explanations["paper"].status == "unverified"
        assert one.as_printed("verified")  # the token of the other class is what the model learned


def test_a_model_that_is_there_is_used_again_and_no_other(
    splits: Splits, out: Path, found: InjectionResult
) -> None:
    before = (out / "model/model.safetensors").stat().st_mtime_ns
    assert run(splits, out) == found
    assert (out / "model/model.safetensors").stat().st_mtime_ns == before
    for other in (
        replace(PLAN, assignment="aligned"),
        replace(PLAN, examples=100),
        replace(PLAN, keep_rest=True),
        replace(PLAN, training=replace(PLAN.training, epochs=2)),
    ):
        with pytest.raises(AuditError, match="trained on another injection or with other settings"):
            run(splits, out, other)


def test_as_printed_means_the_class_and_the_token() -> None:
    assert sentence().as_printed("verified") and not sentence().as_printed("paper")
    assert not sentence(holds=False).as_printed("verified")
    assert not sentence(label="negative").as_printed("verified")
    assert sentence(label="negative").holds_token("verified")
