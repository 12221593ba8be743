"""The engine by flags, file and environment; what contradicts it is refused before anything is loaded."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from auditor.cli.main import main
from auditor.cli.options_engine import engine_config
from auditor.config import EngineConfig
from auditor.errors import AuditError

PLAIN = {
    "engine": None, "address": None, "workers": None, "gpus_per_worker": None,
    "device": "auto", "redact": False, "config_file": None, "predict": None, "endpoint": None,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_default_is_local() -> None:
    assert engine_config(PLAIN, 1) == EngineConfig() == engine_config(PLAIN, 4)
    assert EngineConfig().engine == "local"


def test_flags_come_before_the_environment_and_that_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "audit.toml").write_text('[engine]\nengine = "ray"\naddress = "10.0.0.1:6379"\nworkers = 2\n')
    assert engine_config(PLAIN, 1) == EngineConfig("ray", "10.0.0.1:6379", 2)
    monkeypatch.setenv("AUDIT_WORKERS", "3")
    monkeypatch.setenv("AUDIT_GPUS_PER_WORKER", "0.5")
    assert engine_config(PLAIN, 1) == EngineConfig("ray", "10.0.0.1:6379", 3, 0.5)
    given = PLAIN | {"workers": 4, "address": "auto"}
    assert engine_config(given, 1) == EngineConfig("ray", "auto", 4, 0.5)


@pytest.mark.parametrize(
    ("given", "processes", "message"),
    [
        ({"address": "auto"}, 1, "--address is for --engine ray"),
        ({"workers": 2}, 1, "--workers is for --engine ray"),
        ({"engine": "local", "gpus_per_worker": 1.0}, 1, "--gpus-per-worker is for --engine ray"),
        ({"engine": "ray"}, 2, "--processes is for the local engine"),
        ({"engine": "ray", "predict": "module:name"}, 1, "is only asked with texts"),
        ({"engine": "ray", "device": "cuda:1"}, 1, "--device cuda:1 contradicts --engine ray"),
        ({"engine": "ray", "device": "cpu", "gpus_per_worker": 1.0}, 1, "--device cpu contradicts"),
        ({"engine": "ray", "redact": True}, 1, "--redact contradicts --engine ray"),
        ({"engine": "ray", "workers": -1}, 1, "workers is -1"),
        ({"engine": "ray", "gpus_per_worker": -0.5}, 1, "gpus_per_worker is -0.5"),
        ({"engine": "ray", "gpus_per_worker": 1.5}, 1, "is 1.5; above 1 it must be a whole number"),
    ],
)
def test_what_contradicts_it_is_refused(given: dict[str, object], processes: int, message: str) -> None:
    with pytest.raises(AuditError, match=message):
        engine_config(PLAIN | given, processes)


@pytest.mark.parametrize("gpus", [0.25, 1.0, 2.0])
def test_parts_of_a_gpu_and_whole_ones_are_taken(gpus: float) -> None:
    assert engine_config(PLAIN | {"engine": "ray", "gpus_per_worker": gpus}, 1).gpus_per_worker == gpus


@pytest.mark.parametrize(
    ("flags", "expected"), [((), 1), (("--processes", "2"), 2), (("--engine", "ray"), 8)], ids=str
)
def test_a_dry_run_counts_ray_workers_only_where_there_are_some(
    flags: tuple[str, ...], expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    monkeypatch.setenv("AUDIT_WORKERS", "8")
    monkeypatch.setattr("auditor.cli.run._run", lambda *given: counted.append(given[-1]))
    done = CliRunner().invoke(main, ["run", "model", "data.csv", "--dry-run", *flags])
    assert done.exit_code == 0 and counted == [expected], done.output


def test_another_engine_in_the_file_names_those_there_are(tmp_path: Path) -> None:
    (tmp_path / "audit.toml").write_text('[engine]\nengine = "spark"\n')
    with pytest.raises(AuditError, match="engine is 'spark'; allowed: local, ray"):
        engine_config(PLAIN, 1)


def test_the_command_line_refuses_in_one_line_with_a_tip() -> None:
    done = CliRunner().invoke(main, ["run", "model", "data.csv", "--workers", "2"])
    assert done.exit_code == 1
    assert done.output == "Error: --workers is for --engine ray\nTip: Add --engine ray.\n"


def test_one_of_several_processes_cannot_use_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from auditor.config import SweepConfig
    from auditor.data.loading import load_dataset
    from auditor.pipeline import _hired

    monkeypatch.setenv("WORLD_SIZE", "2")
    (tmp_path / "data.csv").write_text("text,label\ngood,1\nbad,0\n")
    data = load_dataset(tmp_path / "data.csv")
    with (
        pytest.raises(AuditError, match="asked for in one of 2 processes"),
        _hired(EngineConfig("ray"), lambda _: None, data, SweepConfig(), None),  # type: ignore[arg-type,return-value]
    ):
        pass
