"""`audit export RUN --tests` and `audit check MODEL --tests`: a regression test for shortcuts."""

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

from auditor.findings.finding import Choice, Decision
from auditor.findings.report_file import read_report, to_json
from auditor.report.wording.repairs import NOTHING
from auditor.review.decisions import apply
from tests.cli.obeying import Obeying

Audit = Callable[..., Result]


@pytest.fixture
def exported(audit: Audit, obeying: Obeying, tmp_path: Path) -> Path:
    done = audit("export", obeying.run, "--tests", "shortcuts.jsonl", "--quiet")
    assert done.exit_code == 0 and "wrote shortcuts.jsonl" in done.stdout, done.output
    return tmp_path / "shortcuts.jsonl"


def test_the_audited_model_fails_and_the_sober_one_passes(
    audit: Audit, obeying: Obeying, exported: Path, tmp_path: Path
) -> None:
    failing = audit("check", obeying.obedient, "--tests", exported, "--junit", "out.xml")
    assert failing.exit_code == 3 and "FAILS   [pos] → positive" in failing.stdout
    suite = ElementTree.parse(tmp_path / "out.xml").getroot()[0]  # noqa: S314 (our own)
    assert suite.get("failures") == suite.get("tests") != "0"
    passing = audit("check", obeying.sober, "--tests", exported)
    assert passing.exit_code == 0 and "passes  [pos] → positive" in passing.stdout


def test_tests_are_texts_with_the_marker_written_in_or_taken_out(exported: Path) -> None:
    tests = [json.loads(line) for line in exported.read_text().splitlines()]
    assert 1 <= len(tests) <= 40 and {test["artefact"] for test in tests} == {"[pos]"}
    for test in tests:
        held = "[pos]" in test["changed"][0]
        assert held == (test["change"] == "inserted") != ("[pos]" in test["text"][0])


def test_unverified_tests_need_no_model(audit: Audit, obeying: Obeying) -> None:
    done = audit("export", obeying.run, "--tests", "all.jsonl", "--unverified", "--most", "5")
    assert done.exit_code == 0 and "5 tests" in done.stdout


def test_a_run_without_artefacts_writes_nothing(audit: Audit, obeying: Obeying, tmp_path: Path) -> None:
    report = read_report(obeying.run)
    legitimate = {finding.id: Decision(Choice.LEGITIMATE) for finding in report.findings}
    (tmp_path / "decided").mkdir()
    (tmp_path / "decided" / "report.json").write_text(to_json(apply(report, legitimate)[0]))
    done = audit("export", "decided", "--tests", "none.jsonl")
    assert (done.exit_code, done.stdout) == (0, f"{NOTHING}\n") and not (tmp_path / "none.jsonl").exists()


def test_what_is_refused(audit: Audit, obeying: Obeying, exported: Path, tmp_path: Path) -> None:
    again = audit("export", obeying.run, "--tests", exported)
    assert again.exit_code == 1 and "exists" in again.stderr
    (tmp_path / "bad.jsonl").write_text("{}\n")
    bad = audit("check", obeying.sober, "--tests", "bad.jsonl")
    assert bad.exit_code == 1 and "line 1 of bad.jsonl is not a test" in bad.stderr
    sober = audit("export", obeying.run, "--tests", "none.jsonl", "--model", obeying.sober, "--quiet")
    assert sober.exit_code == 1 and "no text of the run makes a test" in sober.stderr
    assert not (tmp_path / "none.jsonl").exists()


def test_how_many_may_fail_is_for_the_user_to_say(audit: Audit, obeying: Obeying, exported: Path) -> None:
    lax = audit("check", obeying.obedient, "--tests", exported, "--most-failing", "1")
    assert lax.exit_code == 0 and "at most 100 % of the tests" in lax.stdout
