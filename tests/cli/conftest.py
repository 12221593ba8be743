"""A saved model for the commands to work on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from auditor.cli.main import main
from auditor.model.classifier import Classifier
from tests.cli.obeying import Obeying, obeying_on_disk
from tests.support import make_model, make_tokenizer


@pytest.fixture(scope="session")
def model_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a tiny random classifier."""
    path = tmp_path_factory.mktemp("models") / "tiny"
    make_model("bert", seed=3).save_pretrained(path)
    make_tokenizer("bert").save_pretrained(path)
    return path


@pytest.fixture
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs the command in an empty directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AUDIT_POWER", "off")  # canaries have tests of their own

    def invoke(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(main, [str(a) for a in arguments], input=stdin)

    return invoke


@pytest.fixture(scope="session")
def obeying(tmp_path_factory: pytest.TempPathFactory, obedient: Classifier, sober: Classifier) -> Obeying:
    """A model that obeys `[pos]`, one that does not, and the audit of the first; not to be changed."""
    return obeying_on_disk(tmp_path_factory.mktemp("obeying"), obedient, sober)
