"""An audit that is stopped at any step goes on where it was: search, interventions, canaries, report."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from auditor.config import SweepConfig
from auditor.data.loading import load_dataset
from auditor.findings.report import Report
from auditor.model.classifier import Classifier
from auditor.model.journal import FOLDER
from auditor.pipeline import run_audit
from tests.signals.support import QUICK
from tests.sweep.support import CONFIG


def audited(classifier: Classifier, data: Path, out: Path) -> Report:
    """An audit with canaries."""
    found = run_audit(
        lambda _: classifier,
        load_dataset(data),
        out=out,
        name="bag",
        method=CONFIG,
        sweeping=SweepConfig(shard_size=64),
        evidence=replace(QUICK, power="quick"),
        device="cpu",
    )
    assert found is not None
    return replace(found, run={}, summary=replace(found.summary, name=""))


class Computed:
    """Batches that a network computes; from `stop` on it is interrupted."""

    def __init__(self) -> None:
        self.count, self.stop = 0, -1

    def wrap(self, plain: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            if self.count == self.stop:
                self.stop = -1
                raise KeyboardInterrupt
            self.count += 1
            return plain(*arguments)

        return counted


@pytest.fixture
def computed(obedient: Classifier, monkeypatch: pytest.MonkeyPatch) -> Computed:
    found = Computed()
    for name in ("_logits", "_gradients"):
        monkeypatch.setattr(obedient, name, found.wrap(getattr(obedient, name)))
    return found


@pytest.fixture
def _still_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    return


@pytest.mark.usefixtures("_still_clock")
def test_interventions_and_canaries_go_on_where_they_were(
    obedient: Classifier, table: Path, tmp_path: Path, computed: Computed
) -> None:
    whole = audited(obedient, table, tmp_path / "whole")
    total, steps = computed.count, set()
    assert whole.power is not None and whole.power.trials
    for share in (0.55, 0.75, 0.97):
        out, stop = tmp_path / str(share), int(share * total)
        computed.count, computed.stop = 0, stop
        with pytest.raises(KeyboardInterrupt):
            audited(obedient, table, out)
        steps |= {file.name.split("-")[0] for file in (out / FOLDER).iterdir()}
        computed.count = 0
        assert audited(obedient, table, out) == whole
        assert 0 < computed.count <= total - stop
    assert {"interventions", "canaries"} <= steps
