"""A tiny model on disk, and a finished run of it to compare with."""

from pathlib import Path

import pytest

from auditor.sweep.store import RunStore
from tests.support import make_model, make_tokenizer
from tests.sweep.support import run, write_data


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model")
    make_model("bert", seed=3).save_pretrained(path)
    make_tokenizer("bert").save_pretrained(path)
    return path


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data(tmp_path_factory.mktemp("data") / "texts.tsv", 14)


@pytest.fixture(scope="session")
def finished(model: Path, data: Path, tmp_path_factory: pytest.TempPathFactory) -> RunStore:
    """A run of one process without a hitch; not to be changed."""
    return run(model, data, tmp_path_factory.mktemp("finished"))
