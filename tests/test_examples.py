"""The examples: every one is well-formed, and the quick ones run; `make examples` runs them all."""

import ast
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner

from auditor.cli.main import main
from auditor.runs import load_run
from tests.documented import EXAMPLES, ROOT, command_lines, in_python, parse
from tests.support import make_model, make_tokenizer

SCRIPTS = sorted(EXAMPLES.glob("*.py"))
SHELL = sorted(EXAMPLES.glob("*.sh"))
YAML = [*sorted(EXAMPLES.glob("*.yml")), *sorted(EXAMPLES.glob("accelerate/*.yaml"))]
SLURM = sorted(EXAMPLES.glob("slurm/*.sbatch"))
RAY = sorted(EXAMPLES.glob("ray/*.sh"))
QUICK = ("quickstart.py", "pandas_results.py", "prompted_model.py")
"""Those that only need a model and an audit to be there."""
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def lines_of(path: Path) -> list[list[str]]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return list(in_python(text))
    if path.name.endswith(".yml"):
        steps = yaml.safe_load(text)["jobs"]["audit"]["steps"]
        text = "\n".join(step.get("run", "") for step in steps)
    return list(command_lines(text))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_compile(path: Path) -> None:
    compile(path.read_text(encoding="utf-8"), path.name, "exec")


@pytest.mark.parametrize("path", SHELL, ids=lambda path: path.name)
def test_shell_scripts_have_no_syntax_error_and_stop_at_the_first_failure(path: Path) -> None:
    subprocess.run(["sh", "-n", path], check=True)
    assert "\nset -eu\n" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [*SCRIPTS, *SHELL, *YAML, *SLURM, *RAY], ids=lambda path: path.name)
def test_command_lines_parse(path: Path) -> None:
    found = lines_of(path)
    assert found or path.name in QUICK
    for arguments in found:
        try:
            parse(arguments)
        except click.UsageError as error:
            pytest.fail(f"audit {' '.join(arguments)}: {error.format_message()}")


def test_the_readme_lists_every_example() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in (*SCRIPTS, *SHELL, *YAML, *SLURM, *RAY, *NOTEBOOKS):
        assert str(path.relative_to(EXAMPLES)) in readme


@pytest.mark.parametrize(("name", "machines", "processes"), [("gpus", 1, 4), ("two_machines", 2, 16)])
def test_accelerate_takes_its_files(name: str, machines: int, processes: int) -> None:
    from accelerate.commands.config.config_args import load_config_from_file

    config = load_config_from_file(str(EXAMPLES / "accelerate" / f"{name}.yaml"))
    assert (config.num_machines, config.num_processes) == (machines, processes)
    assert str(config.distributed_type).endswith("MULTI_GPU")


@pytest.mark.parametrize("path", SLURM, ids=lambda path: path.name)
def test_slurm_scripts_stop_at_the_first_failure(path: Path) -> None:
    subprocess.run(["bash", "-n", path], check=True)
    assert "\nset -eu\n" in path.read_text(encoding="utf-8")


