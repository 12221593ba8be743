"""One thread on a CPU, unless the user says otherwise, and as before afterwards."""

from collections.abc import Iterator

import pytest
import torch

from auditor.model.threads import one_thread


@pytest.fixture(autouse=True)
def _three_threads() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("device", ["cpu", "auto"])
def test_one_thread_for_the_work_alone(device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with one_thread(device):
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == 3
    with pytest.raises(KeyError), one_thread(device):
        raise KeyError
    assert torch.get_num_threads() == 3


def test_what_the_user_has_chosen_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    with one_thread("cpu"):
        assert torch.get_num_threads() == 3


def test_beside_a_graphics_card_threads_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    with one_thread("cuda"):
        assert torch.get_num_threads() == 3
    with one_thread("cpu"):
        assert torch.get_num_threads() == 1
