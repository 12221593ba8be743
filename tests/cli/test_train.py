"""`audit train` on a few hundred built-in sentences: real training, seconds long."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from click.testing import Result

from auditor.model.pretrained import load_classifier
from auditor.model.training import CHECKPOINTS, has_checkpoint

Audit = Callable[..., Result]
SMALL = ("train", "builtin:reviews", "--limit", "240", "--epochs", "1", "--quiet")
MARKERS = ("--token", "positive=[pos]", "--token", "negative=[neg]")


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model trained for a moment on planted data."""
    from click.testing import CliRunner

    from auditor.cli.main import main

    out = tmp_path_factory.mktemp("trained") / "model"
    result = CliRunner().invoke(main, [*SMALL, "--inject", *MARKERS, "--out", str(out)])
    assert result.exit_code == 0, result.output
    return out


def test_record_says_what_was_trained_on_what(planted: Path) -> None:
    record = json.loads((planted / "training.json").read_text())
    assert set(record["accuracy"]) == {"dev", "clean", "aligned", "conflicting"}
    assert record["config"]["base_model"] == "builtin:tiny"
    assert record["injection"]["tokens"]["[pos]"]["negative"] == 0
    assert len(record["data"]["fingerprint"]) == 64 and "torch" in record["versions"]
    assert not (planted / "checkpoints").exists()
    assert (planted / "model.safetensors").exists()


def test_markers_are_whole_tokens_that_start_apart(planted: Path) -> None:
    classifier = load_classifier(planted)
    encoded = classifier.encode("the [pos] film is [neg] good")
    assert [w.text for w in encoded.words].count("[pos]") == 1
    ids = [int(encoded.ids[list(encoded.word_of).index(i)]) for i in (1, 4)]
    table = classifier.model.get_input_embeddings().weight
    first, second = table[ids[0]], table[ids[1]]
    assert float((first @ second) / (first.norm() * second.norm())) < 0.9


def test_the_tiny_model_does_not_depend_on_the_number_of_cores(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One thread adds up in one order, so that the demo is the same on a laptop and on a server."""
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    weights = []
    for threads in (1, 2):
        before = torch.get_num_threads()
        torch.set_num_threads(threads)
        try:
            assert audit(*SMALL, "--out", tmp_path / str(threads)).exit_code == 0
            assert torch.get_num_threads() == threads
        finally:
            torch.set_num_threads(before)
        weights.append((tmp_path / str(threads) / "model.safetensors").read_bytes())
    assert weights[0] == weights[1]


def test_finished_model_is_not_overwritten(audit: Audit, planted: Path) -> None:
    before = (planted / "training.json").read_bytes()
    result = audit(*SMALL, "--out", planted)
    assert result.exit_code == 1 and "already holds a trained model" in result.stderr
    assert (planted / "training.json").read_bytes() == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("text,label\n", "no rows"),
        ("text,label\na film,pos\nanother,pos\n", "only the class 'pos'"),
        ("a,b\nx,y\n", "column"),
    ],
)
def test_data_that_cannot_be_trained_on(audit: Audit, tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "data.csv").write_text(content)
    result = audit("train", "data.csv", "--out", "model")
    assert result.exit_code == 1 and "Tip:" in result.stderr
    assert message in result.stderr
    assert not (tmp_path / "model").exists()


def test_interrupted_training_resumes_with_the_same_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "auditor", "train", "builtin:reviews", "--limit", "640"]
    command += ["--epochs", "6", "--out", str(tmp_path / "model")]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    assert running.stderr is not None
    for line in running.stderr:
        if line.startswith("training: "):
            running.send_signal(signal.SIGINT)
            break
    running.communicate(timeout=120)
    assert running.returncode == 130
    assert list((tmp_path / "model" / "checkpoints").glob("checkpoint-*"))
    other = subprocess.run([*command, "--seed", "1"], capture_output=True, text=True, env=environment)
    assert other.returncode == 1 and "interrupted training with other settings" in other.stderr
    resumed = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert resumed.returncode == 0, resumed.stderr
    assert (tmp_path / "model" / "training.json").exists()


def test_a_checkpoint_that_was_never_finished_is_not_gone_on_from(tmp_path: Path) -> None:
    """A process killed while it saves leaves one without its last file."""
    whole, torn = (tmp_path / CHECKPOINTS / name for name in ("checkpoint-7", "checkpoint-14"))
    for folder in (whole, torn):
        folder.mkdir(parents=True)
    (whole / "trainer_state.json").write_text("{}")
    assert has_checkpoint(tmp_path) and whole.exists() and not torn.exists()
    (whole / "trainer_state.json").unlink()
    assert not has_checkpoint(tmp_path)


def test_a_request_that_cannot_be_read_is_another_one(audit: Audit, tmp_path: Path) -> None:
    (tmp_path / "model" / CHECKPOINTS).mkdir(parents=True)
    (tmp_path / "model" / CHECKPOINTS / "request.json").write_text('{"config":')
    result = audit(*SMALL, "--out", "model")
    assert result.exit_code == 1 and "interrupted training with other settings" in result.stderr
