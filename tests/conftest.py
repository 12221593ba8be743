"""Fixtures that tests share. Everything is offline, small and on one thread."""

import os

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"
# As in a sweep, and before the first model runs: results must not depend on where a matrix lies in memory.
os.environ.setdefault("MKL_CBWR", "AUTO,STRICT")

import pytest
import torch
from hypothesis import settings

from auditor.model.classifier import Classifier
from tests.chromium import browser, on_phone  # noqa: F401 (fixtures)
from tests.support import make_classifier

pytest_plugins = ["tests.signals.fixtures"]
torch.set_num_threads(1)
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def tiny_bert() -> Classifier:
    """A two-class BERT with random weights: fast, and nobody knows what it has learned."""
    return make_classifier("bert", seed=3)


@pytest.fixture(scope="session")
def tiny_gpt2() -> Classifier:
    """A decoder without a pad token and without special tokens around its text."""
    return make_classifier("gpt2", seed=3)
