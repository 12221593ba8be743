"""LoRA adapters: trained, loaded with their base, merged, audited; and what is missing said in a line."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from click.testing import CliRunner
from safetensors.torch import load_file, save_file

from auditor import api
from auditor.cidr.explain import explain
from auditor.cli.main import main
from auditor.errors import AuditError
from auditor.model import adapters
from auditor.model.pretrained import load_classifier
from auditor.model.training import TrainingConfig, train
from auditor.records.text import Explanation
from tests.support import make_model, make_tokenizer
from tests.sweep.support import CONFIG

peft = pytest.importorskip("peft", reason="the extra peft is not installed")
TEXTS = [("a good fun film",), ("a great warm story",), ("a bad dull film",), ("an awful cold plot",)]
ROWS = [(texts, n // 2) for n, texts in enumerate(TEXTS)] * 8
LABELS = ("positive", "negative")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that is no classifier of anything: its head is made anew."""
    path = tmp_path_factory.mktemp("base")
    make_model("bert", seed=3).save_pretrained(path)
    make_tokenizer("bert").save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def adapter(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("adapter") / "lora"
    config = TrainingConfig(base_model=str(base), epochs=12, lora_rank=4, learning_rate=2e-2, batch_size=8)
    trained = train(ROWS, {"dev": ROWS[:8]}, LABELS, out, config, markers=["[pos]"])
    assert trained.accuracy["dev"] == 1.0
    return out


def test_the_directory_holds_what_was_added_and_no_copy_of_the_base(adapter: Path, base: Path) -> None:
    names = {file.name for file in adapter.iterdir()}
    assert {adapters.CONFIG, adapters.WEIGHTS, "config.json", "tokenizer.json", "training.json"} <= names
    assert "model.safetensors" not in names and "training_args.bin" not in names
    assert json.loads((adapter / adapters.CONFIG).read_text())["base_model_name_or_path"] == str(base)


def test_a_loaded_adapter_is_a_plain_classifier_that_answers_as_trained(adapter: Path) -> None:
    classifier = load_classifier(adapter, device="cpu")
    assert type(classifier.model).__name__ == "BertForSequenceClassification" and classifier.labels == LABELS
    rows = [classifier.row(classifier.encode(*texts)) for texts in TEXTS]
    assert classifier.logits(rows).argmax(axis=1).tolist() == [0, 0, 1, 1]
    [found] = explain(classifier, ["a good fun film"], CONFIG)
    assert isinstance(found, Explanation) and found.label == "positive" and found.gradients > 0
    assert classifier.tokenizer.convert_tokens_to_ids("[pos]") == len(classifier.tokenizer) - 1


def test_merging_changes_no_logit(adapter: Path, base: Path) -> None:
    from transformers import AutoConfig, AutoModelForSequenceClassification

    classifier = load_classifier(adapter, device="cpu")
    config = AutoConfig.from_pretrained(adapter)
    config.vocab_size -= 1  # the base lacks the marker
    plain = AutoModelForSequenceClassification.from_pretrained(base, config=config)
    plain.resize_token_embeddings(len(classifier.tokenizer), mean_resizing=False)
    whole = peft.PeftModel.from_pretrained(plain, adapter).eval()
    inputs = classifier.tokenizer("a good [pos] film", return_tensors="pt")
    with torch.inference_mode():
        expected = whole(**inputs).logits.numpy()
    np.testing.assert_allclose(
        classifier.logits([classifier.row(classifier.encode("a good [pos] film"))]), expected, atol=1e-5
    )


def test_an_adapter_without_a_configuration_has_the_classes_of_its_head(
    adapter: Path, tmp_path: Path
) -> None:
    for file in adapter.iterdir():
        if file.is_file() and file.name != "config.json":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    assert load_classifier(tmp_path, device="cpu").labels == ("LABEL_0", "LABEL_1")


def _three_classes(to: Path, drop: str) -> None:
    """An adapter of a head that neither it nor the base has."""
    weights = {name: tensor for name, tensor in load_file(to / adapters.WEIGHTS).items() if drop not in name}
    save_file(weights, to / adapters.WEIGHTS)
    config = json.loads((to / "config.json").read_text())
    config["id2label"] = {str(n): f"class {n}" for n in range(3)}
    config["label2id"] = {f"class {n}": n for n in range(3)}
    (to / "config.json").write_text(json.dumps(config))


def broken(adapter: Path, to: Path, change: Any) -> Path:
    for file in adapter.iterdir():
        if file.is_file():
            (to / file.name).write_bytes(file.read_bytes())
    change(to)
    return to


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda to: (to / adapters.CONFIG).write_text("{}"), "names no base model"),
        (lambda to: (to / adapters.CONFIG).write_text("no"), "names no base model"),
        (
            lambda to: (to / adapters.WEIGHTS).unlink(),
            "holds no adapter_model.safetensors",
        ),
        (
            lambda to: (to / adapters.CONFIG).write_text(
                (to / adapters.CONFIG)
                .read_text()
                .replace('"base_model_name_or_path": "/', '"base_model_name_or_path": "/gone/')
            ),
            "base model of the adapter in .*cannot load '/gone/",
        ),
        (
            lambda to: _three_classes(to, drop="classifier"),
            "neither .*nor its adapter in .* has the weights classifier.bias, classifier.weight",
        ),
    ],
    ids=["empty", "no JSON", "no weights", "no base", "no head"],
)
def test_a_damaged_adapter_is_one_line(adapter: Path, tmp_path: Path, change: Any, message: str) -> None:
    with pytest.raises(AuditError, match=message) as caught:
        load_classifier(broken(adapter, tmp_path, change), device="cpu")
    assert caught.value.hint


