"""`audit run` as a user meets it: a sweep, its summary, and going on with it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from auditor.report.codec import read_report
from auditor.sweep.store import RunStore

Audit = Callable[..., Result]
FAST = ("--steps", "3", "--removal-steps", "1", "--tolerance", "1", "--shard-size", "4", "--quiet")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [f"the film number {n} is {'good' if n % 2 else 'bad'},{n % 2}" for n in range(10)]
    path = tmp_path / "data.csv"
    path.write_text("text,label\n" + "\n".join(rows) + "\n,1\n")
    return path


def test_every_example_is_stored_and_the_empty_one_is_a_skip(
    audit: Audit, model_path: Path, data: Path, tmp_path: Path
) -> None:
    result = audit("run", model_path, data, "--out", "out", *FAST)
    assert result.exit_code == 0, result.output
    outcomes = list(RunStore(tmp_path / "out").outcomes())
    assert len(outcomes) == len({outcome.id for outcome in outcomes}) == 10
    assert all(outcome.explanation is not None for outcome in outcomes)
    report = read_report(tmp_path / "out")
    assert report.summary.texts == 10 and report.summary.skipped == 1
    assert report.quality.skips == {"empty text": 1}
    assert any("fewer than 20" in warning for warning in report.quality.warnings)
    again = audit("run", model_path, data, "--out", "out", *FAST)
    assert again.exit_code == 0 and again.stdout == result.stdout


def test_dry_run_writes_nothing(audit: Audit, model_path: Path, data: Path, tmp_path: Path) -> None:
    result = audit("run", model_path, data, "--out", "out", "--dry-run", *FAST)
    assert result.exit_code == 0, result.output
    assert "10 examples" in result.stdout and "gradient evaluations" in result.stdout
    assert not (tmp_path / "out").exists()


def test_other_settings_are_refused_unless_fresh(audit: Audit, model_path: Path, data: Path) -> None:
    assert audit("run", model_path, data, "--out", "out", *FAST).exit_code == 0
    other = audit("run", model_path, data, "--out", "out", *FAST, "--seed", "7")
    assert other.exit_code == 1 and "holds another run" in other.stderr
    assert audit("run", model_path, data, "--out", "out", *FAST, "--seed", "7", "--fresh").exit_code == 0


def test_labels_the_model_does_not_have(audit: Audit, model_path: Path, tmp_path: Path) -> None:
    (tmp_path / "odd.csv").write_text("text,label\na good film,fine\na bad film,poor\n")
    result = audit("run", model_path, "odd.csv", "--out", "out", *FAST)
    assert result.exit_code == 1 and "--label-map" in result.stderr


def test_two_processes_give_the_same_sets_as_one(
    audit: Audit, model_path: Path, data: Path, tmp_path: Path
) -> None:
    audit("run", model_path, data, "--out", "one", *FAST)
    command = [sys.executable, "-m", "auditor", "run", str(model_path), str(data), "--out", "two", *FAST]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [*command, "--processes", "2"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    sets = [
        [
            (o.id, o.explanation and (o.explanation.set, o.explanation.status))
            for o in RunStore(tmp_path / name).outcomes()
        ]
        for name in ("one", "two")
    ]
    assert sets[0] == sets[1]
