"""Packed linear layers in a run: chosen once, remembered, and the same in every process that goes on."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from auditor.config import SweepConfig
from auditor.errors import AuditError
from auditor.model import packing
from auditor.model.packing import is_packed
from auditor.sweep.device import packs
from auditor.sweep.launch import launch
from auditor.sweep.store import RunStore
from tests.support import make_classifier
from tests.sweep.support import (
    SETTINGS,
    assert_whole,
    explanations,
    interrupted_after,
    loader,
    run,
    shard_bytes,
    tampered,
)

ROOT = Path(__file__).parents[2]
PACKED = replace(SETTINGS, packed="yes")
pytestmark = pytest.mark.skipif(
    not packing._can_pack(), reason="this torch cannot pack linear layers on this processor"
)


@pytest.fixture(scope="module")
def packed(model: Path, data: Path, tmp_path_factory: pytest.TempPathFactory) -> RunStore:
    return run(model, data, tmp_path_factory.mktemp("packed"), settings=PACKED)


def test_packed_layers_find_the_same_sets(packed: RunStore, finished: RunStore) -> None:
    assert packed.manifest()["packed"] is True
    assert finished.manifest()["packed"] is False  # so small a model is not faster packed
    for ours, plain in zip(explanations(packed), explanations(finished), strict=True):
        assert (ours.set, ours.core, ours.status) == (plain.set, plain.core, plain.status)
        assert np.allclose(ours.attributions, plain.attributions, atol=1e-4)
        assert ours.probability == pytest.approx(plain.probability, abs=1e-5)


def test_a_resume_goes_on_as_the_run_began_and_gives_its_bytes(
    model: Path, data: Path, packed: RunStore, tmp_path: Path
) -> None:
    load = tampered(model, interrupted_after(12, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        run(model, data, tmp_path, load=load, settings=PACKED)
    loaded = []

    def remembered(device: str) -> object:
        loaded.append(loader(model)(device))
        return loaded[0]

    store = run(model, data, tmp_path, load=remembered)
    assert is_packed(loaded[0].model)
    assert_whole(store, data)
    assert shard_bytes(tmp_path) == shard_bytes(packed.path)


def test_every_process_does_as_the_main_one_decided(
    model: Path, data: Path, packed: RunStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes go on with a packed run; each would choose plain layers by itself."""
    with pytest.raises(KeyboardInterrupt):
        run(
            model,
            data,
            tmp_path,
            load=tampered(model, interrupted_after(0, KeyboardInterrupt())),
            settings=PACKED,
        )
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    command = [sys.executable, "-m", "tests.sweep.support", str(model), str(data), str(tmp_path), "4", "0.02"]
    assert launch(command, 2) == 0
    assert shard_bytes(tmp_path) == shard_bytes(packed.path)


def test_another_choice_is_another_run(model: Path, data: Path, tmp_path: Path) -> None:
    plain = replace(SETTINGS, packed="no")
    run(model, data, tmp_path, settings=PACKED)
    with pytest.raises(AuditError, match="packed true there, false here"):
        run(model, data, tmp_path, settings=plain)
    assert run(model, data, tmp_path, settings=plain, fresh=True).manifest()["packed"] is False


def test_other_precisions_and_compiled_models_stay_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    classifier = make_classifier("bert", seed=3)
    monkeypatch.setattr("auditor.sweep.device.worthwhile", lambda model: True)  # noqa: ARG005
    assert packs(SweepConfig(), classifier)
    assert not packs(SweepConfig(compile=True), classifier)
    assert not packs(SweepConfig(mixed_precision="bf16"), classifier)
    assert not packs(SweepConfig(packed="no"), classifier)
    with pytest.raises(AuditError, match="packed"):
        SweepConfig(packed="perhaps")
