"""Folders of runs and servers of somebody else: nothing they name is opened, nothing they hold is run."""

import hashlib
import json
import os
import pickle
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from auditor.model.asked.endpoint import TOKEN
from auditor.model.journal import FOLDER
from tests.cli.obeying import FAST, Obeying
from tests.model.asked.servers import serving
from tests.model.test_hostile_models import Bomb

Audit = Callable[..., Result]
ELSEWHERE = "elsewhere-of-the-run"
OPENED: list[str] = []


def _remember(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("open", "os.listdir", "os.scandir", "subprocess.Popen", "socket.connect"):
        OPENED.extend(str(one) for one in arguments if ELSEWHERE in str(one))


@pytest.fixture(scope="module", autouse=True)
def _watch() -> None:
    """Every file, folder, process and address that this process opens; a hook cannot be taken away."""
    sys.addaudithook(_remember)


@pytest.fixture
def opened() -> Iterator[list[str]]:
    OPENED.clear()
    yield OPENED
    OPENED.clear()


@pytest.fixture
def sent(obeying: Obeying, tmp_path: Path) -> Path:
    """A run as it arrives, every path in it changed to one outside."""
    run, elsewhere = tmp_path / "sent", str(tmp_path / ELSEWHERE / "file")
    shutil.copytree(obeying.run, run)
    Path(elsewhere).parent.mkdir()
    Path(elsewhere).write_text("text,label\na film,pos\n")

    def changed(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: changed(one) for name, one in value.items()}
        if isinstance(value, list):
            return [changed(one) for one in value]
        return elsewhere if isinstance(value, str) and "/" in value else value

    for name in ("run.json", "report.json"):
        content = changed(json.loads((run / name).read_text(encoding="utf-8")))
        (run / name).write_text(json.dumps(content), encoding="utf-8")
    assert ELSEWHERE in (run / "report.json").read_text(encoding="utf-8")
    return run


def test_no_path_that_a_run_names_is_opened(
    audit: Audit, obeying: Obeying, sent: Path, tmp_path: Path, opened: list[str]
) -> None:
    lines: list[list[str | Path]] = [
        ["report", sent, "--out", tmp_path / "again"],
        ["show", sent],
        ["check", sent],
        ["diff", sent, obeying.run],
        ["repair", sent, obeying.texts, "--out", tmp_path / "repaired.csv"],
        ["export", sent, "--tests", tmp_path / "tests.jsonl", "--model", obeying.obedient],
        ["run", obeying.obedient, obeying.texts, "--out", sent, *FAST],
    ]
    for line in lines:
        done = audit(*line)
        assert done.exit_code in (0, 3), (line, done.output)
        assert opened == [], line


def test_the_watch_sees_what_is_opened(audit: Audit, sent: Path, opened: list[str]) -> None:
    """Negative control, and the one exception: it says what it does."""
    done = audit("export", sent, "--tests", "tests.jsonl")
    assert done.exit_code == 1 and opened
    assert f"Note: {sent} names the model" in done.stderr and ELSEWHERE in done.stderr


def test_nothing_of_a_run_is_unpickled(audit: Audit, obeying: Obeying, tmp_path: Path) -> None:
    run, marker = tmp_path / "armed", tmp_path / "was-run"
    shutil.copytree(obeying.run, run)
    bomb = pickle.dumps(Bomb(marker))
    for path in (run / "shards").glob("*.parquet"):
        path.write_bytes(bomb)
        notes = path.with_suffix(".json")
        content = json.loads(notes.read_text()) | {"sha256": hashlib.sha256(bomb).hexdigest()}
        notes.write_text(json.dumps(content))
    for name in ("tokens.parquet", "pairs.parquet", "groups.parquet", "index.html", "next.txt"):
        (run / name).write_bytes(bomb)
    for folder, name in (
        (FOLDER, "00000-x.journal"),
        (FOLDER, "interventions-x.journal"),
        ("answers", "x.jsonl"),
    ):
        (run / folder).mkdir(exist_ok=True)
        (run / folder / name).write_bytes(bomb)
    for line in (
        ["report", run],
        ["repair", run, obeying.texts, "--out", tmp_path / "repaired.csv"],
        ["run", obeying.obedient, obeying.texts, "--out", run, *FAST],
        ["run", obeying.obedient, obeying.texts, "--out", run, *FAST, "--fresh"],
    ):
        done = audit(*line)
        assert done.exit_code in (0, 1, 3) and isinstance(done.exception, SystemExit | None), done.output
        assert not marker.exists()


def test_a_credential_is_in_no_byte_that_a_run_writes(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, query = "s3cret-0123456789", "zqdeployment"
    monkeypatch.setenv(TOKEN, token)
    rows = [f"a {'good' if n % 2 else 'bad'} film number {n},{n % 2}" for n in range(12)]
    (tmp_path / "data.csv").write_text("text,label\n" + "\n".join(rows) + "\n")
    with serving() as server:
        address = f"{server.url}?version={query}"
        monkeypatch.setattr(sys, "argv", ["audit", "run", "data.csv", "--endpoint", address])
        line = ["run", "data.csv", "--endpoint", address, "--label-map", "0=negative"]
        done = audit(*line, "--label-map", "1=positive", *FAST)
        assert done.exit_code == 0, done.output
        assert all(sent["Authorization"] == f"Bearer {token}" for sent in server.headers)
    assert list(tmp_path.glob("reports/*/report.json"))
    for path in (tmp_path / "reports").rglob("*"):
        said = path.read_bytes() if path.is_file() else str(path).encode()
        assert token.encode() not in said and query.encode() not in said, path
    assert token not in done.output and query not in done.output
    assert os.environ[TOKEN] == token
