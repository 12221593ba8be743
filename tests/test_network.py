"""Whether the hub can be reached is asked once, of the address that its client would use."""

import socket
from collections.abc import Iterator

import pytest
from huggingface_hub import constants

from auditor import network


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is remembered, offline mode is off, and there is no proxy."""
    network.hub_reachable.cache_clear()
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.setattr(network, "getproxies", dict)
    yield
    network.hub_reachable.cache_clear()


@pytest.fixture
def server() -> Iterator[int]:
    """A port of this machine where something listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_an_endpoint_that_answers_is_reachable(monkeypatch: pytest.MonkeyPatch, server: int) -> None:
    monkeypatch.setattr(constants, "ENDPOINT", f"http://127.0.0.1:{server}")
    assert network.hub_reachable()


def test_a_closed_port_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    monkeypatch.setattr(constants, "ENDPOINT", f"http://127.0.0.1:{port}")
    assert not network.hub_reachable()


@pytest.mark.parametrize("value", ["1", "true", "YES", "on"])
def test_offline_mode_asks_nobody(monkeypatch: pytest.MonkeyPatch, value: str, server: int) -> None:
    monkeypatch.setattr(constants, "ENDPOINT", f"http://127.0.0.1:{server}")
    monkeypatch.setenv("HF_HUB_OFFLINE", value)
    assert not network.hub_reachable()


def test_the_client_s_own_offline_mode_counts(monkeypatch: pytest.MonkeyPatch, server: int) -> None:
    monkeypatch.setattr(constants, "ENDPOINT", f"http://127.0.0.1:{server}")
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    assert not network.hub_reachable()


def test_behind_a_proxy_the_proxy_is_asked_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look-up of the host says nothing there, so the client itself has to try."""
    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr(network, "getproxies", lambda: {"https": "http://127.0.0.1:3128"})
    assert network.hub_reachable()


def test_the_answer_is_remembered(monkeypatch: pytest.MonkeyPatch, server: int) -> None:
    monkeypatch.setattr(constants, "ENDPOINT", f"http://127.0.0.1:{server}")
    assert network.hub_reachable()
    monkeypatch.setattr(constants, "ENDPOINT", "http://127.0.0.1:9")
    assert network.hub_reachable()
