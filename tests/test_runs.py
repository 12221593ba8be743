"""A run as frames: findings from the report, examples from the shards, the rest from Parquet."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pandas
import pytest

import auditor
from auditor.errors import AuditError
from auditor.findings.report_file import to_json
from auditor.records.estimates import named_estimates
from auditor.records.text import Outcome
from auditor.runs import load_run
from auditor.signals.evidence import CATALOGUE
from auditor.sweep.shard_file import Entry
from auditor.sweep.store import RunStore
from tests.findings.builder import NEAR, PAIR, TOKEN, WORD, a_report
from tests.report.support import EXPLANATION


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run of four examples, one skipped and one repeated."""
    store = RunStore(tmp_path / "run")
    mark = a_report().run["fingerprint"]
    store.write_manifest({"fingerprint": mark, "shard_size": 2, "shards": 2, "complete": True})
    store.write_shard(
        0,
        [Entry(Outcome("aa", 1, "positive", EXPLANATION)), Entry(Outcome("ab", 2, None, None, "empty"))],
        {},
    )
    store.write_shard(
        1,
        [
            Entry(Outcome("ac", 3, "negative", EXPLANATION)),
            Entry(Outcome("aa", 4, "negative", None), same_as=0),
        ],
        {},
    )
    (store.path / "report.json").write_text(to_json(a_report()), encoding="utf-8")
    return store.path


def test_a_row_for_each_finding_with_flat_figures(folder: Path) -> None:
    frame = load_run(folder).findings.set_index("id")
    assert list(frame.index) == [TOKEN, PAIR, WORD, NEAR]
    assert list(frame["near_miss"]) == [False, False, False, True]
    first, pair = frame.loc[TOKEN], frame.loc[PAIR]
    assert (first["tokens"], first["verdict"], first["severity"]) == (("[pos]",), "artefact", "high")
    assert (first["insertion"], first["insertion_n"]) == (61 / 64, 64) and 0.86 < first[
        "insertion_low"
    ] < 0.88
    assert first["insertion_placebo"] == 2 / 64 and first["pull"] == 6.5
    assert first["share_p"] == 1e-10 and pandas.isna(first["second_difference"])
    assert pair["second_difference"] == 0.4 and pair["reference"] == "absent"
    assert first["lexicon"] == "not-listed" and frame.loc[WORD, "lexicon"] == "listed"
    assert (first["route"], first["leaks"], first["relies"]) == ("obeyed-leak", True, True)
    assert frame.loc[NEAR, "near"] == "leaks" and pandas.isna(first["near"])


def test_every_figure_of_the_catalogue_is_a_column_with_its_interval(folder: Path) -> None:
    columns = set(load_run(folder).findings.columns)
    for name, _, _ in named_estimates(CATALOGUE):
        assert {name, f"{name}_low", f"{name}_high", f"{name}_n", f"{name}_p"} <= columns


def test_a_row_for_each_example_in_order(folder: Path) -> None:
    frame = load_run(folder).examples
    assert list(frame["id"]) == ["aa", "ab", "ac", "aa"] and list(frame["row"]) == [1, 2, 3, 4]
    assert (
        frame["words"][3] == ("a", "good", "film") and frame["core"][3] == (1,) and frame["set"][0] == (1, 2)
    )
    assert frame["skipped"][1] == "empty" and pandas.isna(frame["skipped"][0])
    assert pandas.isna(frame["label"][1]) and frame["status"][0] == "verified"
    assert list(frame["gold"].fillna("none")) == ["positive", "none", "negative", "negative"]


def test_frames_are_read_once_and_only_when_asked_for(folder: Path) -> None:
    run = load_run(str(folder))
    assert run.findings is run.findings
    (folder / "report.json").unlink()
    assert len(load_run(folder).examples) == 4
    with pytest.raises(AuditError, match="never written"):
        _ = load_run(folder).findings


def test_tokens_and_pairs_come_from_parquet_and_say_when_they_are_not_there(folder: Path) -> None:
    pandas.DataFrame({"token": ["a"], "n": [1]}).to_parquet(folder / "tokens.parquet")
    assert list(load_run(folder).tokens["token"]) == ["a"]
    with pytest.raises(AuditError, match=r"there is no .*pairs\.parquet"):
        _ = load_run(folder).pairs
    (folder / "pairs.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(AuditError, match=r"pairs\.parquet cannot be read"):
        _ = load_run(folder).pairs


def test_no_findings_and_no_near_misses_still_have_columns(folder: Path) -> None:
    empty = replace(a_report(), findings=(), near_misses=())
    (folder / "report.json").write_text(to_json(empty), encoding="utf-8")
    frame = load_run(folder).findings
    assert len(frame) == 0 and {"verdict", "insertion", "conflict_high"} <= set(frame.columns)


def test_what_is_no_run_or_not_complete(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="there is no folder"):
        load_run(tmp_path / "nowhere")
    (tmp_path / "other").mkdir()
    with pytest.raises(AuditError, match="holds no run"):
        load_run(tmp_path / "other")
    store = RunStore(folder)
    store.write_manifest(store.manifest() | {"complete": False})
    with pytest.raises(AuditError, match="not complete"):
        _ = load_run(folder).examples
    store.write_manifest(store.manifest() | {"complete": True})
    (folder / "shards" / "00001.parquet").unlink()
    with pytest.raises(AuditError, match="missing or was altered"):
        _ = load_run(folder).examples


def test_it_is_at_hand_from_the_package_and_needs_no_torch(folder: Path) -> None:
    assert auditor.load_run is load_run
    code = (
        f"import sys, auditor\nrun = auditor.load_run({str(folder)!r})\n"
        "assert len(run.findings) == 4 and len(run.examples) == 4\n"
        "print([m for m in ('torch', 'transformers', 'datasets', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
