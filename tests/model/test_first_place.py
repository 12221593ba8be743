"""The end of the last layer at the first place alone: the same numbers, where nobody sees the rest."""

from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from auditor.model.classifier import Classifier
from auditor.model.first_place import read_first_place
from tests.support import KINDS, make_classifier, make_model, make_tokenizer

TEXTS = ("good film", "a very funny and well made story but the plot is so slow", "bad")
SPARED = {"bert", "distilbert", "roberta", "xlm-roberta", "electra", "mpnet", "deberta-v2", "albert"}
"""Read off the first place. (ALBERT's layers share their weights; here it has one.)"""


def inputs(tokenizer: Any) -> dict[str, torch.Tensor]:
    found: dict[str, torch.Tensor] = tokenizer(list(TEXTS), padding=True, return_tensors="pt")
    return found


def places(model: nn.Module, given: dict[str, torch.Tensor]) -> list[int]:
    """Places that each linear layer of the encoder sees."""
    seen = []
    hooks = [
        module.register_forward_hook(lambda _, rows, __: seen.append(rows[0].shape[1]))
        for name, module in model.named_modules()
        if isinstance(module, nn.Linear) and "layer" in name
    ]
    with torch.inference_mode():
        model(**given)
    for hook in hooks:
        hook.remove()
    return seen


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "gpt2"])
def test_logits_and_gradients_stay(kind: str) -> None:
    plain = make_model(kind, seed=3)
    given = inputs(make_tokenizer(kind))
    with torch.inference_mode():
        expected = plain(**given).logits.numpy()
    assert 1 not in places(plain, given)
    classifier = make_classifier(kind, seed=3)
    with torch.inference_mode():
        assert np.allclose(classifier.model(**given).logits.numpy(), expected, atol=1e-5)
    assert (1 in places(classifier.model, given)) is (kind in SPARED)
    rows = [classifier.row(classifier.encode(text), None) for text in TEXTS]
    targets = np.zeros(len(rows), dtype=np.int64)
    found = classifier.gradients(rows, targets)[1]
    classifier.model = plain
    for ours, theirs in zip(found, classifier.gradients(rows, targets)[1], strict=True):
        assert np.allclose(ours, theirs, atol=1e-5) and np.abs(theirs).max() > 1e-4


class Averaging(nn.Module):
    """A head that looks at every place."""

    def __init__(self, pooler: nn.Module) -> None:
        super().__init__()
        self.pooler = pooler

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        pooled: torch.Tensor = self.pooler(hidden.mean(dim=1, keepdim=True))
        return pooled


def test_a_model_that_reads_every_place_is_left_alone() -> None:
    model = make_model("bert", seed=3)
    model.bert.pooler = Averaging(model.bert.pooler)
    given = inputs(make_tokenizer("bert"))
    with torch.inference_mode():
        expected = model(**given).logits
        assert not read_first_place(model, lambda: model(**given).logits.numpy())
        assert torch.equal(model(**given).logits, expected)
    assert 1 not in places(model, given)


def test_shared_layers_are_left_alone() -> None:
    """In ALBERT the last layer is every layer."""
    model = make_model("albert", seed=3)
    model.config.num_hidden_layers = model.albert.encoder.config.num_hidden_layers = 3
    classifier = Classifier(model, make_tokenizer("albert"))
    assert 1 not in places(classifier.model, inputs(classifier.tokenizer))


def test_a_model_without_such_a_layer_or_one_that_fails_is_left_alone() -> None:
    assert not read_first_place(make_model("gpt2"), lambda: np.zeros((1, 2)))
    model = make_model("bert", seed=3)
    calls = []

    def logits() -> Any:
        calls.append(1)
        if len(calls) > 1:
            raise RuntimeError("other shapes are needed")
        return np.zeros((1, 2))

    assert not read_first_place(model, logits)
    assert len(calls) == 2  # as it is, and without the other places
    assert 1 not in places(model, inputs(make_tokenizer("bert")))
