"""Ray itself: two machines on this one, of one core each, on 127.0.0.1; one is lost in the middle.

Elsewhere the fleet is tested with a stand-in for Ray (`test_ray_fleet.py`).
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from auditor.cli.main import main
from auditor.config import EngineConfig, SweepConfig
from auditor.data.loading import load_dataset
from auditor.errors import AuditError
from auditor.findings.report import Report
from auditor.model.classifier import Classifier
from auditor.model.open_model import FromPath, Wish
from auditor.pipeline import run_audit
from auditor.sweep import ray_fleet
from auditor.sweep.ray_cluster import cluster
from auditor.sweep.ray_fleet import ModelFiles, hired
from auditor.sweep.ray_worker import Loading
from auditor.sweep.store import RunStore
from tests.signals.support import QUICK, write_texts
from tests.sweep.support import CONFIG, loader, run, shard_bytes, slowed

ray = pytest.importorskip("ray")

ROOT = Path(__file__).parents[2]
TABLES = ("tokens.parquet", "pairs.parquet", "groups.parquet")
NICENESS = "RAY_worker_niceness"


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """A cluster of two machines of one core each."""
    from ray.cluster_utils import Cluster

    own = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "include_dashboard": False}
    handler = signal.getsignal(signal.SIGTERM)
    os.environ[NICENESS] = "0"  # else workers starve beside other tests
    cluster = Cluster(initialize_head=True, connect=False, head_node_args=own)
    cluster.own = own
    try:
        cluster.second = cluster.add_node(**own)
        yield cluster
    finally:
        cluster.shutdown()
        del os.environ[NICENESS]
        signal.signal(signal.SIGTERM, handler)  # a machine that is added sets one of its own


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_texts(tmp_path_factory.mktemp("texts") / "texts.tsv", 60)


@pytest.fixture(scope="module")
def saved(obedient: Classifier, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model in a directory."""
    folder = tmp_path_factory.mktemp("saved")
    obedient.model.save_pretrained(folder)
    obedient.tokenizer.save_pretrained(folder)
    return folder


def audited(load: Any, data: Path, out: Path, **options: Any) -> Report:
    """An audit with all its steps; what only clocks and names decide is left out."""
    found = run_audit(
        load,
        load_dataset(data),
        out=out,
        method=CONFIG,
        sweeping=SweepConfig(shard_size=4, joining=30),
        evidence=replace(QUICK, candidates=8, power="full"),
        **options,
    )
    assert found is not None
    return replace(found, run={}, summary=replace(found.summary, name=""))


class Weather:
    """Kills the second machine when some texts of the sweep are done, and brings another when more are."""

    def __init__(self, machines: Any) -> None:
        self.machines, self.what, self.done = machines, "", 0

    def start(self, what: str, total: int | None) -> None:  # noqa: ARG002
        self.what, self.done = what, 0

    def advance(self, count: int = 1) -> None:
        before, self.done = self.done, self.done + count
        if self.what == "examples" and before < 8 <= self.done:
            self.machines.remove_node(self.machines.second, allow_graceful=False)
        if self.what == "examples" and before < 24 <= self.done:
            self.machines.second = self.machines.add_node(**self.machines.own)

    def finish(self) -> None:
        return


