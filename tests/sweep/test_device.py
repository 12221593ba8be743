"""How a device is used: what is changed for a run is as before afterwards."""

import os

import pytest

from auditor.sweep.device import KERNEL_VARIABLES, steady_kernels


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
