"""The import graph: data flows one way, and heavy libraries stay where they are needed."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "auditor"
ORDER = (
    "data", "planting", "model", "cidr", "sweep", "features", "meaning", "signals", "findings", "verdicts",
    "power", "review", "repair", "report", "evaluation", "reproduce", "pipeline", "runs", "api", "cli",
)  # fmt: skip
"""Stages from left to right; `pipeline.py`, `runs.py` and `api.py` join them. What else is directly in
`auditor/`, and the records, are leaves, to the left of all."""
MAY_IMPORT_TORCH = ("model", "cidr", "sweep")
MODULES = sorted(ROOT.rglob("*.py"))


def stage(parts: tuple[str, ...]) -> int:
    """Place of a module in the order, from its path inside `auditor`; -1 for a leaf."""
    first = parts[0].removesuffix(".py") if parts else ""
    return ORDER.index(first) if first in ORDER else -1


def imported(tree: ast.AST, *, everywhere: bool) -> list[str]:
    """Modules that a file imports: anywhere, or only when it is itself imported."""
    names: list[str] = []
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
        deferred = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        typing_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if everywhere or not (deferred or typing_only):
            pending += ast.iter_child_nodes(node)
    return names


def parsed(file: Path) -> ast.AST:
    return ast.parse(file.read_text(encoding="utf-8"))


def arrows(file: Path) -> list[tuple[str, ...]]:
    """What a file imports from the package itself, as paths inside `auditor`.

    `auditor/__init__.py` hands out names of later stages on demand; only what it imports at once counts.
    """
    names = imported(parsed(file), everywhere=file != ROOT / "__init__.py")
    return [tuple(name.split(".")[1:]) for name in names if name.split(".")[0] == "auditor"]


def named(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def test_there_is_something_to_check() -> None:
    assert len(MODULES) > 15


@pytest.mark.parametrize("file", MODULES, ids=named)
def test_nothing_imports_to_its_right(file: Path) -> None:
    own = file.relative_to(ROOT).parts
    if own == ("__main__.py",):
        return  # `python -m auditor` is the command line
    wrong = [target for target in arrows(file) if stage(target) > stage(own)]
    assert not wrong, f"{named(file)} imports {['.'.join(target) for target in wrong]}"


RECORDS_ONLY = [f for f in MODULES if named(f).startswith(("review/", "report/"))]


@pytest.mark.parametrize("file", RECORDS_ONLY, ids=named)
def test_review_and_report_work_on_records_alone(file: Path) -> None:
    """Neither data nor model nor a run's shards: what they show is in `report.json`."""
    left = [t for t in arrows(file) if t and t[0] in ("data", "planting", "model", "cidr", "sweep")]
    assert not left, f"{named(file)} imports {['.'.join(target) for target in left]}"


@pytest.mark.parametrize("file", MODULES, ids=named)
def test_torch_is_imported_only_where_models_run(file: Path) -> None:
    if file.relative_to(ROOT).parts[0] in MAY_IMPORT_TORCH:
        return
    heavy = {"torch", "transformers", "accelerate", "datasets"}
    loaded = {name.split(".")[0] for name in imported(parsed(file), everywhere=False)}
    assert not loaded & heavy, f"{named(file)} imports {sorted(loaded & heavy)} when it is imported"


def test_the_checks_see_what_they_should() -> None:
    """Negative control: an import inside a function is an arrow, and no cost when the module is imported."""
    tree = ast.parse(
        "import os\ndef f():\n    import torch\n    from auditor.cli import main\nclass A:\n    import json"
    )
    assert sorted(imported(tree, everywhere=False)) == ["json", "os"]
    assert sorted(imported(tree, everywhere=True)) == ["auditor.cli.main", "json", "os", "torch"]
    assert stage(("cli", "main")) > stage(("report", "html")) > stage(("data",)) > stage(("errors",))
    assert (
        stage(("cli", "main")) > stage(("pipeline.py",)) == stage(("pipeline",)) > stage(("report", "html"))
    )
