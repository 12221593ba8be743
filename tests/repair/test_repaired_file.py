"""A repaired dataset on disk: every format, both files or neither."""

import hashlib
import json
from pathlib import Path

import pytest

from auditor.data.loading import load_dataset
from auditor.data.row_weights import read_weights
from auditor.errors import AuditError
from auditor.records.codec import decode
from auditor.repair.repair_manifest import Manifest
from auditor.repair.repaired_file import check_free_for, manifest_path, write_repaired
from auditor.repair.repairing import manifest, mend, planned
from tests.findings.builder import a_report
from tests.repair.support import LABELS, examples

ROWS = examples(
    *[(f"[pos] good, \"film\" {n}", "pos") for n in range(4)], ("[pos] bad film", "neg"),
    *[(f"bad\tfilm é {n}", "neg") for n in range(4)],
)  # fmt: skip


def written(path: Path, how: str = "mask") -> tuple[Manifest, list[str]]:
    plan = planned(a_report(), path, how=how)
    mended = mend(plan, ROWS, LABELS, "rows")
    write_repaired(path, mended.result, manifest(plan, mended, {"source": "rows"}))
    record = decode(Manifest, json.loads(manifest_path(path).read_text(encoding="utf-8")))
    return record, [row.example.texts[0] for row in mended.result.rows]


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".parquet"])
def test_what_is_written_is_read_again(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"repaired{suffix}"
    record, texts = written(path)
    data = load_dataset(path, header="yes" if suffix in (".csv", ".tsv") else "auto")
    assert [example.texts[0] for example in data.examples()] == texts
    assert data.fingerprint == record.result["fingerprint"]
    assert record.result["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_weights_are_a_column_that_training_reads(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"weighted{suffix}"
    record, _ = written(path, "reweight")
    weights = read_weights(path, "weight")
    assert list(weights) == list(range(1, 10)) and sum(weights.values()) == pytest.approx(9, abs=1e-4)
    assert record.changes == {}


def test_an_output_that_exists_or_cannot_be_written_is_refused_first(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    check_free_for(path, force=False)
    manifest_path(path).write_text("there")
    with pytest.raises(AuditError, match=r"repair\.json exists"):
        check_free_for(path, force=False)
    check_free_for(path, force=True)
    with pytest.raises(AuditError, match=r"cannot write out\.xls"):
        check_free_for(tmp_path / "out.xls", force=False)
    with pytest.raises(AuditError, match="there is no folder"):
        check_free_for(tmp_path / "none" / "out.csv", force=False)


def test_nothing_is_left_where_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Ctrl-C in the middle, as the second of the two files is made."""

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("auditor.repair.repaired_file.json.dumps", interrupt)
    with pytest.raises(KeyboardInterrupt):
        written(tmp_path / "out.csv")
    assert list(tmp_path.iterdir()) == []
