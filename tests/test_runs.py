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
from auditor.review.gate import failing
from auditor.runs import _grouped, load_run
from auditor.signals.evidence import CATALOGUE
from auditor.sweep.shard_file import Entry
from auditor.sweep.store import RunStore
from auditor.verdicts.tables import PAIR_COLUMNS, TOKEN_COLUMNS
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


def test_a_row_for_each_finding_with_a_group_of_columns_for_each_signal(folder: Path) -> None:
    frame = load_run(folder).findings.set_index("id")
    assert list(frame.index) == [TOKEN, PAIR, WORD, NEAR]
    assert list(frame["near_miss"]) == [False, False, False, True]
    first, pair = frame.loc[TOKEN], frame.loc[PAIR]
    own = frame[["tokens", "verdict", "severity", "route", "leaks", "relies"]].loc[TOKEN].tolist()
    assert own == [("[pos]",), "artefact", "high", "obeyed-leak", True, True]
    inserted = first["insertion"]
    assert (inserted["rate"], inserted["rate_n"]) == (61 / 64, 64) and 0.86 < inserted["rate_low"] < 0.88
    assert inserted["placebo"] == 2 / 64 and inserted["pull"] == 6.5
    assert first["association", "share_p"] == 1e-10
    assert pandas.isna(first["interaction", "second_difference"])
    assert pair["interaction", "second_difference"] == 0.4 and pair["reference", "answer"] == "absent"
    answers = frame["lexicon"]["answer"]
    assert answers[TOKEN] == "not-listed" and answers[WORD] == "listed"
    assert frame["near"][NEAR] == "leaks" and pandas.isna(frame["near"][TOKEN])
    assert frame[frame.verdict == "artefact"]["tokens"].tolist()[:2] == [("[pos]",), ("amber", "violet")]


def test_every_figure_of_the_catalogue_is_a_column_with_its_interval_and_no_column_is_there_twice(
    folder: Path,
) -> None:
    columns = load_run(folder).findings.columns
    assert columns.is_unique
    groups = [group for group, name in columns if name]
    assert not {group for group, name in columns if not name} & set(groups)
    figures = len(list(named_estimates(CATALOGUE)))
    for ending in ("_low", "_high", "_n", "_p"):
        assert sum(name.endswith(ending) for group, name in columns if group in groups) == figures


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
    flat = {"token": ["a"], "n": [1], "association_p": [0.5], "sets_needing": [3], "first_field": [0]}
    pandas.DataFrame(flat).to_parquet(folder / "tokens.parquet")
    tokens = load_run(folder).tokens
    assert list(tokens["token"]) == ["a"] and list(tokens["association"]["p"]) == [0.5]
    assert list(tokens["reliance"].columns) == ["needing"] and list(tokens["first_field"]) == [0]
    with pytest.raises(AuditError, match=r"there is no .*pairs\.parquet"):
        _ = load_run(folder).pairs
    (folder / "pairs.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(AuditError, match=r"pairs\.parquet cannot be read"):
        _ = load_run(folder).pairs


def test_no_findings_and_no_near_misses_still_have_columns(folder: Path) -> None:
    empty = replace(a_report(), findings=(), near_misses=())
    (folder / "report.json").write_text(to_json(empty), encoding="utf-8")
    frame = load_run(folder).findings
    assert len(frame) == 0 and {("verdict", ""), ("harm", "conflict_high")} <= set(frame.columns)


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


def test_every_column_of_the_tables_has_a_place_of_its_own() -> None:
    for names in (TOKEN_COLUMNS, PAIR_COLUMNS):
        grouped = _grouped(pandas.DataFrame(columns=list(names)))
        assert grouped.columns.is_unique and len(grouped.columns) == len(names)
        plain = {group for group, name in grouped.columns if not name}
        assert not plain & {group for group, name in grouped.columns if name}


def test_it_shows_itself_in_a_terminal_and_in_a_notebook(folder: Path) -> None:
    run = load_run(folder)
    shown = repr(run).splitlines()
    assert shown[0].startswith("Run(") and "Do not use this model yet" in shown[1]
    page = run._repr_html_()
    assert "<code>[pos]</code>" in page and "<script" not in page and "style" not in page


def test_the_page_is_written_alone_or_with_all_that_belongs_to_it(folder: Path, tmp_path: Path) -> None:
    run = load_run(folder)
    alone = run.report(tmp_path / "pages" / "page.html")
    assert alone == tmp_path / "pages" / "page.html" and [p.name for p in alone.parent.iterdir()] == [
        "page.html"
    ]
    whole = run.report(str(tmp_path / "all"))
    assert whole.read_text(encoding="utf-8") == alone.read_text(encoding="utf-8")
    assert sorted(path.name for path in whole.parent.iterdir()) == ["index.html", "report.json", "summary.md"]


def test_the_gate_and_the_difference(folder: Path) -> None:
    run = load_run(folder)
    assert [finding.id for finding in run.check("high")] == [f.id for f in failing(run.content, "high")]
    assert run.check("high") and run.check("never") == ()
    with pytest.raises(AuditError, match="fail-on is 'sometimes'"):
        run.check("sometimes")
    assert run.diff(run).empty and run.diff(str(folder)).empty
    with pytest.raises(AuditError, match="there is no folder"):
        run.diff("nowhere")


def test_it_is_at_hand_from_the_package_and_needs_no_torch(folder: Path) -> None:
    assert auditor.load_run is load_run
    code = (
        f"import sys, auditor\nrun = auditor.load_run({str(folder)!r})\n"
        "assert len(run.findings) == 4 and len(run.examples) == 4\n"
        "print([m for m in ('torch', 'transformers', 'datasets', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_findings_and_differences_are_lines_and_not_pages(folder: Path) -> None:
    run = load_run(folder)
    [failed] = run.check("high")
    assert repr(failed) == f"high   artefact          [pos] → positive  [{TOKEN}]"
    later = replace(a_report(), findings=a_report().findings[1:])
    (folder.parent / "later").mkdir()
    (folder.parent / "later" / "report.json").write_text(to_json(later), encoding="utf-8")
    assert repr(run.diff(folder.parent / "later")) == f"gone     {failed!r}"
    assert repr(run.diff(run)) == "no difference"
