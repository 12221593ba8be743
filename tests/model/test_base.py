"""The model that fine-tuning starts from: a head for the classes, and markers that begin far apart."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch

from auditor.errors import AuditError
from auditor.model.base import base_model, is_marker
from auditor.model.tiny import NAME as TINY
from tests.support import make_model, make_tokenizer

LABELS = ("no", "yes", "maybe")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of two classes on disk."""
    folder = tmp_path_factory.mktemp("bert")
    make_model("bert").save_pretrained(folder)
    make_tokenizer("bert").save_pretrained(folder)
    return folder


def begun(name: Any, *, markers: tuple[str, ...] = (), layers: int | None = None) -> tuple[Any, Any]:
    return base_model(str(name), LABELS, ["a good film", "a dull plot"], markers=markers, layers=layers)


@pytest.mark.parametrize(
    ("token", "marker"),
    [
        ("[pos]", True),
        ("#ad", True),
        ("2024", True),
        ("tl;dr", True),
        ("two words", True),
        ("film", False),
        ("well-made", False),
        ("isn't", False),
        ("café", False),
    ],
)
def test_a_marker_is_what_is_no_natural_word(token: str, marker: bool) -> None:
    assert is_marker(token) is marker


def test_the_head_is_new_and_the_body_is_the_base_models(encoder: Path) -> None:
    before = make_model("bert")
    _, model = begun(encoder)
    assert model.config.id2label == dict(enumerate(LABELS)) and model.config.num_labels == 3
    assert model.config.problem_type == "single_label_classification"
    assert model.classifier.weight.shape[0] == 3
    own, theirs = model.bert.state_dict(), before.bert.state_dict()
    assert all(torch.equal(own[name], theirs[name]) for name in theirs)


def test_markers_are_whole_tokens_and_words_stay_with_those_they_have(encoder: Path) -> None:
    before = make_model("bert").get_input_embeddings().weight
    tokenizer, model = begun(encoder, markers=("[pos]", "[neg]", "film"))
    assert tokenizer.tokenize("a [pos] film [neg]") == ["a", "[pos]", "film", "[neg]"]
    table = model.get_input_embeddings().weight.detach()
    assert len(table) == len(tokenizer) == len(before) + 2
    assert torch.equal(table[: len(before)], before)  # what was there is not moved
    positive, negative = table[len(before) :]
    assert not torch.equal(positive, negative)
    assert float(torch.cosine_similarity(positive, negative, dim=0)) < 0.9  # no twins


def test_markers_that_are_words_alone_change_no_table(encoder: Path) -> None:
    tokenizer, model = begun(encoder, markers=("film", "plot"))
    assert len(model.get_input_embeddings().weight) == len(tokenizer) == len(make_tokenizer("bert"))


def test_a_model_without_filler_gets_some(tmp_path: Path) -> None:
    make_model("gpt2").save_pretrained(tmp_path)
    make_tokenizer("gpt2").save_pretrained(tmp_path)
    assert make_tokenizer("gpt2").pad_token is None
    tokenizer, model = begun(tmp_path)
    assert tokenizer.pad_token == tokenizer.eos_token
    assert model.config.pad_token_id == tokenizer.pad_token_id is not None


def test_the_built_in_model_knows_the_words_of_the_texts() -> None:
    tokenizer, model = begun(TINY, markers=("[pos]",))
    assert tokenizer.tokenize("a dull [pos] film") == ["a", "dull", "[pos]", "film"]
    assert len(model.get_input_embeddings().weight) == len(tokenizer)
    assert tuple(model.config.id2label.values()) == LABELS


@pytest.mark.parametrize("layers", [1, 2])
def test_layers_are_the_first_ones(tmp_path: Path, layers: int) -> None:
    before = make_model("modernbert")
    before.save_pretrained(tmp_path)
    make_tokenizer("modernbert").save_pretrained(tmp_path)
    _, model = begun(tmp_path, layers=layers)
    kept = model.model.layers
    assert len(kept) == layers == model.config.num_hidden_layers
    own, theirs = kept[0].state_dict(), before.model.layers[0].state_dict()
    assert all(torch.equal(own[name], theirs[name]) for name in theirs)


def test_more_layers_than_there_are_is_refused(encoder: Path) -> None:
    with pytest.raises(AuditError, match="layers is 2, and the base model has 1") as caught:
        begun(encoder, layers=2)
    assert "--layers" in caught.value.hint


@pytest.mark.parametrize("harm", ["no config", "no weights", "no model", "of a kind that nobody knows"])
def test_a_damaged_directory_is_named_in_one_line(encoder: Path, tmp_path: Path, harm: str) -> None:
    for file in encoder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    if harm == "no config":
        (tmp_path / "config.json").write_text("{")
    elif harm == "no weights":
        (tmp_path / "model.safetensors").write_bytes(b"torn")
    elif harm == "no model":
        (tmp_path / "config.json").unlink()
    else:
        config = json.loads((tmp_path / "config.json").read_text())
        (tmp_path / "config.json").write_text(json.dumps(config | {"model_type": "nobody"}))
    with pytest.raises(AuditError) as caught:
        begun(tmp_path)
    assert str(tmp_path) in caught.value.message and "\n" not in caught.value.message
