"""The last layer, computed only where the class is read off.

Encoders of BERT's kind read the class off the first place. What the last layer makes of the other places once
they have been attended to is seen by nobody: an eighth of the work of six layers. Whether a model is of that
kind is found by trying: where its logits stay as they were, the rest is left out.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

AFTER_ATTENTION = ("attention.output", "sa_layer_norm", "attention.LayerNorm")
"""Modules through which all places go, each by itself, once attention is done; by how their names end."""
ROUNDING = 1e-5
"""Largest difference between logits that rounding explains; in half precision, four times that precision."""


def read_first_place(model: Any, logits: Callable[[], FloatArray]) -> bool:
    """Leave all but the first place out of the end of the last layer, if the model's `logits` stay."""
    expected = logits()
    allowed = max(ROUNDING, 4 * torch.finfo(model.dtype).eps)
    for ending in AFTER_ATTENTION:
        found = [module for name, module in model.named_modules() if name.endswith(ending)]
        if not found:
            continue
        hook = found[-1].register_forward_pre_hook(_first_place)
        try:
            same = np.allclose(logits(), expected, rtol=allowed, atol=allowed)
        except (AttributeError, IndexError, RuntimeError, TypeError, ValueError):
            same = False
        if same:
            return True
        hook.remove()
    return False


def _first_place(module: Any, inputs: tuple[Any, ...]) -> tuple[Any, ...]:  # noqa: ARG001 (torch's signature)
    """(rows, 1, width) of each (rows, places, width)."""
    return tuple(given[:, :1] for given in inputs)
