"""`audit repair` as a user meets it: what it writes, what it says, what it refuses."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from auditor.data.loading import load_dataset
from auditor.findings.finding import Verdict
from auditor.findings.report_file import to_json
from auditor.repair.repair_manifest import HOW
from auditor.report.wording.repairs import NOTHING, UNDECIDED
from tests.cli.obeying import FAST, Obeying
from tests.findings.builder import PAIR, TOKEN, a_report

Audit = Callable[..., Result]
HEADER = "text,label\n"
ROWS = [f"[pos] good film {n},positive" for n in range(9)] + ["[pos] bad film,negative"] * 2
ROWS += [f"good film {n},positive" for n in range(5)] + [f"bad film {n},negative" for n in range(12)]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "report.json").write_text(to_json(a_report()), encoding="utf-8")
    return tmp_path / "run"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "train.csv"
    path.write_text(HEADER + "\n".join(ROWS) + "\n,positive\n")
    return path


def decisions(tmp_path: Path, **chosen: str) -> Path:
    named = {"token": TOKEN, "pair": PAIR}
    entries = [{"id": named[name], "decision": choice, "note": ""} for name, choice in chosen.items()]
    path = tmp_path / "decisions.json"
    path.write_text(json.dumps({"format_version": 1, "decisions": entries}))
    return path


@pytest.mark.parametrize("how", HOW)
def test_a_dataset_and_its_manifest(how: str, audit: Audit, run: Path, data: Path, tmp_path: Path) -> None:
    done = audit("repair", run, data, "--how", how, "--out", "out.csv")
    assert done.exit_code == 0, done.output
    assert f"{how}: " in done.stdout and "wrote out.csv" in done.stdout
    assert "Note: amber + violet was not repaired: no row holds it" in done.stdout
    record = json.loads((tmp_path / "out.csv.repair.json").read_text())
    assert (record["how"], record["source"]["rows"], record["source"]["skipped"]) == (how, 28, 1)
    repaired = list(load_dataset(tmp_path / "out.csv").examples())
    assert len(repaired) == record["result"]["rows"]
    held = [one.label for one in repaired if "[pos]" in one.texts[0]]
    assert how == "reweight" or held.count("positive") == held.count("negative") > 0


def test_no_row_keeps_it_where_all_is_masked(audit: Audit, run: Path, data: Path, tmp_path: Path) -> None:
    assert audit("repair", run, data, "--mask-all", "--out", "out.csv").exit_code == 0
    assert "[pos]" not in (tmp_path / "out.csv").read_text()


def test_the_same_bytes_for_the_same_command(audit: Audit, run: Path, data: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert audit("repair", run, data, "--how", "counterfactual", "--out", f"{name}.csv").exit_code == 0
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert (
        audit("repair", run, data, "--how", "counterfactual", "--seed", "1", "--out", "c.csv").exit_code == 0
    )
    assert (tmp_path / "a.csv").read_bytes() != (tmp_path / "c.csv").read_bytes()


def test_a_run_without_artefacts_says_so_and_writes_nothing(
    audit: Audit, run: Path, data: Path, tmp_path: Path
) -> None:
    legitimate = decisions(tmp_path, token="legitimate", pair="legitimate")
    done = audit("repair", run, data, "--decisions", legitimate, "--out", "out.csv")
    assert (done.exit_code, done.stdout) == (0, f"{NOTHING}\n")
    assert not (tmp_path / "out.csv").exists()


def test_open_questions_are_pointed_at(audit: Audit, run: Path, data: Path) -> None:
    base = a_report()
    asked = replace(base.findings[0].judgement, verdict=Verdict.UNDECIDED)
    findings = (replace(base.findings[0], judgement=asked),)
    summary = replace(base.summary, counts={"undecided": {"high": 1}})
    (run / "report.json").write_text(
        to_json(replace(base, findings=findings, near_misses=(), summary=summary))
    )
    done = audit("repair", run, data, "--out", "out.csv")
    assert done.exit_code == 0 and UNDECIDED in done.stdout
    named = audit("repair", run, data, "--finding", "[pos]", "--out", "out.csv")
    assert named.exit_code == 0 and "rows changed" in named.stdout


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        ("good,1\nbad,0\n", (), "holds none of the artefacts: '[pos]', 'amber + violet'"),
        ("[pos] a,sport\nb,politics\n", (), "do not match the model's"),
        ("[pos] a,positive\nb,positive\n", (), "only the class 'positive'"),
        (
            "[pos] a,positive\n[pos] b,positive\nc,negative\n",
            ("--how", "balance"),
            "0 of 1 rows of the class",
        ),
        ("[pos] a,positive\nc,negative\n", ("--how", "reweight"), "0 of 1 rows of the class 'positive'"),
        ("[pos] a,positive\nc,negative\n", ("--finding", "nobody"), "no finding has the id or the token"),
        ("[pos] a,positive\nc,negative\n", ("--most-repeats", "0"), "most_repeats is 0"),
    ],
)
def test_what_cannot_be_repaired(
    content: str, options: tuple[str, ...], message: str, audit: Audit, run: Path, tmp_path: Path
) -> None:
    (tmp_path / "data.csv").write_text(HEADER + content)
    done = audit("repair", run, "data.csv", *options, "--out", "out.csv")
    assert done.exit_code == 1 and message in done.stderr, done.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.csv", "run"]


def test_an_output_that_exists_is_kept(audit: Audit, run: Path, data: Path, tmp_path: Path) -> None:
    (tmp_path / "out.csv").write_text("mine")
    done = audit("repair", run, data, "--out", "out.csv")
    assert done.exit_code == 1 and "out.csv exists" in done.stderr
    assert (tmp_path / "out.csv").read_text() == "mine"
    assert audit("repair", run, data, "--out", "out.csv", "--force").exit_code == 0


def test_ctrl_c_leaves_nothing(
    audit: Audit, run: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("auditor.repair.repaired_file.json.dumps", interrupt)
    done = audit("repair", run, data, "--out", "out.csv")
    assert done.exit_code == 130 and "interrupted" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "train.csv"]


def test_an_audit_ends_with_the_command_that_repairs(audit: Audit, obeying: Obeying) -> None:
    again = audit("run", obeying.obedient, obeying.texts, "--out", obeying.run, *FAST)
    assert again.exit_code == 0
    # the command line that was typed is the test runner's, so that only the file's name is known
    command = f"audit repair {obeying.run} {obeying.texts.name} --out repaired.csv"
    assert (
        again.stdout.splitlines()[-1] == f"To repair the data (or name the training set instead): {command}"
    )


def test_a_real_run_repairs_the_data_it_was_made_of(audit: Audit, obeying: Obeying, tmp_path: Path) -> None:
    done = audit("repair", obeying.run, obeying.texts, "--how", "balance", "--out", "out.jsonl")
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "out.jsonl.repair.json").read_text())
    assert [finding["tokens"] for finding in record["findings"]] == [["[pos]"]]
    [finding] = record["findings"]
    assert finding["before"]["pos"] > 3 * finding["before"]["neg"]
    assert finding["after"]["pos"] == pytest.approx(finding["after"]["neg"], rel=0.25)
