"""Texts that are added to a run reuse all that is there, and the result is that of a run from nothing."""

from pathlib import Path

import pytest

from auditor.data.loading import load_dataset
from auditor.errors import AuditError
from auditor.sweep.store import EARLIER, RunStore
from tests.sweep.support import assert_whole, interrupted_after, run, shard_bytes, tampered, write_data


def forwards(store: RunStore) -> int:
    return int(store.manifest()["costs"]["forwards"])


def assert_same(left: RunStore, right: RunStore) -> None:
    """The same outcomes; scores differ in the last digits with the batches that texts shared."""
    for one, other in zip(left.outcomes(), right.outcomes(), strict=True):
        assert (one.id, one.row, one.gold, one.reason) == (other.id, other.row, other.gold, other.reason)
        ours, theirs = one.explanation, other.explanation
        assert ours is not None and theirs is not None
        assert (ours.set, ours.core, ours.status, ours.label) == (
            theirs.set, theirs.core, theirs.status, theirs.label,
        )  # fmt: skip
        assert ours.attributions == pytest.approx(theirs.attributions, abs=1e-5)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write_data(tmp_path / "texts.tsv", 20, extra=("good film", "good film", "dull plot"))


def test_a_raised_limit_computes_only_what_is_new(model: Path, table: Path, tmp_path: Path) -> None:
    small, large = load_dataset(table, limit=8), load_dataset(table, limit=17)
    assert {e.id for e in small.examples()} < {e.id for e in large.examples()}
    first = forwards(run(model, small, tmp_path / "out"))
    said: list[str] = []
    grown = run(model, large, tmp_path / "out", notify=said.append)
    anew = run(model, large, tmp_path / "anew")
    assert_same(grown, anew)
    assert forwards(grown) == forwards(anew) - first > 0
    assert said == ["8 texts of the earlier run in this folder are taken over"]
    assert not (grown.path / EARLIER).exists()
    assert run(model, large, tmp_path / "out").manifest()["complete"]


def test_a_longer_file_takes_over_a_run_that_was_killed_and_may_be_killed_itself(
    model: Path, table: Path, tmp_path: Path
) -> None:
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    short, out = tmp_path / "short.tsv", tmp_path / "out"
    short.write_text("".join(lines[:12]), encoding="utf-8")
    for data, calls in ((short, 12), (table, 14)):
        load = tampered(model, interrupted_after(calls, KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            run(model, data, out, load=load)
        assert RunStore(out).finished() > 0
    assert_whole(run(model, table, out), table)
    assert_same(RunStore(out), run(model, table, tmp_path / "anew"))


def test_another_run_is_refused_as_ever(model: Path, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(model, load_dataset(table, limit=8), out)
    kept = shard_bytes(out)
    with pytest.raises(AuditError, match="holds another run: data"):
        run(model, load_dataset(table, limit=4), out)
    with pytest.raises(AuditError, match="holds another run: data"):
        run(model, write_data(tmp_path / "other.tsv", 30, seed=5), out)
    assert shard_bytes(out) == kept


def test_fresh_forgets_what_was_set_aside(model: Path, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(model, load_dataset(table, limit=8), out)
    with pytest.raises(KeyboardInterrupt):
        run(model, table, out, load=tampered(model, interrupted_after(2, KeyboardInterrupt())))
    assert list((out / EARLIER).iterdir())
    run(model, load_dataset(table, limit=4), out, fresh=True)
    assert not (out / EARLIER).exists()
