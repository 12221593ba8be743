"""How a device is used: what is changed for a run is as before afterwards."""

import os
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from auditor.cidr.engine import Budget
from auditor.config import SweepConfig
from auditor.sweep.device import (
    CPU_TOKENS,
    GPU_TOKENS,
    KERNEL_VARIABLES,
    first_budget,
    packs,
    precision,
    steady_kernels,
)
from auditor.sweep.workload import LARGEST_SHARD

ON_CPU: Any = SimpleNamespace(device=torch.device("cpu"))
ON_GPU: Any = SimpleNamespace(device=torch.device("cuda"))
"""All that these functions ask of a classifier."""


def test_kernels_are_steady_for_the_run_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KERNEL_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    with steady_kernels():
        assert KERNEL_VARIABLES.items() <= os.environ.items()
    assert not KERNEL_VARIABLES.keys() & os.environ.keys()
    with pytest.raises(KeyError), steady_kernels():
        raise KeyError
    assert not KERNEL_VARIABLES.keys() & os.environ.keys()


def test_what_the_user_has_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "7")
    monkeypatch.delenv("MKL_CBWR", raising=False)
    with steady_kernels():
        assert os.environ["ONEDNN_PRIMITIVE_CACHE_CAPACITY"] == "7"
        assert os.environ["MKL_CBWR"] == "AUTO,STRICT"
    assert os.environ["ONEDNN_PRIMITIVE_CACHE_CAPACITY"] == "7" and "MKL_CBWR" not in os.environ


def test_how_much_is_evaluated_at_once_to_begin_with() -> None:
    asked = SweepConfig(shard_size=7, forward_tokens=300)
    assert first_budget(asked, ON_CPU) == Budget(forward=300, gradient=CPU_TOKENS[1], window=7)
    assert first_budget(SweepConfig(), ON_CPU) == Budget(*CPU_TOKENS, window=LARGEST_SHARD)
    assert first_budget(SweepConfig(), ON_GPU).forward == GPU_TOKENS[0] > CPU_TOKENS[0]


@pytest.mark.parametrize(("name", "kind"), [("no", torch.float32), ("bf16", torch.bfloat16)])
def test_a_model_runs_in_the_precision_that_was_asked_for(name: str, kind: torch.dtype) -> None:
    layer = torch.nn.Linear(2, 2)
    with precision(SweepConfig(mixed_precision=name), ON_CPU):
        assert layer(torch.ones(1, 2)).dtype is kind
    assert layer(torch.ones(1, 2)).dtype is torch.float32


def test_a_model_that_can_only_be_asked_is_never_packed() -> None:
    assert not packs(SweepConfig(packed="yes"), ON_CPU)
