"""How a device is used: what is changed for a run is as before afterwards."""

import os

import pytest

from auditor.sweep.device import KERNELS, KERNELS_VARIABLE, few_kernels


def test_few_kernels_are_kept_for_the_run_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KERNELS_VARIABLE, raising=False)
    with few_kernels():
        assert os.environ[KERNELS_VARIABLE] == KERNELS
    assert KERNELS_VARIABLE not in os.environ
    with pytest.raises(KeyError), few_kernels():
        raise KeyError
    assert KERNELS_VARIABLE not in os.environ


def test_what_the_user_has_set_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KERNELS_VARIABLE, "7")
    with few_kernels():
        assert os.environ[KERNELS_VARIABLE] == "7"
    assert os.environ[KERNELS_VARIABLE] == "7"
