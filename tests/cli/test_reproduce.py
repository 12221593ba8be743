"""`audit reproduce` as a user meets it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from auditor.reproduce import printed_figures
from tests.reproduce.support import write_folder

Audit = Callable[..., Result]
SMALL = (
    *("--training-seeds", "1", "--draws", "1", "--texts", "2", "--tune-texts", "2", "--epochs", "1"),
    *("--methods", "cidr,random", "--steps", "2", "--quiet"),
)


def test_one_setting_and_its_files(audit: Audit, tmp_path: Path) -> None:
    write_folder(tmp_path / "sst2")
    result = audit("reproduce", "table", "--model", "builtin:tiny", "--dataset", "sst2", *SMALL)
    assert result.exit_code == 0, result.output
    assert "not one of the paper's nine" in result.stdout and "0.525 to 0.592" in result.stdout
    out = tmp_path / "reports/reproduce-table"
    assert (out / "builtin:tiny-sst2/seed-0/model/training.json").exists()
    [setting] = json.loads((out / "table.json").read_text())["settings"]
    assert setting["printed_sizes"]["train"] == 6920 and setting["sizes"]["train"] == 80
    assert "set of cidr)" in setting["convention"]
    ours = audit(
        *("reproduce", "table", "--model", "builtin:tiny", "--dataset", "sst2", *SMALL),
        *("--method", "verified", "--reading", "ordered", "--out", "other"),
    )
    assert ours.exit_code == 0 and "read as ordered" in (tmp_path / "other/table.md").read_text()


def test_all_settings_one_after_another_and_again_without_training(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        write_folder(tmp_path / name)
    monkeypatch.setattr(
        printed_figures, "settings", lambda: [("builtin:tiny", "one"), ("builtin:tiny", "two")]
    )
    assert audit("reproduce", "table", "--all", *SMALL).exit_code == 0
    models = sorted((tmp_path / "reports").rglob("model.safetensors"))
    assert len(models) == 2
    before = [path.stat().st_mtime_ns for path in models]
    assert audit("reproduce", "table", "--all", *SMALL).exit_code == 0
    assert [path.stat().st_mtime_ns for path in models] == before
    page = (tmp_path / "reports/reproduce-table/table.html").read_text()
    assert "builtin:tiny on one" in page and "builtin:tiny on two" in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("table",), "name --model and --dataset, or --all"),
        (("table", "--model", "builtin:tiny"), "name --model and --dataset, or --all"),
        (("table", "--all", "--model", "builtin:tiny"), "name --model and --dataset, or --all"),
        (("table", "--model", "x", "--dataset", "builtin:reviews", "--methods", "lime"), "unknown method"),
        (("table", "--model", "x", "--dataset", "builtin:reviews", "--reading", "a"), "unknown reading 'a'"),
        (("table", "--all"), "SetFit/sst2 is not a local file, and the hub cannot be reached"),
        (("injection",), "SetFit/sst2 is not a local file, and the hub cannot be reached"),
        (("injection", "--dataset", "builtin:reviews", "--examples", "7"), "examples is 7"),
        (
            ("injection", "--dataset", "builtin:reviews", "--examples", "90000"),
            "fewer than the 45000 of the preset",
        ),
    ],
)
def test_mistakes_are_one_line(
    audit: Audit, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    result = audit("reproduce", *arguments)
    assert result.exit_code == 1 and "Traceback" not in result.output
    assert message in result.stderr.splitlines()[0] and "Tip:" in result.stderr


def test_the_injection_and_its_files(audit: Audit, tmp_path: Path) -> None:
    write_folder(tmp_path / "data", train=200)
    line = ("reproduce", "injection", "--model", "builtin:tiny", "--dataset", "data")
    result = audit(*line, "--assignment", "random", "--examples", "60", "--epochs", "1", "--quiet")
    assert result.exit_code == 0, result.output
    assert "conflicting" in result.stdout and "a [neg] solid film" in result.stdout
    out = tmp_path / "reports/reproduce-injection-random"
    assert sorted(path.name for path in out.iterdir()) == [
        "injection.html",
        "injection.json",
        "injection.md",
        "model",
    ]
    found = json.loads((out / "injection.json").read_text())
    assert found["planted"] == {
        "[neg]": {"negative": 15, "positive": 15},
        "[pos]": {"negative": 15, "positive": 15},
    }
    kept = audit(*line, "--examples", "60", "--keep-rest", "--epochs", "1", "--quiet", "--out", "kept")
    assert kept.exit_code == 0
    assert json.loads((tmp_path / "kept/injection.json").read_text())["trained_on"] == 200
