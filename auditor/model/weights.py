"""The weights of a network, hashed: what tells it from another of the same name."""

import hashlib
from typing import Any

import torch


def hash_weights(model: Any) -> "hashlib._Hash":
    """A hash that every weight has gone into, by name, type and shape."""
    total = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        total.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        flat = tensor.detach().cpu().contiguous().reshape(-1)
        total.update(flat.view(torch.uint8).numpy().data)
    return total
