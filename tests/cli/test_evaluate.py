"""`audit evaluate` as a user meets it."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Audit = Callable[..., Result]
FEW = ("--methods", "cidr,random,leave-one-out", "--seeds", "2")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "reviews.csv"
    rows = [("the film is a good one", 1), ("a dull and bad story", 0), ("fun", 1), ("slow", 0)]
    path.write_text("text,label\n" + "".join(f"{text},{label}\n" for text, label in rows))
    return path


def test_table_and_files(audit: Audit, model_path: Path, data: Path, tmp_path: Path) -> None:
    result = audit("evaluate", model_path, data, *FEW, "--limit", "3", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "cidr" in result.stdout and "leave-one-out" in result.stdout and "FMS" in result.stdout
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["evaluation.html", "evaluation.json", "evaluation.md"]
    assert json.loads((tmp_path / "out" / "evaluation.json").read_text())["texts"] == 3


def test_json_on_standard_output(audit: Audit, model_path: Path, data: Path, tmp_path: Path) -> None:
    result = audit("evaluate", model_path, data, *FEW, "--json", "--quiet")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert list(found["methods"]) == ["cidr", "random", "leave-one-out"]
    for row in found["methods"].values():
        for name in ("lo", "comp", "fms", "reachable"):
            assert set(row[name]) == {"estimate", "low", "high"}
    assert (tmp_path / "reports" / "evaluate-tiny-reviews" / "evaluation.html").exists()


def test_published_convention_and_its_sentence(audit: Audit, model_path: Path, data: Path) -> None:
    result = audit("evaluate", model_path, data, *FEW, "--convention", "published", "--json", "--quiet")
    assert "special tokens" in json.loads(result.stdout)["convention"]
    masked = audit("evaluate", model_path, data, *FEW, "--removal", "mask", "--unit", "pieces", "--json")
    assert "removal is mask; n counts pieces" in json.loads(masked.stdout)["convention"]


def test_unknown_method_is_one_line_with_the_known_ones(audit: Audit, model_path: Path, data: Path) -> None:
    result = audit("evaluate", model_path, data, "--methods", "cidr,lime")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0] == "Error: unknown method 'lime'"
    assert result.stderr.splitlines()[1].startswith("Tip: Known methods: cidr, ")


def test_captum_missing(audit: Audit, model_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "captum", None)
    monkeypatch.setitem(sys.modules, "captum.attr", None)
    result = audit("evaluate", model_path, data, "--methods", "cidr,ig", "--quiet")
    assert result.exit_code == 1
    assert "need Captum" in result.stderr and "Tip: Install it with: pip install captum" in result.stderr
