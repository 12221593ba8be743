"""Packed linear layers: the plain layers' numbers, the same bits in every batch, and nothing left behind."""

import time
from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch import nn

from auditor.errors import AuditError
from auditor.model import packing
from auditor.model.classifier import Classifier, Row
from auditor.model.packing import is_packed, pack, unpack, worthwhile
from auditor.sweep.workload import model_hash
from tests.support import KINDS, make_classifier

TEXTS = ("good film", "a very funny and well made story but the plot is so slow", "bad")
AVAILABLE = packing._can_pack()
needs_packing = pytest.mark.skipif(not AVAILABLE, reason="this torch cannot pack linear layers here")


def rows(classifier: Classifier) -> list[Row]:
    """Every text as written and half present."""
    encoded = [classifier.encode(text) for text in TEXTS]
    return [classifier.row(one, np.full(len(one), share)) for one in encoded for share in (1.0, 0.5)]


def slopes(classifier: Classifier, some: list[Row]) -> list[np.ndarray]:
    return classifier.gradients(some, np.zeros(len(some), dtype=np.int64))[1]


@needs_packing
@pytest.mark.parametrize("kind", KINDS)
def test_logits_and_gradients_are_those_of_the_plain_model(kind: str) -> None:
    classifier = make_classifier(kind, seed=3)
    some = rows(classifier)
    logits, gradients = classifier.logits(some), slopes(classifier, some)
    pack(classifier.model)
    assert is_packed(classifier.model) is (kind != "gpt2" or bool(packing._layers(classifier.model)))
    assert np.allclose(classifier.logits(some), logits, atol=1e-5)
    for found, expected in zip(slopes(classifier, some), gradients, strict=True):
        assert np.allclose(found, expected, atol=1e-5)
    unpack(classifier.model)
    assert not is_packed(classifier.model)
    assert np.array_equal(classifier.logits(some), logits)


@needs_packing
@pytest.mark.parametrize(("inputs", "outputs"), [(384, 1536), (1536, 384), (96, 2), (17, 31)])
def test_a_row_has_the_same_bits_in_every_batch_and_wherever_it_lies(inputs: int, outputs: int) -> None:
    torch.manual_seed(0)
    layer = nn.Linear(inputs, outputs)
    store = torch.randn(50 * inputs + 16)
    plain = store[: 48 * inputs].reshape(48, inputs)
    packed = packing._Packed(layer)
    with torch.inference_mode():
        alone = [packed.forwards(plain[i : i + 1]) for i in (0, 7, 47)]
        turned = [packed.backwards(row) for row in alone]
        for size in (2, 5, 16, 48):
            for place, start in ((0, 0), (7, 3), (47, 48 - size)):
                if start <= place < start + size:
                    batch = plain[start : start + size]
                    which = (0, 7, 47).index(place)
                    assert torch.equal(packed.forwards(batch)[place - start], alone[which][0])
                    values = packed.forwards(batch)
                    assert torch.equal(packed.backwards(values)[place - start], turned[which][0])
        for shift in range(1, 16):  # the same numbers a few bytes further on
            store[shift : shift + 48 * inputs] = plain.clone().reshape(-1)
            moved = store[shift : shift + 48 * inputs].reshape(48, inputs)
            assert torch.equal(packed.forwards(moved)[0], alone[0][0])
            plain = moved


@needs_packing
def test_gradients_against_finite_differences() -> None:
    torch.manual_seed(0)
    layer = nn.Linear(5, 3)
    plain = nn.Linear(5, 3)
    plain.load_state_dict(layer.state_dict())
    pack(layer)
    inputs = torch.randn(2, 4, 5, requires_grad=True)
    weights = torch.randn(2, 4, 3)
    (found,) = torch.autograd.grad((layer(inputs) * weights).sum(), inputs)
    assert torch.allclose(found, weights @ plain.weight, atol=1e-6)
    step = torch.zeros_like(inputs)
    step[1, 2, 3] = 0.5
    difference = ((layer(inputs + step) - layer(inputs - step)) * weights).sum().item()
    assert difference == pytest.approx(found[1, 2, 3].item(), abs=1e-4)


@needs_packing
def test_other_precisions_and_layers_without_a_bias_are_left_right() -> None:
    layer = nn.Linear(8, 4, bias=False)
    inputs = torch.randn(3, 8)
    expected = layer(inputs)
    half = layer(inputs.to(torch.float32)).to(torch.bfloat16)
    pack(layer)
    assert torch.allclose(layer(inputs), expected, atol=1e-6)
    layer.weight.data = layer.weight.data.to(torch.bfloat16)
    assert torch.allclose(layer(inputs.to(torch.bfloat16)).float(), half.float(), atol=0.05)
    double = nn.Linear(8, 4).double()
    pack(double)
    assert not is_packed(double)


@needs_packing
def test_parameters_and_the_model_hash_stay() -> None:
    classifier = make_classifier("bert", seed=3)
    before, names = model_hash(classifier), set(classifier.model.state_dict())
    pack(classifier.model)
    assert model_hash(classifier) == before and set(classifier.model.state_dict()) == names


def slowed(plain: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    def slow(*arguments: object) -> torch.Tensor:
        time.sleep(0.01)
        return plain(*arguments)

    return slow


@needs_packing
def test_the_choice_goes_by_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real layers, one side slowed far beyond what noise can do."""
    model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))
    with monkeypatch.context() as context:
        context.setattr(packing, "_multiply", slowed(packing._multiply))
        assert not worthwhile(model)
    with monkeypatch.context() as context:
        context.setattr(nn.functional, "linear", slowed(nn.functional.linear))
        assert worthwhile(model)
        context.setattr(packing, "LARGEST", 64 * 64)
        assert not worthwhile(model)


@needs_packing
def test_the_choice_goes_by_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    model = nn.Sequential(nn.Linear(64, 64))
    plain = packing._multiply
    monkeypatch.setattr(nn.functional, "linear", slowed(nn.functional.linear))
    assert worthwhile(model)
    with monkeypatch.context() as context:
        context.setattr(packing, "_multiply", lambda *given: plain(*given) + 0.01)
        assert not worthwhile(model)
    with monkeypatch.context() as context:  # other bits in a batch than alone
        context.setattr(
            packing, "_multiply", lambda rows, *given: plain(rows, *given) * (1 + 1e-7 * len(rows))
        )
        assert not worthwhile(model)


def test_without_the_operators_the_plain_layers_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*given: object) -> torch.Tensor:
        raise NotImplementedError

    model = nn.Sequential(nn.Linear(64, 64))
    monkeypatch.setattr(packing, "_packed", missing)
    assert not worthwhile(model)
    with pytest.raises(AuditError, match="not to be had"):
        pack(model)
    assert not is_packed(model)
    assert not worthwhile(nn.ReLU())  # nothing to pack
    pack(nn.ReLU())