def test_a_machine_is_lost_and_another_comes_and_the_bytes_are_those_of_one_process(
    saved: Path, texts: Path, tmp_path: Path, machines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    heard = signal.getsignal(signal.SIGTERM)
    said: list[str] = []
    alone, many = tmp_path / "alone", tmp_path / "many"
    expected = audited(loader(saved), texts, alone, device="cpu")
    engine = EngineConfig("ray", machines.address)
    weather = {"progress": Weather(machines), "notify": said.append}
    found = audited(slowed(loader(saved), 0.02), texts, many, engine=engine, **weather)
    assert found == expected
    assert found.power is not None and found.power.trials
    assert shard_bytes(many) == shard_bytes(alone) and len(shard_bytes(many)) == 15
    assert all((many / name).read_bytes() == (alone / name).read_bytes() for name in TABLES)
    assert signal.getsignal(signal.SIGTERM) is heard and not ray.is_initialized()
    assert "RAY_USAGE_STATS_ENABLED" not in os.environ
    assert not [line for line in said if "Warning" in line]


@dataclass(frozen=True)
class Trouble:
    """Loads a model that kills its process once, and runs out of memory over one word."""

    model: Path
    flag: Path
    word: str = ""

    def __call__(self, device: str) -> Classifier:
        classifier = loader(self.model)(device)
        plain, encode = classifier.logits, classifier.encode

        def logits(rows: Any) -> Any:
            if not self.flag.exists():
                self.flag.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return plain(rows)

        def encoded(*texts: str) -> Any:
            if self.word and self.word in texts[0].split():
                raise MemoryError
            return encode(*texts)

        if "driver" not in os.environ.get("AUDIT_TEST_PLACE", ""):
            classifier.logits, classifier.encode = logits, encoded  # type: ignore[method-assign]
        return classifier


@pytest.fixture
def swept(model: Path, data: Path, tmp_path: Path, machines: Any) -> Callable[..., RunStore]:
    """A sweep by so many workers, which load the model as they are told."""

    def by(workers: int, load: Any, notify: Callable[[str], Any]) -> RunStore:
        settings = EngineConfig("ray", machines.address, workers=workers)
        with hired(settings, load, most=4, wait=30, notify=notify) as fleet:
            return run(model, data, tmp_path / "out", load=load, fleet=fleet)

    return by


def test_a_worker_that_dies_and_a_text_that_takes_all_memory_cost_no_other_text_its_set(
    model: Path, data: Path, finished: RunStore, tmp_path: Path, swept: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    [poison] = [one for one in load_dataset(data).examples() if one.texts[0].startswith("9 ")]
    load = Trouble(model, tmp_path / "died", word="9")
    monkeypatch.setenv("AUDIT_TEST_PLACE", "driver")
    said: list[str] = []
    store = swept(2, load, said.append)
    found, expected = list(store.outcomes()), list(finished.outcomes())
    for own, other in zip(found, expected, strict=True):
        if own.id == poison.id:
            assert own.explanation is None and own.reason == "out of memory for a single row"
        else:
            assert own.explanation is not None and other.explanation is not None
            assert own.explanation.set == other.explanation.set
    whole = [0, 1, 3]  # the shard of that text was cut, so that its batches are others
    assert [store.shard_path(n).read_bytes() for n in whole] == [
        finished.shard_path(n).read_bytes() for n in whole
    ]
    assert (tmp_path / "died").exists() and said == []


def test_the_files_of_a_model_are_sent_to_a_machine_that_has_none(
    model: Path, finished: RunStore, tmp_path: Path, swept: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = ModelFiles.loading

    def elsewhere(files: ModelFiles, device: str) -> Loading:
        return replace(plain(files, device), folder=str(tmp_path / "not here"))

    monkeypatch.setattr(ModelFiles, "loading", elsewhere)
    load = FromPath(str(model), Wish())
    store = swept(1, load, pytest.fail)
    assert shard_bytes(store.path) == shard_bytes(finished.path)


def test_a_worker_whose_core_is_taken_is_asked_for_elsewhere(
    model: Path, finished: RunStore, swept: Any, machines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_fleet, "PLACED_WITHIN", 5.0)
    with cluster(EngineConfig("ray", machines.address)):
        first = min(node["NodeID"] for node in ray.nodes() if node["Alive"])
        there = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(first, soft=False)
        other = ray.remote(Weather).options(num_cpus=1, scheduling_strategy=there).remote(None)
        ray.get(other.finish.remote())
        store = swept(1, loader(model), pytest.fail)
    assert shard_bytes(store.path) == shard_bytes(finished.path)


def test_a_cluster_of_another_version_is_refused(machines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "__version__", "2.61.0")
    with (
        pytest.raises(AuditError, match="has other versions than this machine: Ray: 2"),
        cluster(EngineConfig("ray", machines.address)),
    ):
        pass
    assert not ray.is_initialized()


def test_a_gpu_that_no_machine_has_is_said_at_once(machines: Any) -> None:
    settings = EngineConfig("ray", machines.address, gpus_per_worker=1)
    with (
        pytest.raises(AuditError, match="no machine of the Ray cluster has 1 GPU for a worker"),
        hired(settings, len, most=1, wait=1, notify=len),  # type: ignore[arg-type]
    ):
        pass


def stored(out: Path) -> dict[str, bytes]:
    """The shards' contents by name, without a file that is being written."""
    return {file.name: file.read_bytes() for file in (out / "shards").glob("[0-9]*.parquet")}


def test_sigterm_ends_the_command_and_one_process_goes_on(
    saved: Path, texts: Path, tmp_path: Path, machines: Any
) -> None:
    own = ["--shard-size", "2", "--power", "off", "--candidates", "4", "--out", str(tmp_path / "out")]
    command = ["run", str(saved), str(texts), "--all", *own]
    running = subprocess.Popen(
        [sys.executable, "-m", "auditor", *command, "--engine", "ray", "--address", machines.address],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, cwd=ROOT,
    )  # fmt: skip
    while running.poll() is None and len(stored(tmp_path / "out")) < 2:
        time.sleep(0.01)
    running.send_signal(signal.SIGTERM)
    said = running.communicate(timeout=60)[1]
    assert running.returncode == 143, said
    assert "interrupted; what was finished is kept" in said and "--engine ray" in said.splitlines()[-1]
    kept = stored(tmp_path / "out")
    assert 2 <= len(kept) < 30
    done = CliRunner().invoke(main, [*command, "--quiet"])
    assert done.exit_code == 0, done.output
    there = stored(tmp_path / "out")
    assert len(there) == 30 and all(there[name] == content for name, content in kept.items())
