"""The parts of a training that need no training: rows, figures, losses, and directories in every state."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.errors import AuditError
from auditor.model.training import (
    CHECKPOINTS,
    PICKLE,
    RECORD,
    _metrics_of,
    _Rows,
    _weighing,
    has_checkpoint,
    prepare,
    save,
)
from tests.support import make_tokenizer

REQUEST = {"base_model": "builtin:tiny", "labels": ["no", "yes"]}


def rows_of(weights: tuple[float, ...] | None = None) -> _Rows:
    texts = [(("a good film",), 1), (("a dull film " * 40,), 0), (("fun", "not fun"), 1)]
    return _Rows(texts, make_tokenizer(), 12, weights)


# Rows


def test_rows_are_pieces_with_a_label_and_are_cut_to_length() -> None:
    rows = rows_of()
    assert len(rows) == 3 and [rows[place]["labels"] for place in range(3)] == [1, 0, 1]
    tokenizer = rows.tokenizer
    assert tokenizer.convert_ids_to_tokens(rows[0]["input_ids"]) == ["[CLS]", "a", "good", "film", "[SEP]"]
    assert len(rows[1]["input_ids"]) == 12
    assert rows[2]["token_type_ids"] == [0, 0, 0, 1, 1, 1]  # two texts are one input


def test_a_weight_is_there_only_where_rows_have_one() -> None:
    assert "weight" not in rows_of()[0]
    weighed = rows_of((0.5, 1.5, 1.0))
    assert [weighed[place]["weight"] for place in range(3)] == [0.5, 1.5, 1.0]
    assert {**weighed[0], "weight": None} == {**rows_of()[0], "weight": None}


# Accuracy and loss

labels = st.lists(st.integers(0, 2), min_size=1, max_size=12)


@settings(max_examples=20)
@given(labels, st.randoms(use_true_random=False), st.booleans())
def test_accuracy_is_the_weight_of_what_is_right(gold: list[int], random: Any, weighed: bool) -> None:
    logits = np.array([[random.random() for _ in range(3)] for _ in gold])
    weights = tuple(0.1 + random.random() for _ in gold) if weighed else None
    found = _metrics_of(_Rows([((), 0)] * len(gold), None, 8, weights))((logits, np.array(gold)))
    each = weights or (1.0,) * len(gold)
    rows = zip(logits.tolist(), gold, each, strict=True)
    right = sum(weight for row, label, weight in rows if row.index(max(row)) == label)
    assert found == {"accuracy": pytest.approx(right / sum(each))}


def loss_of(logits: list[list[float]], gold: list[int], weight: list[float] | None) -> tuple[Any, Any]:
    """What a weighing trainer makes of a batch; its model says these logits whatever it is given."""
    asked: list[dict[str, Any]] = []

    def model(**inputs: Any) -> Any:
        asked.append(inputs)
        return SimpleNamespace(logits=torch.tensor(logits, requires_grad=True))

    inputs: dict[str, Any] = {"input_ids": [[1]], "labels": torch.tensor(gold)}
    if weight is not None:
        inputs["weight"] = torch.tensor(weight)
    loss, outputs = _weighing(object)().compute_loss(model, inputs, return_outputs=True)
    assert asked and "weight" not in asked[0]  # the model never sees it
    return loss, outputs


def test_the_weighted_loss_by_hand() -> None:
    """Of two classes with equal logits each row loses log 2; one row is sure, and all but right."""
    even, _ = loss_of([[0.0, 0.0], [0.0, 0.0]], [0, 1], [0.5, 1.5])
    assert even.item() == pytest.approx(np.log(2))
    sure, _ = loss_of([[0.0, 0.0], [9.0, 0.0]], [0, 0], [0.5, 1.5])
    assert sure.item() == pytest.approx((0.5 * np.log(2) + 1.5 * np.log1p(np.exp(-9))) / 2, abs=1e-6)


def test_without_weights_it_is_the_plain_loss() -> None:
    logits, gold = [[0.3, -1.2], [2.0, 0.1], [-0.4, 0.4]], [1, 0, 1]
    plain, _ = loss_of(logits, gold, None)
    ones, _ = loss_of(logits, gold, [1.0, 1.0, 1.0])
    expected = torch.nn.functional.cross_entropy(torch.tensor(logits), torch.tensor(gold))
    assert plain.item() == pytest.approx(expected.item()) == ones.item()


def test_a_row_of_weight_nought_pulls_nothing() -> None:
    loss, outputs = loss_of([[0.3, -1.2], [2.0, 0.1]], [1, 1], [2.0, 0.0])
    loss.backward()
    slope = outputs.logits.grad
    assert (slope[1] == 0).all() and (slope[0] != 0).all()


# Directories


def test_a_new_directory_holds_the_plan(tmp_path: Path) -> None:
    out = tmp_path / "a" / "model"
    prepare(out, REQUEST, force=False)
    assert json.loads((out / CHECKPOINTS / "request.json").read_text()) == REQUEST
    prepare(out, REQUEST, force=False)  # the same again goes on
    prepare(out, {**REQUEST, "labels": ("no", "yes")}, force=False)  # as JSON has it


@pytest.mark.parametrize("change", [{"labels": ["yes", "no"]}, {"seed": 1}])
def test_an_interrupted_training_of_another_kind_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    prepare(tmp_path / "model", REQUEST, force=False)
    with pytest.raises(AuditError, match="interrupted training with other settings or data") as caught:
        prepare(tmp_path / "model", REQUEST | change, force=False)
    assert "--force" in caught.value.hint
    prepare(tmp_path / "model", REQUEST | change, force=True)
    prepare(tmp_path / "model", REQUEST | change, force=False)


def test_a_plan_that_was_half_written_is_another_training(tmp_path: Path) -> None:
    plan = tmp_path / "model" / CHECKPOINTS / "request.json"
    plan.parent.mkdir(parents=True)
    plan.write_text('{"base_model": "buil')
    with pytest.raises(AuditError, match="interrupted training"):
        prepare(tmp_path / "model", REQUEST, force=False)


@pytest.mark.parametrize(
    ("file", "said"), [(RECORD, "already holds a trained model"), ("thesis.txt", "exists and is not empty")]
)
def test_what_is_there_is_kept_unless_forced(tmp_path: Path, file: str, said: str) -> None:
    out = tmp_path / "model"
    out.mkdir()
    (out / file).write_text("mine")
    with pytest.raises(AuditError, match=said) as caught:
        prepare(out, REQUEST, force=False)
    assert "--out" in caught.value.hint and (out / file).read_text() == "mine"
    prepare(out, REQUEST, force=True)
    assert not (out / file).exists()


def test_an_empty_directory_is_as_good_as_none(tmp_path: Path) -> None:
    prepare(tmp_path, REQUEST, force=False)
    assert not has_checkpoint(tmp_path)


def test_a_checkpoint_counts_once_its_last_file_is_there(tmp_path: Path) -> None:
    whole, torn = (tmp_path / CHECKPOINTS / f"checkpoint-{step}" for step in (6, 12))
    for folder in (whole, torn):
        folder.mkdir(parents=True)
        (folder / "model.safetensors").write_bytes(b"weights")
    assert not has_checkpoint(tmp_path) and not whole.exists() and not torn.exists()
    for folder in (whole, torn):
        folder.mkdir()
        (folder / "model.safetensors").write_bytes(b"weights")
    (whole / "trainer_state.json").write_text("{}")
    assert has_checkpoint(tmp_path) and whole.exists() and not torn.exists()
    assert has_checkpoint(tmp_path) and not has_checkpoint(tmp_path / "elsewhere")


def test_a_saved_model_has_its_record_and_neither_pickle_nor_checkpoints(tmp_path: Path) -> None:
    prepare(tmp_path, REQUEST, force=False)
    (tmp_path / PICKLE).write_bytes(b"\x80\x04")
    save(make_tokenizer(), tmp_path, REQUEST | {"accuracy": {"dev": 0.5}, "told": "“naïve”"})
    record = json.loads((tmp_path / RECORD).read_text(encoding="utf-8"))
    assert (
        record["accuracy"] == {"dev": 0.5} and record["told"] == "“naïve”" and "torch" in record["versions"]
    )
    assert not (tmp_path / PICKLE).exists() and not (tmp_path / CHECKPOINTS).exists()
    assert (tmp_path / "tokenizer.json").exists()
    with pytest.raises(AuditError, match="already holds a trained model"):
        prepare(tmp_path, REQUEST, force=False)