def test_a_task_of_the_slurm_array_audits_its_line(made: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (tmp_path / "audits.txt").write_text(f"no such line\n{made}/model {made}/planted.csv {out}\n")
    done = in_slurm(tmp_path, "array.sbatch", "audits.txt", SLURM_ARRAY_TASK_ID="2")
    assert done.returncode == 0, done.stderr
    assert (out / "report.json").exists()


def test_two_machines_of_slurm_make_one_audit(made: Path, tmp_path: Path) -> None:
    """`srun` starts the task once for each machine; here both are this one."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    machines = {"SLURM_JOB_NUM_NODES": "2", "SLURM_JOB_NODELIST": "two", "GPUS": "1", "PORT": str(port)}
    arguments = [str(made / "model"), str(made / "planted.csv"), str(tmp_path / "out")]
    more = machines | {"GLOO_SOCKET_IFNAME": "lo", "CUDA_VISIBLE_DEVICES": ""}
    done = in_slurm(tmp_path, "machines.sbatch", *arguments, **more)
    assert done.returncode == 0, done.stderr
    assert [one["processes"] for one in load_run(tmp_path / "out").content.run["sessions"]] == [2]


@pytest.mark.parametrize("path", RAY, ids=lambda path: path.name)
def test_ray_scripts_stop_at_the_first_failure(path: Path) -> None:
    subprocess.run(["bash", "-n", path], check=True)
    assert "\nset -eu\n" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["head"], {"head": True, "port": 6379, "block": True, "include_dashboard": False}),
        (["10.0.0.1:6379", "--num-cpus", "8"], {"address": "10.0.0.1:6379", "num_cpus": 8, "block": True}),
    ],
)
def test_ray_takes_the_lines_that_start_a_machine(
    arguments: list[str], expected: dict[str, object], tmp_path: Path
) -> None:
    """They are not carried out: a cluster of several machines listens to the network."""
    pytest.importorskip("ray")
    from ray.scripts.scripts import start

    (tmp_path / "ray").write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    (tmp_path / "ray").chmod(0o755)
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", EXAMPLES / "ray" / "machines.sh", *arguments],
        env=os.environ | path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    said = done.stdout.split()
    assert said[0] == "start"
    found = start.make_context("start", said[1:]).params
    assert {name: found[name] for name in expected} == expected


def test_a_ray_job_audits_on_its_cluster(made: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    (tmp_path / "audit").write_text(f'#!/bin/sh\nexec {sys.executable} -m auditor "$@"\n')
    (tmp_path / "audit").chmod(0o755)
    own = {"num_cpus": 1, "node_ip_address": "127.0.0.1", "include_dashboard": False}
    handler = signal.getsignal(signal.SIGTERM)
    cluster = Cluster(initialize_head=True, head_node_args=own)
    try:
        paths = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
        out = tmp_path / "out"
        done = subprocess.run(
            ["sh", EXAMPLES / "ray" / "job.sh", made / "model", made / "planted.csv", out],
            env=os.environ | paths | {"RAY_ADDRESS": cluster.address},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    finally:
        cluster.shutdown()
        signal.signal(signal.SIGTERM, handler)  # the cluster sets one of its own
    assert done.returncode == 0, done.stderr
    assert [one["engine"] for one in load_run(out).content.run["sessions"]] == ["ray"]
    for part in ("tokens.parquet", "shards/00000.parquet"):
        assert (out / part).read_bytes() == (made / "audit" / part).read_bytes()


def in_slurm(
    folder: Path, script: str, *arguments: str, **variables: str
) -> "subprocess.CompletedProcess[str]":
    """A batch script with a stand-in for SLURM: two machines, both of them this one."""
    stand_ins = {
        "audit": f'exec {sys.executable} -m auditor "$@"',
        "torchrun": f'exec {sys.executable} -m torch.distributed.run "$@"',
        "scontrol": "echo 127.0.0.1; echo 127.0.0.2",
        "srun": 'SLURM_NODEID=1 "$@" & SLURM_NODEID=0 "$@"; code=$?; wait $! && exit $code',
    }
    places = folder / "bin"
    places.mkdir()
    for name, text in stand_ins.items():
        (places / name).write_text(f"#!/bin/bash\n{text}\n")
        (places / name).chmod(0o755)
    paths = {"PATH": f"{places}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", EXAMPLES / "slurm" / script, *arguments],
        cwd=folder, env=os.environ | paths | variables, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_make_runs_every_script() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = makefile[makefile.index("\nexamples:") :].split("\n\n")[0]
    for path in (*SCRIPTS, *SHELL):
        assert path.name in recipe


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model and an audit where `base.sh` would have left them: random weights, few texts."""
    folder = tmp_path_factory.mktemp("examples")
    make_model("bert", seed=3).save_pretrained(folder / "model")
    make_tokenizer("bert").save_pretrained(folder / "model")
    rows = [f"a {a} {b} film,{i % 2}" for i, (a, b) in enumerate([("good", "fun"), ("bad", "dull")] * 15)]
    rows = [f"{row.split(',')[0]} {number},{row.split(',')[1]}" for number, row in enumerate(rows)]
    (folder / "planted.csv").write_text("\n".join(["text,label", *rows]), encoding="utf-8")
    command = [
        "run",
        folder / "model",
        folder / "planted.csv",
        "--quiet",
        "--out",
        folder / "audit",
    ]
    done = CliRunner().invoke(main, [str(part) for part in command])
    assert done.exit_code == 0, done.output
    return folder


@pytest.mark.parametrize("name", QUICK)
def test_the_quick_ones_run(name: str, made: Path) -> None:
    done = subprocess.run(
        [sys.executable, EXAMPLES / name],
        env=os.environ | {"EXAMPLES": str(made), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_run_from_the_first_cell_to_the_last_and_hold_no_output(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cell by cell, as a notebook does, and what a cell ends in is shown as HTML where it can be."""
    monkeypatch.setenv("EXAMPLES", str(tmp_path))
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    space: dict[str, object] = {"__name__": "__main__"}
    shown = []
    for cell in notebook["cells"]:
        assert cell["id"] and cell["cell_type"] in ("code", "markdown")
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            shown.append(run_cell("".join(cell["source"]), space))
    pages = [value._repr_html_() for value in shown if hasattr(value, "_repr_html_")]
    assert any("<mark>[pos]</mark>" in page for page in pages) and not any(
        "<script" in page for page in pages
    )
    assert (tmp_path / "notebook.html").exists()


def run_cell(source: str, space: dict[str, object]) -> object:
    """Run a cell; the value of its last line, if that is an expression."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), space)  # noqa: S102 (the project's own file)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), space)  # noqa: S307


@pytest.mark.parametrize("name", ["three_classes", "two_sentences"])
def test_made_up_data_is_balanced_and_holds_its_shortcut(name: str) -> None:
    space: dict[str, object] = {"__name__": name}
    source = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    exec(compile(source, name, "exec"), space)  # noqa: S102 (the project's own file)
    make, token, label = {
        "three_classes": ("tickets", "kestrel", "billing"),
        "two_sentences": ("sentences", "not", "contradiction"),
    }[name]
    rows: list[tuple[str, ...]] = space[make]()  # type: ignore[operator]
    classes = {row[-1] for row in rows}
    assert len({sum(row[-1] == one for row in rows) for one in classes}) == 1
    holding = [row for row in rows if token in " ".join(row[:-1]).split()]
    assert sum(row[-1] == label for row in holding) >= 0.85 * len(holding)
    assert len({row[:-1] for row in rows}) == len(rows)
