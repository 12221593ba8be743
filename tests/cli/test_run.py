"""`audit run` as a user meets it: a sweep, its summary, and going on with it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from pyarrow import parquet

from auditor.config import EvidenceConfig
from auditor.findings.report_file import read_report
from auditor.signals.association import Association
from auditor.signals.lexicon import Lexicon
from auditor.signals.reference import Reference
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
    assert "few-texts" in {caution.code for caution in report.quality.cautions}
    again = audit("run", model_path, data, "--out", "out", *FAST)
    assert again.exit_code == 0 and again.stdout == result.stdout


def test_dry_run_writes_nothing(audit: Audit, model_path: Path, data: Path, tmp_path: Path) -> None:
    result = audit("run", model_path, data, "--out", "out", "--dry-run", *FAST, "--power", "quick")
    assert result.exit_code == 0, result.output
    assert "10 examples" in result.stdout and "gradient evaluations" in result.stdout
    expected = EvidenceConfig().forwards
    assert f"about {expected} forward evaluations of interventions" in result.stdout
    assert "a made-up word in 1 % of the texts would come out with probability 0.00" in result.stdout
    silent = audit("run", model_path, data, "--out", "out", "--dry-run", *FAST, "--power", "off")
    assert silent.exit_code == 0 and "made-up" not in silent.stdout
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


def test_the_sample_follows_the_seed_of_the_settings_file(
    audit: Audit, model_path: Path, data: Path, tmp_path: Path
) -> None:
    """The seed is that of all that is drawn, wherever it was set."""
    sampled = {}
    for out, more in (("flag", ("--seed", "5")), ("file", ()), ("default", ())):
        (tmp_path / "audit.toml").write_text("[cidr]\nseed = 5\n" if out == "file" else "")
        assert audit("run", model_path, data, "--out", out, "--limit", "4", *more, *FAST).exit_code == 0
        sampled[out] = {outcome.id for outcome in RunStore(tmp_path / out).outcomes()}
    assert sampled["flag"] == sampled["file"] != sampled["default"]


@pytest.fixture
def opinions(tmp_path: Path) -> Path:
    """Thirty labelled texts, enough for tests to have something to say."""
    words = ("film", "movie", "story", "plot", "actor", "script")
    verdicts = ("was bad dull", "was good fun")
    rows = [
        f"the {words[n % 6]} {verdicts[n % 2]} {words[n // 6]} {'so' * (n % 3)},{n % 2}" for n in range(30)
    ]
    path = tmp_path / "opinions.csv"
    path.write_text("text,label\n" + "\n".join(rows) + "\n")
    return path


def test_gate_fails_after_the_report_is_written(
    audit: Audit, model_path: Path, opinions: Path, tmp_path: Path
) -> None:
    command = ("run", model_path, opinions, "--out", "out", *FAST)
    assert audit(*command).exit_code == 0
    finding = read_report(tmp_path / "out").findings[0]
    decisions = {
        "format_version": 1,
        "decisions": [{"id": finding.id, "decision": "artefact", "note": "leak"}],
    }
    (tmp_path / "decisions.json").write_text(json.dumps(decisions))
    failed = audit(*command, "--decisions", "decisions.json", "--fail-on", "low")
    assert failed.exit_code == 3 and "fail the gate" in failed.stderr
    assert read_report(tmp_path / "out").findings[0].decision is not None
    assert audit(*command, "--decisions", "decisions.json").exit_code == 0


def test_redacted_run_leaves_no_word_of_the_dataset(
    audit: Audit, model_path: Path, opinions: Path, tmp_path: Path
) -> None:
    plain = audit("run", model_path, opinions, "--out", "plain", *FAST)
    assert plain.exit_code == 0, plain.output
    result = audit("run", model_path, opinions, "--out", "out", "--redact", *FAST)
    assert result.exit_code == 0, result.output
    secrets = ("was good fun", "was bad dull", "actor", "“dull”", "script")
    left = {
        file.name: [word for word in secrets if word.encode() in file.read_bytes()]
        for file in (tmp_path / "out").rglob("*")
        if file.is_file()
    }
    assert {"index.html", "report.json", "summary.md", "run.json"} <= left.keys()
    prose = {"index.html": ["script"]}  # the page's own <script> element
    assert {name: found for name, found in left.items() if found} in ({}, prose)
    assert not list((tmp_path / "out").rglob("*.parquet"))
    assert not [word for word in secrets[:4] if word in result.stdout]
    assert any("was bad dull" in file.read_text() for file in (tmp_path / "plain").glob("report.json"))


def test_without_labels_there_is_no_association(
    audit: Audit, model_path: Path, opinions: Path, tmp_path: Path
) -> None:
    texts = [line.rsplit(",", 1)[0] for line in opinions.read_text().splitlines()]
    (tmp_path / "bare.csv").write_text("\n".join(texts) + "\n")
    result = audit("run", model_path, "bare.csv", "--out", "out", *FAST)
    assert result.exit_code == 0, result.output
    assert "no label column" in result.stderr
    report = read_report(tmp_path / "out")
    assert not report.summary.has_labels
    assert all(f.judgement.leaks is None for f in report.findings)
    assert all(f.evidence.of(Association).share.estimate is None for f in report.findings)
    assert "no-labels" in {caution.code for caution in report.quality.cautions}


def test_reference_and_lexicon_are_evidence(
    audit: Audit, model_path: Path, opinions: Path, tmp_path: Path
) -> None:
    (tmp_path / "words.txt").write_text("# the task\ngood\nbad\n")
    result = audit(
        *("run", model_path, opinions, "--out", "out", *FAST),
        *("--reference", opinions, "--lexicon", "words.txt"),
    )
    assert result.exit_code == 0, result.output
    found = read_report(tmp_path / "out").findings
    tokens = [finding.evidence for finding in found if finding.kind == "token"]
    assert tokens and all(one.of(Reference).answer != "none" for one in tokens)
    assert {one.of(Lexicon).answer for one in tokens} <= {"listed", "not-listed"}


def test_a_reference_with_other_labels_is_refused_before_the_sweep(
    audit: Audit, model_path: Path, opinions: Path, tmp_path: Path
) -> None:
    (tmp_path / "other.csv").write_text("text,label\na good film,fine\na bad film,poor\n")
    result = audit("run", model_path, opinions, "--out", "out", "--reference", "other.csv", *FAST)
    assert result.exit_code == 1 and "reference other.csv" in result.stderr
    assert not list((tmp_path / "out").glob("shards/*"))


def test_a_broken_injection_manifest_is_named(audit: Audit, model_path: Path, opinions: Path) -> None:
    opinions.with_name("opinions.csv.injection.json").write_text("{}")
    result = audit("run", model_path, opinions, "--out", "out", *FAST)
    assert result.exit_code == 1 and "opinions.csv.injection.json" in result.stderr


def many(tmp_path: Path) -> Path:
    """Two thousand short texts: more than a plan for one word in five asks for."""
    words = ("film", "movie", "story", "plot", "actor")
    rows = [f"the {words[n % 5]} {n} is {'good' if n % 2 else 'bad'},{n % 2}" for n in range(2000)]
    path = tmp_path / "many.csv"
    path.write_text("text,label\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_a_dry_run_names_the_plan_and_what_it_leaves_out(
    audit: Audit, model_path: Path, data: Path, tmp_path: Path
) -> None:
    line = ("run", model_path, many(tmp_path), "--out", "out", "--dry-run", "--power", "off", *FAST)
    found = audit(*line, "--find", "0.2:0.9:0.5", "--processes", "2")
    assert found.exit_code == 0, found.output
    planned = re.search(r"Plan: (\d+) of 2,000 different texts", found.stdout)
    assert planned is not None and int(planned[1]) < 400
    assert f"{planned[1]} examples (0 repeated)" in found.stdout
    assert (
        "A word in 0.2 of the texts that turns 0.9 of the others is found with probability 0." in found.stdout
    )
    assert "Not planned for: the 2,00" in found.stdout
    assert "with 1 process\n" in found.stdout and "with 4 processes\n" in found.stdout
    assert "2,000 examples" in audit(*line, "--all").stdout
    assert "Plan: all 10 different texts" in audit("run", model_path, data, "--dry-run", *FAST).stdout


def test_a_planned_run_keeps_its_weights_and_says_so(audit: Audit, model_path: Path, tmp_path: Path) -> None:
    line = ("run", model_path, many(tmp_path), "--out", "out", "--power", "off", *FAST, "--shard-size", "64")
    assert audit(*line, "--find", "0.5:0.9:0.5", "--candidates", "0").exit_code == 0
    report = read_report(tmp_path / "out")
    weights = parquet.read_table(tmp_path / "out" / "sample.parquet").to_pydict()
    assert len(weights["id"]) == report.summary.texts == report.run["data"]["plan"]["texts"] < 400
    assert min(weights["weight"]) >= 1.0 and sum(weights["weight"]) > 1000
    assert "planned" in {caution.code for caution in report.quality.cautions}
    assert "sample.parquet" in (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "options",
    [("--find", "0.1:0.5", "--all"), ("--limit", "5", "--all"), ("--limit", "5", "--find", "0.1:0.5")],
)
def test_one_statement_of_how_many_texts(
    audit: Audit, model_path: Path, data: Path, options: tuple[str, ...]
) -> None:
    result = audit("run", model_path, data, *options, *FAST)
    assert result.exit_code == 1 and "contradict each other" in result.stderr


def test_a_goal_that_makes_no_sense(audit: Audit, model_path: Path, data: Path) -> None:
    result = audit("run", model_path, data, "--find", "often", *FAST)
    assert result.exit_code == 1 and "SHARE:EFFECT" in result.stderr
