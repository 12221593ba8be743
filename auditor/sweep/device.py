"""How a device is used: how much at once, in which precision, with which kernels."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch

from auditor.cidr.engine import Budget
from auditor.config import SweepConfig
from auditor.model.answering import Answering
from auditor.model.classifier import Classifier
from auditor.model.packing import worthwhile
from auditor.sweep.workload import LARGEST_SHARD

CPU_TOKENS, GPU_TOKENS = (1024, 512), (131_072, 32_768)
"""Pieces in a forward and in a gradient batch to begin with."""
KERNEL_VARIABLES = {"ONEDNN_PRIMITIVE_CACHE_CAPACITY": "32", "MKL_CBWR": "AUTO,STRICT"}
"""How the libraries under torch behave on a CPU. oneDNN makes a kernel for every shape of a batch, and keeps
1,024 of them by default. MKL by default adds up in an order that depends on where in memory a matrix lies."""
_PRECISIONS = {"bf16": torch.bfloat16, "fp16": torch.float16}


def first_budget(settings: SweepConfig, classifier: Answering) -> Budget:
    """How much is evaluated at once to begin with."""
    forward, gradient = CPU_TOKENS if classifier.device.type == "cpu" else GPU_TOKENS
    return Budget(
        forward=settings.forward_tokens or forward,
        gradient=settings.gradient_tokens or gradient,
        window=settings.shard_size or LARGEST_SHARD,
    )


def precision(settings: SweepConfig, classifier: Answering) -> Any:
    """A context in which the model runs in the precision that was asked for."""
    name = settings.mixed_precision
    return torch.autocast(classifier.device.type, dtype=_PRECISIONS.get(name), enabled=name != "no")


def packs(settings: SweepConfig, classifier: Answering) -> bool:
    """Whether a new run packs linear layers. A clock has its say: one process decides for all."""
    if not isinstance(classifier, Classifier):
        return False
    if settings.packed != "auto" or settings.compile or settings.mixed_precision != "no":
        return settings.packed == "yes"
    return worthwhile(classifier.model)


@contextmanager
def steady_kernels() -> Iterator[None]:
    """The same bits wherever a batch lies in memory, and flat memory over batches of many shapes.

    No effect once the process has run a model; what the user has set is left as it is.
    """
    ours = {name: value for name, value in KERNEL_VARIABLES.items() if name not in os.environ}
    os.environ.update(ours)
    try:
        yield
    finally:
        for name in ours:
            del os.environ[name]
