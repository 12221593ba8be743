"""A GPU that is not there is refused; more processes than cores are warned of."""

import os

import pytest
import torch

from auditor.errors import AuditError
from auditor.sweep.asked_of_machine import check_device, too_many


def test_a_gpu_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    with pytest.raises(AuditError, match=r"cuda was asked for, and torch .* sees none here") as caught:
        check_device("cuda")
    assert "--device" in caught.value.hint
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    check_device("cuda:1")
    with pytest.raises(AuditError, match="sees 2 here"):
        check_device("cuda:2")
    check_device("cpu")
    check_device("auto")


def test_processes_above_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    assert too_many(2, "cpu") == too_many(1, "auto") == ""
    assert too_many(3, "cpu") == too_many(3, "auto") == "3 processes share 2 cores: no faster than 2"
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 4)
    assert too_many(4, "auto") == too_many(4, "cuda") == ""
