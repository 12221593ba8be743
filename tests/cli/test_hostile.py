"""Inputs with which the fuzz pass (`make fuzz`) once found a hole: now each is one line with a cure."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from auditor.cli.console import fail
from auditor.cli.main import main

Audit = Callable[..., Result]
FAST = ("--steps", "3", "--removal-steps", "1", "--tolerance", "1", "--candidates", "2", "--quiet")
RAW = ("Traceback", "[Errno", "codec can't", "object has no attribute", "NoneType", "Error: Error")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, model_path: Path) -> Path:
    """A folder with a model, a dataset and a finished run."""
    folder = tmp_path_factory.mktemp("made")
    shutil.copytree(model_path, folder / "model")
    rows = [f"the film number {n} is {'good' if n % 2 else 'bad'},{n % 2}" for n in range(8)]
    (folder / "data.csv").write_text("text,label\n" + "\n".join(rows) + "\n")
    line = ["run", folder / "model", folder / "data.csv", "--out", folder / "run", *FAST]
    done = CliRunner().invoke(main, list(map(str, line)))
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def here(made: Path, tmp_path: Path) -> Path:
    """A copy of it to spoil, which is the current directory."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


RUN = ("run", "model", "data.csv", "--out", "run", *FAST)


def refused(result: Result, *said: str) -> None:
    """The command ended with one error that says this, and a tip."""
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), (
        result.exception or result.output
    )
    error, *rest = result.stderr.splitlines()
    assert error.startswith("Error: ") and all(line.startswith("Tip: ") for line in rest), result.stderr
    assert all(part in result.stderr for part in said), result.stderr
    assert not [raw for raw in RAW if raw in result.stderr], result.stderr


def test_an_error_neither_floods_nor_commands_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    fail("bad \x1b[31mred\x07 \u202eback " + "9" * 5000, "Use \x1b[2J less.")
    error, tip = capsys.readouterr().err.splitlines()
    assert "⟨U+001B⟩" in error and "⟨U+202E⟩" in error and len(error) < 1100 and "more characters" in error
    assert "⟨U+001B⟩" in tip


@pytest.mark.parametrize("name", ["audit.toml", "run/shards/00000.json", "run/run.json", "out.csv"])
def test_a_folder_in_the_place_of_a_file(audit: Audit, here: Path, name: str) -> None:
    (here / name).unlink(missing_ok=True)
    (here / name).mkdir()
    inject = ("inject", "data.csv", "--token", "1=x", "--force", "--out", "out.csv")
    refused(audit(*(inject if name == "out.csv" else RUN)), name)


@pytest.mark.parametrize("name", ["audit.toml", "words.tsv", "data.csv.injection.json", "run/run.json"])
def test_bytes_that_are_no_utf8(audit: Audit, here: Path, name: str) -> None:
    (here / name).write_bytes(b"\xff\xfe\x00film = 1")
    more = ("--lexicon", "words.tsv") if name == "words.tsv" else ()
    refused(audit(*RUN, *more), name, "UTF-8")


@pytest.mark.parametrize(
    "plan",
    [
        {"tokens": [["1"]], "pairs": []},
        {"tokens": [["1", 2]], "pairs": []},
        {"tokens": [], "pairs": [{"first": "a", "label": "1"}]},
        {"tokens": True, "pairs": []},
        None,
    ],
)
def test_an_injection_manifest_is_checked_before_the_sweep(audit: Audit, here: Path, plan: Any) -> None:
    shutil.rmtree(here / "run")
    (here / "data.csv.injection.json").write_text(json.dumps({"format_version": 1, "plan": plan}))
    refused(audit(*RUN), "data.csv.injection.json is not ", "injection manifest", "Tip: ")
    assert not (here / "run").exists()


def test_what_inject_and_demo_write_is_an_injection_manifest(audit: Audit, here: Path) -> None:
    planted = audit(
        "inject", "data.csv", "--token", "1=[pos]", "--position", "random", "--out", "planted.csv"
    )
    assert planted.exit_code == 0, planted.output
    done = audit("run", "model", "planted.csv", "--out", "out", *FAST)
    assert done.exit_code == 0, done.output
    plan = {"tokens": [["1", "[pos]"]], "pairs": [{"first": "a", "second": "b", "label": "1"}]}
    (here / "data.csv.injection.json").write_text(json.dumps({"plan": plan}))
    assert audit(*RUN).exit_code == 0