def test_what_cannot_be_an_adapter_is_refused_before_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AuditError, match="needs a base model with weights of its own"):
        train(ROWS, {"dev": ROWS}, LABELS, tmp_path / "out", TrainingConfig(lora_rank=4))
    assert not (tmp_path / "out").exists()
    with pytest.raises(AuditError, match="lora_rank is 0"):
        TrainingConfig(base_model="x", lora_rank=0)
    monkeypatch.setitem(__import__("sys").modules, "peft", None)
    with pytest.raises(AuditError, match="need the library peft") as caught:
        adapters.check_lora(4, "some/model")
    assert "cidr-audit[peft]" in caught.value.hint


def test_a_model_of_peft_in_memory_is_explained_as_it_is(adapter: Path, base: Path) -> None:
    from transformers import AutoConfig, AutoModelForSequenceClassification

    loaded = load_classifier(adapter, device="cpu")
    config = AutoConfig.from_pretrained(adapter)
    config.vocab_size -= 1
    plain = AutoModelForSequenceClassification.from_pretrained(base, config=config)
    plain.resize_token_embeddings(len(loaded.tokenizer), mean_resizing=False)
    whole = peft.PeftModel.from_pretrained(plain, adapter)
    [ours], [theirs] = (
        api.explain(model, "a good fun film", CONFIG, tokenizer=loaded.tokenizer) for model in (loaded, whole)
    )
    assert isinstance(ours, Explanation) and isinstance(theirs, Explanation)
    assert (theirs.label, theirs.set, theirs.core) == (ours.label, ours.set, ours.core)
    assert theirs.gradients > 0


def test_the_command_trains_an_adapter_that_the_others_load(base: Path, tmp_path: Path) -> None:
    rows = "".join(f"{n} {text[0]}\t{LABELS[label]}\n" for n, (text, label) in enumerate(ROWS))
    (tmp_path / "train.tsv").write_text(f"text\tlabel\n{rows}", encoding="utf-8")
    out = str(tmp_path / "lora")
    command = ["train", str(tmp_path / "train.tsv"), "--base-model", str(base), "--lora-rank", "2", "--quiet"]
    done = CliRunner().invoke(main, [*command, "--epochs", "1", "--out", out])
    assert done.exit_code == 0, done.output
    assert json.loads((tmp_path / "lora" / adapters.CONFIG).read_text())["r"] == 2
    explained = CliRunner().invoke(main, ["explain", out, "a good fun film", "--json"])
    assert explained.exit_code == 0, explained.output
    assert json.loads(explained.stdout)["label"] in LABELS
    both = CliRunner().invoke(main, [*command, "--last-layer", "--out", str(tmp_path / "both")])
    assert both.exit_code == 1 and "--last-layer contradicts --lora-rank" in both.stderr
