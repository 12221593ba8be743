"""Whatever is wrong with a model directory, the user reads one line and a cure."""

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import BertConfig, BertForMaskedLM, BertModel

from auditor.errors import AuditError
from auditor.model.pretrained import load_classifier
from tests.support import KINDS, make_classifier, make_model, make_tokenizer


def save(folder: Path, kind: str = "bert", **options: Any) -> Path:
    make_model(kind, **options).save_pretrained(folder)
    make_tokenizer(kind).save_pretrained(folder)
    return folder


def refused(name: str | Path, match: str, **options: Any) -> AuditError:
    with pytest.raises(AuditError, match=match) as caught:
        load_classifier(name, device="cpu", **options)
    assert caught.value.hint
    assert "\n" not in caught.value.message
    return caught.value


@pytest.mark.parametrize("kind", KINDS)
def test_round_trip(tmp_path: Path, kind: str) -> None:
    loaded = load_classifier(save(tmp_path, kind, labels=3), device="cpu")
    built = make_classifier(kind, labels=3)
    assert loaded.labels == built.labels
    assert (loaded.limit, loaded.replacement_id, loaded.filler_side, loaded.uses_types) == (
        built.limit,
        built.replacement_id,
        built.filler_side,
        built.uses_types,
    )
    encoded = built.encode("a good film !")
    np.testing.assert_array_equal(loaded.encode("a good film !").ids, encoded.ids)
    np.testing.assert_allclose(
        loaded.logits([loaded.row(encoded)]), built.logits([built.row(encoded)]), atol=1e-6
    )


def test_label_names_come_from_the_model(tmp_path: Path) -> None:
    model = make_model("bert")
    model.config.id2label = {0: "negative", 1: "positive"}
    model.save_pretrained(tmp_path)
    make_tokenizer("bert").save_pretrained(tmp_path)
    assert load_classifier(tmp_path, device="cpu").labels == ("negative", "positive")


def test_precision_and_replacement_are_the_callers(tmp_path: Path) -> None:
    loaded = load_classifier(save(tmp_path), device="cpu", dtype="bfloat16", replacement="mask")
    assert loaded.dtype is torch.bfloat16
    assert loaded.replacement_id == loaded.tokenizer.mask_token_id
    row = loaded.row(loaded.encode("good film"))
    values, gradients = loaded.gradients([row], np.array([0]))
    assert np.isfinite(values).all()
    assert np.isfinite(gradients[0]).all()


def test_a_directory_without_weights(tmp_path: Path) -> None:
    (save(tmp_path) / "model.safetensors").unlink()
    refused(tmp_path, "has no weights")


def test_an_empty_directory_and_a_file(tmp_path: Path) -> None:
    refused(tmp_path, "cannot load the model")
    (tmp_path / "model.txt").write_text("no model")
    refused(tmp_path / "model.txt", "cannot load the model")


def test_pickled_weights_are_refused_unless_allowed(tmp_path: Path) -> None:
    weights = save(tmp_path) / "model.safetensors"
    torch.save(load_file(weights), tmp_path / "pytorch_model.bin")
    weights.unlink()
    assert "--allow-pickle" in refused(tmp_path, "pickled").hint
    assert load_classifier(tmp_path, device="cpu", allow_pickle=True).labels


def test_broken_weights_file(tmp_path: Path) -> None:
    (save(tmp_path) / "model.safetensors").write_bytes(b"\x00" * 100)
    refused(tmp_path, "cannot load|safetensors")


def test_a_model_that_is_no_sequence_classifier(tmp_path: Path) -> None:
    config = BertConfig(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16, vocab_size=300
    )
    for model in (BertForMaskedLM, BertModel):
        model(config).save_pretrained(tmp_path)
        make_tokenizer("bert").save_pretrained(tmp_path)
        refused(tmp_path, f"not a sequence classifier but {model.__name__}")


def test_missing_head(tmp_path: Path) -> None:
    file = save(tmp_path) / "model.safetensors"
    weights = {name: value for name, value in load_file(file).items() if "classifier" not in name}
    save_file(weights, file, metadata={"format": "pt"})
    assert "Fine-tune" in refused(tmp_path, "classifier.bias").hint


def test_missing_tokenizer(tmp_path: Path) -> None:
    make_model("bert").save_pretrained(tmp_path)
    refused(tmp_path, "token")


def test_slow_tokenizer(tmp_path: Path) -> None:
    """BERT's Japanese tokenizer has no fast counterpart; here it works on single characters."""
    make_model("bert").save_pretrained(tmp_path)
    (tmp_path / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a"]))
    options = {"tokenizer_class": "BertJapaneseTokenizer", "word_tokenizer_type": "basic"}
    options |= {"subword_tokenizer_type": "character"}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(options))
    refused(tmp_path, "slow tokenizer")


@pytest.mark.parametrize("name", ["no-such-org/no-such-model", "no-such-model", "./no/such/folder/at/all"])
def test_an_unknown_name_fails_at_once(name: str) -> None:
    begin = time.perf_counter()
    assert "HF_HUB_OFFLINE" in refused(name, "is not a directory here").hint
    assert time.perf_counter() - begin < 10


def test_code_from_the_repository_is_not_run(tmp_path: Path) -> None:
    marker = tmp_path / "was-run"
    save(tmp_path / "model")
    (tmp_path / "model" / "custom.py").write_text(f"open({str(marker)!r}, 'w').close()\nclass Config: ...\n")
    file = tmp_path / "model" / "config.json"
    config = json.loads(file.read_text()) | {"model_type": "own", "auto_map": {"AutoConfig": "custom.Config"}}
    file.write_text(json.dumps(config))
    assert "--trust-remote-code" in refused(tmp_path / "model", "code from its own repository").hint
    assert not marker.exists()


def test_an_unknown_architecture(tmp_path: Path) -> None:
    file = save(tmp_path) / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"model_type": "never-heard-of"}))
    refused(tmp_path, "never-heard-of")


def test_a_configuration_that_is_no_json(tmp_path: Path) -> None:
    (save(tmp_path) / "config.json").write_text("{")
    refused(tmp_path, "cannot load the model")


def test_another_number_of_classes_than_the_head_has(tmp_path: Path) -> None:
    file = save(tmp_path) / "config.json"
    names = {str(i): f"c{i}" for i in range(4)}
    file.write_text(json.dumps(json.loads(file.read_text()) | {"id2label": names}))
    refused(tmp_path, "cannot load the model")


@pytest.mark.parametrize("device", ["nonsense", "cuda:99"])
def test_a_device_that_is_not_there(tmp_path: Path, device: str) -> None:
    save(tmp_path)
    with pytest.raises(AuditError, match=device) as caught:
        load_classifier(tmp_path, device=device)
    assert caught.value.hint