@pytest.mark.parametrize(
    "change",
    [
        {"sessions": None},
        {"fingerprint": "x"},
        {"fingerprint": {"settings": [], "data": None}},
        {"sessions": {}},
    ],
)
def test_a_manifest_edited_by_hand(audit: Audit, here: Path, change: dict[str, Any]) -> None:
    manifest = json.loads((here / "run/run.json").read_text())
    (here / "run/run.json").write_text(json.dumps(manifest | change))
    result = audit(*RUN)
    if "fingerprint" in change:
        refused(result, "holds another run", "--fresh")
    else:
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "notes",
    [{"statuses": 3}, {"tally": {}}, {"skips": {"x": {}}}, {"examples": 100, "skips": {}}, {"examples": []}],
)
def test_the_notes_of_a_shard_edited_by_hand(audit: Audit, here: Path, notes: dict[str, Any]) -> None:
    path = here / "run/shards/00000.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | notes))
    result = audit(*RUN)
    assert result.exit_code == 0 or refused(result, "00000.json") is None, result.output


def test_a_shard_that_is_no_parquet_file_although_its_hash_says_so(audit: Audit, here: Path) -> None:
    content, notes = b"PAR1 and no more", here / "run/shards/00000.json"
    (here / "run/shards/00000.parquet").write_bytes(content)
    altered = json.loads(notes.read_text()) | {"sha256": hashlib.sha256(content).hexdigest()}
    notes.write_text(json.dumps(altered))
    refused(audit(*RUN), "shards", "--fresh")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("config.json", b"[]"),
        ("config.json", b'{"model_type": "bert", "architectures": 3}'),
        ("config.json", b'{"model_type": "bert", "id2label": {"0": 1, "x": 2}}'),
        ("config.json", b'{"model_type": "bert", "hidden_size": "many"}'),
        ("config.json", b"\xff\xfe{}"),
        ("tokenizer.json", b'{"version": 1}'),
        ("tokenizer.json", b""),
        ("tokenizer_config.json", b'{"unk_token": [1], "tokenizer_class": "PreTrainedTokenizerFast"}'),
        ("tokenizer_config.json", b"3"),
        ("model.safetensors", b"\0\0\0"),
    ],
)
def test_a_damaged_model(audit: Audit, here: Path, name: str, content: bytes) -> None:
    (here / "model" / name).write_bytes(content)
    refused(audit("explain", "model", "a good film"), "model", "Tip: ")


@pytest.mark.parametrize("device", ["meta", "banana", "cuda:99", ""])
def test_a_device_that_is_none(audit: Audit, here: Path, device: str) -> None:
    assert here
    refused(audit("explain", "model", "a good film", "--device", device), f"device {device!r}", "Tip: ")


def test_nothing_to_explain_is_no_success(audit: Audit, here: Path) -> None:
    refused(audit("explain", "model", "-", "--html", "page.html", stdin=""), "no text", "Tip: ")
    assert not (here / "page.html").exists()


@pytest.mark.parametrize("processes", ["0", "-1"])
def test_less_than_one_process(audit: Audit, here: Path, processes: str) -> None:
    assert here
    assert audit(*RUN, "--processes", processes).exit_code == 2


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--epochs", value) for value in ("0", "-1", "1000000")),
        *(("--batch-size", value) for value in ("0", "-1", "9" * 30)),
        *(("--learning-rate", value) for value in ("nan", "-1", "inf", "0")),
        *(("--max-length", value) for value in ("0", "-1", "9" * 30)),
        *(("--patience", value) for value in ("-1",)),
        *(("--layers", value) for value in ("0", "-1")),
        *(("--seed", value) for value in ("-1", "9" * 30)),
    ],
)
def test_training_settings_that_make_no_sense(audit: Audit, here: Path, option: str, value: str) -> None:
    result = audit("train", "data.csv", "--out", "trained", "--quiet", option, value)
    refused(result, f"{option[2:].replace('-', '_')} is {value if len(value) < 9 else ''}", "between")
    assert not (here / "trained").exists()


def test_a_saved_folder_that_is_damaged(audit: Audit, here: Path) -> None:
    (here / "saved").mkdir()
    (here / "saved/state.json").write_text("{}")
    (here / "saved/dataset_info.json").write_text("[]")
    refused(audit("inject", "saved", "--token", "1=x", "--out", "out.csv"), "saved", "save_to_disk")


@pytest.mark.parametrize("name", ["x" * 5000, "a/" * 3000])
def test_a_name_longer_than_the_system_takes(audit: Audit, here: Path, name: str) -> None:
    assert here
    for line in (
        ("explain", name, "a film"),
        ("show", name),
        ("inject", name, "--token", "1=x", "--out", "o.csv"),
    ):
        refused(audit(*line))


@pytest.mark.parametrize("size", ["abc", "", "0", "1.5"])
def test_a_number_of_processes_that_is_none(
    audit: Audit, here: Path, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    assert here
    monkeypatch.setenv("WORLD_SIZE", size)
    refused(audit(*RUN), f"WORLD_SIZE is {size!r}", "Tip: ")
