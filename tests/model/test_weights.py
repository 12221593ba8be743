"""The hash of a network's weights: the same for the same weights, another for any other."""

import pytest
import torch

from auditor.model.weights import hash_weights


def network(*, dtype: torch.dtype = torch.float32) -> torch.nn.Module:
    made = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Linear(2, 2, bias=False))
    with torch.no_grad():
        for place, parameter in enumerate(made.parameters()):
            parameter.copy_(torch.arange(parameter.numel()).reshape(parameter.shape) / 7 + place)
    return made.to(dtype)


def digest(model: torch.nn.Module) -> str:
    return hash_weights(model).hexdigest()


def test_the_same_weights_have_the_same_hash() -> None:
    assert digest(network()) == digest(network()) and len(digest(network())) == 64


@pytest.mark.parametrize("change", ["last bit", "sign of nought", "shape", "name", "type", "more"])
def test_any_difference_is_another_hash(change: str) -> None:
    model = network()
    with torch.no_grad():
        weight = model[0].weight
        if change == "last bit":
            weight[1, 2] = torch.nextafter(weight[1, 2], torch.tensor(9.0))
        elif change == "sign of nought":
            weight[0, 0] = -0.0
        elif change == "shape":  # the same numbers in the same order
            model[0].weight = torch.nn.Parameter(weight.reshape(3, 2))
        elif change == "name":
            model = torch.nn.Sequential(*reversed(list(model)))
        elif change == "type":
            model = network(dtype=torch.bfloat16)
        else:
            model.append(torch.nn.Linear(1, 1))
    assert digest(model) != digest(network())


def test_how_a_tensor_lies_in_memory_does_not_count() -> None:
    model, turned = network(), network()
    with torch.no_grad():
        turned[0].weight = torch.nn.Parameter(turned[0].weight.t().contiguous().t())
    assert not turned[0].weight.is_contiguous() and digest(turned) == digest(model)


def test_more_can_go_into_the_hash_afterwards() -> None:
    total = hash_weights(network())
    total.update(b"tokenizer")
    assert total.hexdigest() != digest(network())
