"""Threads of torch on a CPU."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def one_thread(device: str) -> Iterator[None]:
    """One thread for torch on a CPU unless the user says otherwise; as before afterwards."""
    before = torch.get_num_threads()
    chosen = "OMP_NUM_THREADS" in os.environ or (device != "cpu" and torch.cuda.is_available())
    if not chosen:
        torch.set_num_threads(1)
    try:
        yield
    finally:
        if not chosen:
            torch.set_num_threads(before)
