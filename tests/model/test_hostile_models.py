"""A model directory is data: whatever it holds, loading it runs nothing of it, for whatever purpose."""

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from auditor.errors import AuditError
from auditor.model.base import base_model
from auditor.model.embeddings import Origin, find_embeddings, read_embeddings
from auditor.model.pretrained import load_classifier
from tests.support import make_model, make_tokenizer

LOADERS: dict[str, Callable[[Path], Any]] = {
    "audited": lambda path: load_classifier(path, device="cpu"),
    "trained from": lambda path: base_model(str(path), ("a", "b"), ["a film"], markers=(), layers=None),
    "embeddings": lambda path: read_embeddings(str(path), Origin("encoder", str(path))),
    "encoder": lambda path: find_embeddings(path, encoder=str(path)),
}
PICKLED = ("pytorch_model.bin", "model.pt", "training_args.bin", "optimizer.pt", "rng_state.pth", "vocab.pkl")


class Bomb:
    """Whoever unpickles it makes a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)


@pytest.fixture
def armed(tmp_path: Path) -> tuple[Path, Path]:
    """A good model with a pickle under every name that a library might open, and what must not appear."""
    model, marker = tmp_path / "model", tmp_path / "was-run"
    make_model("bert", seed=3).save_pretrained(model)
    make_tokenizer("bert").save_pretrained(model)
    for name in PICKLED:
        (model / name).write_bytes(pickle.dumps(Bomb(marker)))
    with pytest.raises(FileExistsError):  # it would go off
        marker.mkdir()
        pickle.loads((model / PICKLED[0]).read_bytes())  # noqa: S301 (that is the point)
    marker.rmdir()
    return model, marker


@pytest.mark.parametrize("loader", LOADERS)
def test_pickles_beside_safe_weights_are_not_opened(armed: tuple[Path, Path], loader: str) -> None:
    model, marker = armed
    assert LOADERS[loader](model) is not None
    assert not marker.exists()


@pytest.mark.parametrize("loader", LOADERS)
def test_pickles_in_the_place_of_weights_are_not_opened(armed: tuple[Path, Path], loader: str) -> None:
    model, marker = armed
    (model / "model.safetensors").unlink()
    try:
        assert LOADERS[loader](model) is None
    except AuditError as error:
        assert error.hint
    assert not marker.exists()


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize("own", ["AutoConfig", "AutoTokenizer", "AutoModelForSequenceClassification"])
def test_code_that_a_model_brings_is_not_run(armed: tuple[Path, Path], loader: str, own: str) -> None:
    model, marker = armed
    code = f"import os\nos.mkdir({str(marker)!r})\nclass Own: ...\n"
    (model / "custom.py").write_text(code)
    for name in ("config.json", "tokenizer_config.json"):
        path = model / name
        target: Any = ["custom.Own", "custom.Own"] if own == "AutoTokenizer" else "custom.Own"
        content = json.loads(path.read_text()) | {"auto_map": {own: target}}
        path.write_text(json.dumps(content))
    try:
        LOADERS[loader](model)
    except AuditError as error:
        assert error.hint
    assert not marker.exists()
