"""The step for GitHub Actions: its options are those of the commands, and its gate closes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.documented import EXAMPLES, ROOT, options, parse

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def test_the_workflow_gives_the_action_what_it_takes() -> None:
    workflow = yaml.safe_load((EXAMPLES / "github-workflow.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["audit"]["steps"]
    [given] = [step["with"] for step in steps if step.get("uses") == "./.audit"]
    needed = {name for name, one in ACTION["inputs"].items() if one.get("required")}
    assert needed <= set(given) <= set(ACTION["inputs"])
    parse(["run", given["model"], given["data"], *given["options"].split()])


def test_the_options_of_the_action_are_those_of_the_commands() -> None:
    named = 0
    for step in ACTION["runs"]["steps"]:
        for name in re.findall(r"^\s*audit ([a-z]+)", step.get("run", ""), re.MULTILINE):
            ways = set(re.findall(r"(?<![\w-])--[a-z-]+", step["run"]))
            assert ways <= options(name), f"audit {name} lacks {ways - options(name)}"
            named += len(ways)
    assert named >= 8
    said = ACTION["inputs"]["options"]["description"]
    assert set(re.findall(r"--[a-z-]+", said)) <= options("run")


def test_the_action_reads_inputs_as_variables_and_every_input_is_used() -> None:
    """An input that stood in a script would be run as a part of it."""
    steps = ACTION["runs"]["steps"]
    assert not [step for step in steps if "${{" in step.get("run", "")]
    elsewhere = str([{**step, "run": ""} for step in steps]) + str(ACTION["outputs"])
    for name in ACTION["inputs"]:
        assert f"inputs.{name} " in elsewhere


@pytest.mark.parametrize(("severity", "code"), [("high", 3), ("never", 0)])
def test_the_gate_of_the_action_closes_and_leaves_its_findings(
    severity: str, code: int, tmp_path: Path
) -> None:
    [script] = [step["run"] for step in ACTION["runs"]["steps"] if step.get("name") == "Gate"]
    (tmp_path / "report.json").write_bytes((ROOT / "reports" / "sample" / "report.json").read_bytes())
    given = {"OUT": str(tmp_path), "FAIL_ON": severity, "DECISIONS": "none.json", "MIN_POWER": ""}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        env=os.environ | given | {"PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == code, done.stderr
    assert ("::error" in done.stdout) == (code == 3)
    found = json.loads((tmp_path / "audit.sarif").read_text(encoding="utf-8"))
    assert found["runs"][0]["results"]
