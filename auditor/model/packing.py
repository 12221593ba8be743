"""Linear layers of a frozen model, their weights packed once.

An audited model never changes, so its weights can be laid out once as oneDNN multiplies them fastest. Where
the library behind torch's own linear layers knows the processor well, nothing is gained; where it does not, a
model is twice as fast. Logits differ by rounding alone, and a row gets the same bits in every batch.

Torch's supported ways do not fit: `torch.compile` with freezing needs a compiler and gives no gradients, and
`torch.utils.mkldnn` packs no weights in single precision. So this module, and no other, uses two private
operators. Whether they are there, agree with the plain layer and are faster is looked at before they are used
(`worthwhile`); since a clock decides, one process must decide for all that share a result.
"""

import time
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from auditor.errors import AuditError

FASTER = 1.25
"""Times the plain layer's speed from which packing is worth it: far from what noise can do."""
LARGEST = 250_000_000
"""Weights of a model beyond which it is not packed: it would take three times the memory."""
AGREEMENT = 1e-4
"""Largest difference from the plain layer, as a share of its largest value, that rounding explains."""
ROWS, TRIALS = 256, 8
"""Rows of the layer that is timed, and how often it is."""


def worthwhile(model: Any) -> bool:
    """Whether packing can be done here, changes nothing but rounding, and makes the model clearly faster."""
    layers = _layers(model)
    if not layers or sum(layer.weight.numel() for layer in layers) > LARGEST:
        return False
    shapes = {tuple(layer.weight.shape): layer for layer in layers}
    largest = max(shapes.values(), key=lambda layer: layer.weight.numel())
    return _can_pack() and all(_agrees(layer) for layer in shapes.values()) and _faster(largest) >= FASTER


def pack(model: Any) -> None:
    """Pack every linear layer in single precision on a CPU; the parameters stay where they are."""
    layers = _layers(model)
    if layers and not _can_pack():
        raise AuditError(
            "packed linear layers are not to be had with this torch on this processor",
            'Set packed = "no" under [sweep], and start over with --fresh.',
        )
    for layer in layers:
        layer.__dict__["forward"] = _Packed(layer)


def unpack(model: Any) -> None:
    """Take back what `pack` did."""
    for layer in _layers(model):
        layer.__dict__.pop("forward", None)


def is_packed(model: Any) -> bool:
    """Whether `pack` was called."""
    return any("forward" in layer.__dict__ for layer in _layers(model))


def _layers(model: Any) -> list[nn.Linear]:
    """The linear layers that can be packed."""
    return [
        module
        for module in model.modules()
        if type(module) is nn.Linear
        and module.weight.dtype is torch.float32
        and module.weight.device.type == "cpu"
    ]


def _can_pack() -> bool:
    if not (torch.backends.mkldnn.is_available() and torch.backends.mkldnn.enabled):  # type: ignore[no-untyped-call]
        return False
    try:
        packed = _packed(torch.eye(16))
        return torch.equal(_multiply(torch.eye(16), packed, None), torch.eye(16))
    except (AttributeError, NotImplementedError, RuntimeError, TypeError):
        return False


def _packed(weight: Tensor) -> Tensor:
    """(outputs, inputs) weights in the layout that `_multiply` takes."""
    packed: Tensor = torch.ops.mkldnn._reorder_linear_weight(weight.detach().contiguous())
    return packed


def _multiply(inputs: Tensor, packed: Tensor, bias: Tensor | None) -> Tensor:
    """(..., outputs) from (..., inputs).

    oneDNN adds up a long row that comes alone in another order than in a batch, so that it is given twice.
    """
    single = inputs.numel() == inputs.shape[-1]
    rows = inputs.expand(2, *inputs.shape).contiguous() if single else inputs
    outputs: Tensor = torch.ops.mkldnn._linear_pointwise(rows, packed, bias, "none", [], "")
    return outputs[0] if single else outputs


class _Packed:
    """What replaces the layer's own `forward`."""

    def __init__(self, layer: nn.Linear) -> None:
        self._layer = layer
        self._bias = None if layer.bias is None else layer.bias.detach()
        self._weights = _packed(layer.weight)
        self._turned: Tensor | None = None

    def __call__(self, inputs: Tensor) -> Tensor:
        if inputs.dtype is not torch.float32 or inputs.device.type != "cpu":
            return nn.functional.linear(inputs, self._layer.weight, self._layer.bias)
        if torch.is_grad_enabled() and inputs.requires_grad:
            outputs: Tensor = _Differentiable.apply(inputs, self)  # type: ignore[no-untyped-call]
            return outputs
        return self.forwards(inputs)

    def forwards(self, inputs: Tensor) -> Tensor:
        """(..., outputs)"""
        return _multiply(inputs, self._weights, self._bias)

    def backwards(self, slopes: Tensor) -> Tensor:
        """(..., inputs) from the gradients to the outputs; packed when first asked for."""
        if self._turned is None:
            self._turned = _packed(self._layer.weight.t())
        return _multiply(slopes.contiguous(), self._turned, None)


class _Differentiable(torch.autograd.Function):
    """A packed layer with a gradient to its inputs, and none to its weights."""

    @staticmethod
    def forward(context: Any, inputs: Tensor, layer: _Packed) -> Tensor:
        context.layer = layer
        return layer.forwards(inputs)

    @staticmethod
    def backward(context: Any, slopes: Tensor) -> tuple[Tensor, None]:
        return context.layer.backwards(slopes), None


def _probe(layer: nn.Linear, rows: int) -> Tensor:
    """(rows, inputs) numbers that are the same everywhere."""
    return torch.randn(rows, layer.in_features, generator=torch.Generator().manual_seed(0))


def _agrees(layer: nn.Linear) -> bool:
    """Whether values and gradients are the plain layer's, and a row's bits those that it gets alone."""
    inputs = _probe(layer, 24)
    slopes = torch.randn(24, layer.out_features, generator=torch.Generator().manual_seed(1))
    packed = _Packed(layer)
    with torch.inference_mode():
        values, gradients = packed.forwards(inputs), packed.backwards(slopes)
        plain = layer(inputs), slopes @ layer.weight
        alone = packed.forwards(inputs[:1]), packed.backwards(slopes[:1])
        near = all(
            float((found - expected).abs().max()) <= AGREEMENT * float(expected.abs().max())
            for found, expected in zip((values, gradients), plain, strict=True)
        )
        return near and torch.equal(values[:1], alone[0]) and torch.equal(gradients[:1], alone[1])


def _faster(layer: nn.Linear) -> float:
    """How many times as fast the packed layer is: the best of several tries of each, taken in turns."""
    inputs, packed = _probe(layer, ROWS), _Packed(layer)
    plain: list[float] = []
    ours: list[float] = []
    with torch.inference_mode():
        for _ in range(TRIALS):
            plain.append(_seconds(lambda: layer(inputs)))
            ours.append(_seconds(lambda: packed.forwards(inputs)))
    return min(plain) / max(min(ours), 1e-9)


def _seconds(work: Callable[[], Tensor]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
