"""Embeddings of model directories: kinds of tokenizer, base models, and directories that are broken."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from auditor.errors import AuditError
from auditor.model.classifier import Classifier
from auditor.model.embeddings import Origin, find_embeddings, loaded_embeddings, read_embeddings
from tests.support import KINDS, make_model, make_tokenizer


def saved(folder: Path, kind: str = "bert", *, seed: int = 0) -> Any:
    """A tiny model in a directory."""
    model = make_model(kind, seed=seed)
    model.save_pretrained(folder)
    make_tokenizer(kind).save_pretrained(folder)
    return model


def weight(model: Any) -> np.ndarray:
    table: np.ndarray = model.get_input_embeddings().weight.detach().numpy()
    return table


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_model_is_read_without_being_run(kind: str, tmp_path: Path) -> None:
    model = saved(tmp_path, kind)
    found = read_embeddings(str(tmp_path), Origin("own", "x"))
    assert found is not None
    np.testing.assert_array_equal(found.matrix, weight(model))
    assert len(found.vocabulary) == len(make_tokenizer(kind))
    ids = found.pieces("film")
    assert ids and all(found.vocabulary[i] for i in ids)
    if kind == "gpt2":
        assert found.vocabulary[ids[0]] == "Ġ"  # a word in running text has a blank before it


def test_a_loaded_classifier_gives_the_same(tmp_path: Path) -> None:
    model = saved(tmp_path)
    from_memory = loaded_embeddings(Classifier(model, make_tokenizer()), Origin("own", "x"))
    from_disk = read_embeddings(str(tmp_path), Origin("own", "x"))
    assert from_disk is not None and from_memory.vocabulary == from_disk.vocabulary
    np.testing.assert_array_equal(from_memory.matrix, from_disk.matrix)
    assert from_memory.pieces("films") == from_disk.pieces("films")


def test_a_word_that_cannot_be_spelt_has_no_pieces(tmp_path: Path) -> None:
    saved(tmp_path)
    found = read_embeddings(str(tmp_path), Origin("own", "x"))
    assert found is not None and found.pieces("日本") == [] and found.pieces("good") != []


def record(folder: Path, **training: str) -> None:
    (folder / "training.json").write_text(json.dumps({"config": training}), encoding="utf-8")


def test_the_base_model_is_asked_before_the_model_itself(tmp_path: Path) -> None:
    base, tuned, other = tmp_path / "base", tmp_path / "tuned", tmp_path / "other"
    first, second, third = (saved(f, seed=n) for n, f in enumerate((base, tuned, other)))
    assert find_embeddings(tuned).origin == Origin("own", str(tuned))
    record(tuned, base_model=str(base))
    found = find_embeddings(tuned)
    assert found.origin == Origin("base_model", str(base))
    np.testing.assert_array_equal(found.matrix, weight(first))
    named = find_embeddings(tuned, encoder=str(other))
    assert named.origin.source == "encoder"
    np.testing.assert_array_equal(named.matrix, weight(third))
    assert not np.array_equal(weight(first), weight(second))


def test_the_name_in_the_configuration_is_a_base_model_too(tmp_path: Path) -> None:
    base, tuned = tmp_path / "base", tmp_path / "tuned"
    saved(base)
    saved(tuned, seed=1)
    config = json.loads((tuned / "config.json").read_text())
    (tuned / "config.json").write_text(json.dumps(config | {"_name_or_path": str(base)}))
    assert find_embeddings(tuned).origin.source == "config_name"
    (tuned / "config.json").write_text(json.dumps(config | {"_name_or_path": str(tuned)}))
    assert find_embeddings(tuned).origin.source == "own"  # its own name is no base


def test_a_base_that_is_not_at_hand_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    saved(tmp_path)
    record(tmp_path, base_model="nobody/nothing-of-this-name")
    assert find_embeddings(tmp_path).origin == Origin(
        "own", str(tmp_path), not_at_hand=("nobody/nothing-of-this-name",)
    )


def test_a_model_from_scratch_is_said(tmp_path: Path) -> None:
    saved(tmp_path)
    record(tmp_path, base_model="builtin:tiny")
    assert find_embeddings(tmp_path).origin == Origin("own", str(tmp_path), from_scratch=True)


@pytest.mark.parametrize("broken", ["tokenizer.json", "model.safetensors"])
@pytest.mark.parametrize("how", ["missing", "damaged"])
def test_what_cannot_be_read_is_an_error_with_a_way_out(tmp_path: Path, broken: str, how: str) -> None:
    saved(tmp_path)
    if how == "missing":
        (tmp_path / broken).unlink()
    else:
        (tmp_path / broken).write_bytes(b"\x00not this\xff")
    with pytest.raises(AuditError, match="no readable embeddings") as caught:
        find_embeddings(tmp_path)
    assert "--encoder" in caught.value.hint
    with pytest.raises(AuditError, match="--encoder"):
        find_embeddings("anything", encoder=str(tmp_path))


@pytest.mark.parametrize("text", ["", "[]", '{"config": 3}', '{"config": {"base_model": 3}}', "\x00"])
def test_a_damaged_record_of_training_is_no_record(tmp_path: Path, text: str) -> None:
    saved(tmp_path)
    (tmp_path / "training.json").write_text(text)
    assert find_embeddings(tmp_path).origin.source == "own"
