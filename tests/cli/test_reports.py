"""The commands on a finished audit: report, show, check and diff."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from auditor.cli.check import FORMATS
from auditor.findings.finding import Choice, Decision, Severity
from auditor.findings.report import Report
from auditor.findings.report_file import read_report, to_json
from auditor.review.redaction import redact
from tests.findings.builder import NEAR, PAIR, TOKEN, WORD, a_report
from tests.report.powers import a_power

Audit = Callable[..., Result]


def saved(folder: Path, content: Report) -> Path:
    folder.mkdir()
    (folder / "report.json").write_text(to_json(content), encoding="utf-8")
    return folder


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return saved(tmp_path / "run", a_report())


@pytest.fixture
def decisions(tmp_path: Path) -> Path:
    """The artefact is legitimate, the task word is not, and there is one finding that nobody knows."""
    entries = [(TOKEN, "legitimate"), (WORD, "artefact"), ("unheard-of", "unsure")]
    listed = [{"id": id_, "decision": decision, "note": ""} for id_, decision in entries]
    path = tmp_path / "decisions.json"
    path.write_text(json.dumps({"format_version": 1, "decisions": listed}))
    return path


def test_report_writes_three_files_in_place_or_elsewhere(audit: Audit, run: Path, tmp_path: Path) -> None:
    done = audit("report", run)
    assert done.exit_code == 0, done.output
    assert sorted(Path(line).name for line in done.stdout.split()) == [
        "index.html",
        "report.json",
        "summary.md",
    ]
    assert read_report(run) == a_report()
    assert audit("report", run / "report.json", "--out", tmp_path / "other").exit_code == 0
    assert (tmp_path / "other" / "index.html").read_bytes() == (run / "index.html").read_bytes()


def test_report_takes_decisions_and_warns_of_unknown_ones(audit: Audit, run: Path, decisions: Path) -> None:
    done = audit("report", run, "--decisions", decisions)
    assert done.exit_code == 0 and "Warning: the decision on 'unheard-of'" in done.stderr
    found = {finding.id: finding.decision for finding in read_report(run).findings}
    assert found[TOKEN] == Decision(Choice.LEGITIMATE) and found[WORD] == Decision(Choice.ARTEFACT)


def test_redact_leaves_no_word_in_any_file_it_writes(audit: Audit, tmp_path: Path) -> None:
    run = saved(tmp_path / "run", a_report("zyxwv"))
    done = audit("report", run, "--redact", "--out", tmp_path / "shared")
    assert done.exit_code == 0 and done.stderr == ""
    files = list((tmp_path / "shared").iterdir())
    assert len(files) == 3
    for file in files:
        assert "zyxwv" not in file.read_text(encoding="utf-8").casefold()
    assert read_report(run) == a_report("zyxwv")


def test_redact_says_where_words_are_still_to_be_found(audit: Audit, run: Path) -> None:
    (run / "shards").mkdir()
    done = audit("report", run, "--redact")
    assert done.exit_code == 0 and "still in shards" in done.stderr
    assert read_report(run) == redact(a_report())


@pytest.fixture
def strict(tmp_path: Path) -> Path:
    """Settings under which nothing is more than chance."""
    path = tmp_path / "strict.toml"
    path.write_text("[rule]\nlevel = 0.0\ndecides = 1.0\n", encoding="utf-8")
    return path


def test_report_judges_again_and_says_so(audit: Audit, run: Path, strict: Path, tmp_path: Path) -> None:
    done = audit("report", run, "--config", strict, "--out", tmp_path / "again")
    assert done.exit_code == 0, done.output
    assert "strict.toml: level 0.05 → 0.0, decides 0.5 → 1.0" in done.stderr
    assert "3 of 3 findings changed verdict or severity" in done.stderr
    again = read_report(tmp_path / "again")
    assert again.judged_again and again.rule["level"] == 0.0
    verdicts = {finding.id: finding.verdict.value for finding in again.findings}
    assert verdicts == dict.fromkeys((TOKEN, PAIR, WORD), "nothing")
    assert again.summary.counts == {"nothing": {"low": 3}}
    assert again.summary.artefact_texts is None  # a count of the old verdicts
    assert (again.quality.planted[0].finding, again.quality.planted[0].verdict) == (None, "nothing")
    assert {f.id: f.evidence for f in again.findings} == {f.id: f.evidence for f in a_report().findings}
    assert read_report(run) == a_report()
    assert audit("check", tmp_path / "again").exit_code == 0


def test_the_rule_that_a_report_has_changes_nothing_but_says_so(
    audit: Audit, run: Path, tmp_path: Path
) -> None:
    (tmp_path / "same.toml").write_text("[rule]\n")
    done = audit("report", run, "--config", tmp_path / "same.toml", "--out", tmp_path / "again")
    assert "the same thresholds" in done.stderr and "0 of 3 findings changed" in done.stderr
    again = read_report(tmp_path / "again")
    assert again.judged_again and again.summary == a_report().summary
    assert [f.judgement for f in again.findings] == [f.judgement for f in a_report().findings]


def test_judged_again_and_redacted(audit: Audit, run: Path, strict: Path, tmp_path: Path) -> None:
    done = audit("report", run, "--config", strict, "--redact", "--out", tmp_path / "shared")
    assert done.exit_code == 0, done.output
    shared = read_report(tmp_path / "shared")
    assert shared.redacted and shared.judged_again
    assert not {"[pos]", "amber"} & {token for finding in shared.findings for token in finding.tokens}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[rule]\nlevl = 0.1\n", "Did you mean 'level'"),
        ("[rule]\nlevel = 2\n", "level is 2"),
        ("[rule", "TOML"),
    ],
)
def test_a_rule_that_cannot_be_used_changes_nothing(
    audit: Audit, run: Path, tmp_path: Path, content: str, said: str
) -> None:
    (tmp_path / "bad.toml").write_text(content)
    done = audit("report", run, "--config", tmp_path / "bad.toml")
    assert done.exit_code == 1 and said in done.stderr and done.stdout == ""
    assert [file.name for file in run.iterdir()] == ["report.json"]


@pytest.mark.parametrize(("fail_on", "failed"), [("high", [TOKEN]), ("low", [TOKEN, PAIR]), ("never", [])])
def test_check_exits_with_3_and_lists_what_failed(
    audit: Audit, run: Path, fail_on: str, failed: list[str]
) -> None:
    done = audit("check", run, "--fail-on", fail_on)
    assert done.exit_code == (3 if failed else 0)
    assert [id_ for id_ in (TOKEN, PAIR, WORD, NEAR) if id_ in done.stdout] == failed
    if failed:
        assert "61 of 64" in done.stdout  # the sentence of the finding


def test_check_counts_decisions(audit: Audit, run: Path, decisions: Path) -> None:
    assert audit("check", run).exit_code == 3
    done = audit(
        "check", run, "--decisions", decisions
    )  # what was decided to be an artefact is judged as one
    assert done.exit_code == 3 and WORD in done.stdout and TOKEN not in done.stdout
    content = json.loads(decisions.read_text())
    content["decisions"] = [one for one in content["decisions"] if one["id"] == TOKEN]
    decisions.write_text(json.dumps(content))
    assert audit("check", run, "--decisions", decisions).exit_code == 0


def test_diff_lists_new_gone_and_changed(audit: Audit, run: Path, tmp_path: Path) -> None:
    assert audit("diff", run, run).stdout == "no difference\n"
    base = a_report()
    [first, *_] = base.findings
    milder = replace(first, judgement=replace(first.judgement, severity=Severity.LOW))
    new = saved(
        tmp_path / "new",
        replace(base, findings=(milder, base.findings[1], base.near_misses[0]), near_misses=()),
    )
    done = audit("diff", run, new)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("new ") and NEAR in lines[0] and "was a near miss" in lines[0]
    assert lines[1].startswith("gone ") and WORD in lines[1]
    assert lines[2].startswith("changed ") and lines[3].strip() == "severity high → low"
    found = json.loads(audit("diff", run, new, "--json").stdout)
    assert [f["id"] for f in found["gone"]] == [WORD] and found["near_misses_in_the_other"] == [NEAR]


def test_show_by_token_id_and_prefix(audit: Audit, run: Path) -> None:
    shown = audit("show", run, "[pos]")
    assert shown.exit_code == 0 and "a «[pos]» ‹film›" in shown.stdout
    assert audit("show", run, TOKEN).stdout == audit("show", run, TOKEN[:3]).stdout == shown.stdout
    [found] = json.loads(audit("show", run, "amber+violet", "--json").stdout)
    assert found["id"] == PAIR and found["evidence"]["interaction"]["second_difference"]["estimate"] == 0.4


def test_show_lists_several_matches_or_all(audit: Audit, run: Path) -> None:
    several = audit("show", run, "a1")
    assert several.exit_code == 0 and len(several.stdout.splitlines()) == 2
    assert "(near miss)" in several.stdout and "2 findings match 'a1'" in several.stderr
    assert len(audit("show", run).stdout.splitlines()) == 4
    unknown = audit("show", run, "ambr")
    assert unknown.exit_code == 1 and "Tip: Did you mean 'amber'" in unknown.stderr


def bad_runs(folder: Path) -> dict[str, str]:
    """Run directories that cannot be used, and what is to be said of each."""
    text = to_json(a_report())
    broken = {
        "edited": text.replace('"severity": "high"', '"severity": "hihg"', 1),
        "other-version": text.replace('"format_version": 2', '"format_version": 7'),
        "version-1": '{"format_version": 1, "findings": []}',
        "cut": text[: len(text) // 2],
    }
    for name, content in broken.items():
        (folder / name).mkdir()
        (folder / name / "report.json").write_text(content, encoding="utf-8")
    for name in ("empty", "incomplete"):
        (folder / name).mkdir()
    (folder / "incomplete" / "run.json").write_text('{"format": 1, "complete": false}')
    return {
        "edited": "findings[0].judgement.severity is 'hihg'; it must be one of high, medium, low",
        "other-version": "format_version 7; this version of audit reads 2",
        "version-1": "format_version 1; this version of audit reads 2",
        "cut": "not complete JSON",
        "empty": "holds no run",
        "incomplete": "a run without a report (report.json): it is not complete",
        "nowhere": "there is no",
    }


@pytest.mark.parametrize("command", ["report", "check", "show", "diff"])
def test_a_run_that_cannot_be_used_is_one_line_and_a_tip(
    audit: Audit, tmp_path: Path, run: Path, command: str
) -> None:
    for name, said in bad_runs(tmp_path).items():
        arguments = [run, tmp_path / name] if command == "diff" else [tmp_path / name]
        done = audit(command, *arguments)
        assert done.exit_code == 1 and done.stdout == ""
        error, tip = done.stderr.splitlines()
        assert error.startswith("Error: ") and said in error, name
        assert tip.startswith("Tip: "), name


def test_decisions_that_cannot_be_used_change_nothing(audit: Audit, run: Path, tmp_path: Path) -> None:
    (tmp_path / "decisions.json").write_text("[]")
    for command in ("report", "check"):
        done = audit(command, run, "--decisions", tmp_path / "decisions.json")
        assert done.exit_code == 1 and "holds no decisions" in done.stderr
    assert [file.name for file in run.iterdir()] == ["report.json"]


def test_the_commands_import_nothing_heavy(tmp_path: Path) -> None:
    run = saved(tmp_path / "run", a_report())
    shared, settings = str(tmp_path / "shared"), tmp_path / "strict.toml"
    settings.write_text("[rule]\nlevel = 0.01\n")
    for arguments in (
        ["report"],
        ["report", "--redact", "--out", shared],
        ["report", "--config", str(settings), "--out", shared],
        ["report", "--card", "--out", shared],
        ["check"],
        *(["check", "--format", form] for form in FORMATS),
        ["show"],
        ["diff", str(run)],
    ):
        code = (
            f"import sys\nfrom auditor.cli.main import main\n"
            f"try:\n    main({[*arguments, str(run)]!r})\nexcept SystemExit as end:\n    code = end.code\n"
            "heavy = ('torch', 'transformers', 'datasets', 'scipy', 'pandas')\n"
            "print(code, [m for m in heavy if m in sys.modules])"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == f"{3 if arguments[0] == 'check' else 0} []", done.stderr


def test_check_fails_where_the_audit_was_too_weak(audit: Audit, tmp_path: Path) -> None:
    strong = saved(tmp_path / "strong", replace(a_report(), power=a_power()))
    gate = ("check", strong, "--fail-on", "never", "--min-power", "0.8")
    weak = audit(*gate)
    assert (
        weak.exit_code == 3 and "in 1 % of the texts would have come out with probability 0.41" in weak.stdout
    )
    assert "too weak, --min-power 0.8" in weak.stdout
    passed = audit(*gate, "--at", "0.02")
    assert passed.exit_code == 0 and "probability 0.93" in passed.stdout and "too weak" not in passed.stdout
    unknown = audit(
        "check", saved(tmp_path / "other", a_report()), "--fail-on", "never", "--min-power", "0.8"
    )
    assert unknown.exit_code == 3 and "power was not measured" in unknown.stdout
    assert audit("check", strong, "--fail-on", "never").exit_code == 0
    both = audit("check", strong, "--min-power", "0.8")
    assert both.exit_code == 3 and "(--fail-on high)" in both.stdout and "--min-power 0.8" in both.stdout


def answers(path: Path, *ids: str) -> Path:
    listed = [{"id": id_, "decision": "artefact", "note": "we checked"} for id_ in ids]
    path.write_text(json.dumps({"format_version": 1, "decisions": listed}))
    return path


def test_a_report_is_signed_off_and_a_change_breaks_the_signature(
    audit: Audit, run: Path, tmp_path: Path
) -> None:
    grave = [one.id for one in a_report().findings if one.severity is not Severity.LOW]
    given = ("--decisions", answers(tmp_path / "decisions.json", *grave), "--final", "--reviewer", "Ada B.")
    done = audit("report", run, *given)
    assert done.exit_code == 0, done.output
    assert "Signed off by Ada B. on 20" in done.stdout and "(evidence sha256 " in done.stdout
    for file in ("index.html", "summary.md"):
        assert "Signed off by Ada B." in (run / file).read_text(encoding="utf-8")
    assert "we checked" in (run / "index.html").read_text(encoding="utf-8")
    again = audit("report", run)
    assert again.exit_code == 0 and again.stderr == ""
    assert "Signed off by Ada B." in (run / "index.html").read_text(encoding="utf-8")
    changed = audit("report", run, "--decisions", answers(tmp_path / "other.json", WORD))
    assert "Warning: the signature of Ada B." in changed.stderr and "is not valid" in changed.stderr
    for file in ("index.html", "summary.md"):
        text = (run / file).read_text(encoding="utf-8")
        assert "The signature of Ada B." in text and "Signed off by" not in text
    assert "is not valid" in audit("check", run, "--fail-on", "never").stderr
    assert "is not valid" in audit("show", run).stderr
    audit("report", run, *given)
    assert audit("check", run, "--fail-on", "never").stderr == ""


def test_what_is_open_cannot_be_signed_and_a_signature_needs_a_name(audit: Audit, run: Path) -> None:
    refused = audit("report", run, "--final", "--reviewer", "Ada")
    assert refused.exit_code == 1 and "still open" in refused.stderr and "Tip:" in refused.stderr
    assert not (run / "index.html").exists()
    for options in (("--final",), ("--reviewer", "Ada")):
        assert "needs both --final and --reviewer" in audit("report", run, *options).stderr
