"""The documentation is true: commands, options, links and the verdict rule's figures are the code's."""

import os
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import click
import pytest

from auditor.cli.main import COMMANDS
from auditor.config import SECTIONS, CidrConfig, EvidenceConfig, RuleConfig
from auditor.findings.report_file import to_json
from auditor.report.numbers import share_of
from auditor.runs import Run, load_run
from handbook.pages import slug
from tests.documented import PAGES, ROOT, command, command_lines, in_blocks, in_prose, options, parse
from tests.findings.builder import TOKEN, a_report
from tests.support import make_model, make_tokenizer

LINKED = (*PAGES, ROOT / "examples" / "README.md")
FOREIGN = {"--cpu", "--num_processes", "--node_rank", "--conflicting"}
"""Options of Accelerate and of a benchmark."""
EVERY_OPTION = {way for name in COMMANDS for way in options(name)}


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_command_lines_in_code_blocks_parse(page: Path) -> None:
    for arguments in in_blocks(text(page)):
        try:
            parse(arguments)
        except click.UsageError as error:
            pytest.fail(f"audit {' '.join(arguments)}: {error.format_message()}")


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_options_named_with_a_command_are_its_own(page: Path) -> None:
    for name, named in in_prose(text(page)):
        assert set(named) <= options(name), f"audit {name} lacks {set(named) - options(name)}"


@pytest.mark.parametrize(
    "page", [page for page in LINKED if page.name != "benchmarks.md"], ids=lambda p: p.name
)
def test_options_in_the_running_text_exist(page: Path) -> None:
    """The page of benchmarks names options of the benchmarks themselves."""
    spans = re.findall(r"`(--[a-z][a-z_-]*)[^`]*`", text(page))
    assert {span for span in spans if span not in EVERY_OPTION} <= FOREIGN


def test_every_command_is_in_the_table_of_the_readme() -> None:
    readme = text(ROOT / "README.md")
    listed = re.findall(r"^\| `audit ([a-z]+)` \|", readme, re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_in_help_parse(name: str) -> None:
    lines = [line.strip() for line in (command(name).help or "").splitlines() if f" {name} " in line]
    shown = [arguments for line in lines for arguments in command_lines(line)]
    assert shown or name == "demo"
    for arguments in shown:
        parse(arguments)


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_links_to_files_of_the_project_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text(page)):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_links_to_a_place_in_a_page_lead_to_a_heading(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#([^)]+)\)", text(page)):
        if "://" not in target:
            linked = page.parent / target if target else page
            headings = re.findall(r"^#+ (.+)$", text(linked), re.MULTILINE)
            assert anchor in {slug(heading) for heading in headings}, f"{target}#{anchor}"


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its paths are made: a tiny model, a few reviews, and a finished run."""
    make_model("bert", seed=3).save_pretrained(tmp_path / "path" / "to" / "model")
    make_tokenizer("bert").save_pretrained(tmp_path / "path" / "to" / "model")
    rows = [f"{n} a {('good', 'bad')[n % 2]} film,{n % 2}" for n in range(24)]
    (tmp_path / "reviews.csv").write_text("\n".join(["text,label", *rows]), encoding="utf-8")
    run = tmp_path / "reports" / "model-reviews"
    run.mkdir(parents=True)
    (run / "report.json").write_text(to_json(a_report()), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    [block] = re.findall(r"```python\n(.*?)```", text(ROOT / "README.md"), re.DOTALL)
    space: dict[str, object] = {}
    exec(compile(block, "README.md", "exec"), space)  # noqa: S102 (the project's own file)
    assert (tmp_path / "audit.html").exists() and isinstance(space["run"], Run)
    assert [finding.id for finding in load_run(run).check("high")] == [TOKEN]


def test_the_completion_line_of_the_readme_completes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from auditor.cli.main import main; main(prog_name='audit')"],
        env=os.environ | {"_AUDIT_COMPLETE": "bash_source"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_audit_completion" in done.stdout and 'eval "$(_AUDIT_COMPLETE=bash_source audit)"' in text(
        ROOT / "README.md"
    )


def test_files_named_in_the_architecture_exist() -> None:
    page = text(ROOT / "docs" / "architecture.md")
    names = set(re.findall(r"`([a-z_]+\.py)`", page))
    known = {path.name for path in (ROOT / "auditor").rglob("*.py")}
    assert names and names <= known, names - known


def test_the_method_page_names_the_tables_of_the_settings() -> None:
    [listed] = re.findall(r"`audit\.toml` \(tables ([^)]*)\)", text(ROOT / "docs" / "method.md"))
    assert listed == ", ".join(f"`[{name}]`" for name in SECTIONS)


def test_the_method_page_has_the_thresholds_of_the_rule() -> None:
    page = text(ROOT / "docs" / "method.md")
    rule = page[page.index("## The verdict rule") : page.index("## Every default")]
    for name, value in asdict(RuleConfig()).items():
        assert f"{value:g}" in rule or share_of(value) in rule, name


@pytest.mark.parametrize(
    ("row", "values"),
    [
        ("`--beta`", [CidrConfig().beta]),
        ("`--epsilon`", [CidrConfig().epsilon]),
        ("`--rounds`", [CidrConfig().rounds]),
        ("`--threshold`", [CidrConfig().threshold]),
        ("`--steps`", [CidrConfig().steps, CidrConfig().tolerance]),
        ("`--removal-steps`", [CidrConfig().removal_steps, CidrConfig.quick().removal_steps]),
        ("`--forward-budget`", [CidrConfig().forward_budget]),
        ("`--leading`", [CidrConfig().leading, CidrConfig.quick().leading]),
        ("`--candidates`", [EvidenceConfig().candidates, EvidenceConfig().pairs]),
        ("deletions", [EvidenceConfig().deletions, EvidenceConfig().insertions, EvidenceConfig().together]),
        ("permutations", [EvidenceConfig().permutations]),
    ],
)
def test_the_defaults_on_the_method_page_are_those_of_the_code(row: str, values: list[float]) -> None:
    lines = text(ROOT / "docs" / "method.md").splitlines()
    [line] = [line for line in lines if line.startswith(f"| {row}")]
    shown = re.findall(r"\d+(?:\.\d+)?", line.split("|")[2])
    assert shown == [f"{value:g}" for value in values]


def test_the_exit_codes_of_the_readme_are_those_of_help() -> None:
    from auditor.cli.main import main

    readme = " ".join(text(ROOT / "README.md").split())
    for code in ("0 done", "1 error", "2 wrong usage", "130 interrupted"):
        assert code in readme and code in (main.help or "")
    assert re.search(r"\b3 the gate failed", readme)


PROMISES = re.findall(r"^\| (.+) \| `(tests/[^`]+)` \|$", text(ROOT / "docs" / "security.md"), re.MULTILINE)


def test_every_promise_of_security_has_a_test_beside_it() -> None:
    rows = [line for line in text(ROOT / "docs" / "security.md").splitlines() if line.startswith("| ")]
    assert len(PROMISES) == len([row for row in rows if row != "| promise | test |"]) > 20


@pytest.mark.parametrize(("promise", "named"), PROMISES, ids=[named for _, named in PROMISES])
def test_the_test_of_a_promise_is_there(promise: str, named: str) -> None:
    path, _, function = named.partition("::")
    assert re.search(rf"^def {function}\(", text(ROOT / path), re.MULTILINE), promise
