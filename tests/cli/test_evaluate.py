"""`audit evaluate` as a user meets it."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Audit = Callable[..., Result]
FEW = ("--methods", "cidr-verified,random,leave-one-out", "--seeds", "2")


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
    assert list(found["methods"]) == ["cidr-verified", "random", "leave-one-out"]
    for row in found["methods"].values():
        for name in ("lo", "comp", "fms", "fms_pairs", "fms_same_size", "reachable"):
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


def settings(result: Result) -> dict[str, float]:
    assert result.exit_code == 0, result.output
    found: dict[str, float] = json.loads(result.stdout)["settings"]
    return found


def test_file_environment_and_flags_in_their_order(
    audit: Audit, model_path: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ("evaluate", model_path, data, "--methods", "cidr-unverified", "--seeds", "1", "--json", "--quiet")
    (tmp_path / "audit.toml").write_text("[cidr]\nbeta = 0.1\nepsilon = 0.2\nthreshold = 0.3\n")
    read = settings(audit(*line))
    assert (read["beta"], read["epsilon"], read["threshold"]) == (0.1, 0.2, 0.3)
    monkeypatch.setenv("AUDIT_EPSILON", "0.6")
    monkeypatch.setenv("AUDIT_BETA", "0.6")
    given = settings(audit(*line, "--beta", "0.9", "--seed", "4"))
    assert (given["beta"], given["epsilon"], given["threshold"], given["seed"]) == (0.9, 0.6, 0.3, 4)
    other = tmp_path / "other.toml"
    other.write_text("[cidr]\nthreshold = 0.4\n")
    assert settings(audit(*line, "--config", other))["threshold"] == 0.4


def test_removal_comes_from_the_settings_unless_a_flag_says_otherwise(
    audit: Audit, model_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ("evaluate", model_path, data, "--methods", "cidr-unverified", "--seeds", "1", "--json", "--quiet")
    monkeypatch.setenv("AUDIT_REMOVAL", "delete")
    assert "removal is delete;" in json.loads(audit(*line).stdout)["convention"]
    assert "removal is pad;" in json.loads(audit(*line, "--removal", "pad").stdout)["convention"]


def test_a_wrong_setting_is_one_line(audit: Audit, model_path: Path, data: Path) -> None:
    result = audit("evaluate", model_path, data, "--beta", "2")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == ["Error: beta is 2.0; it must lie between 0 and 1"]


def test_tuning_on_texts_that_the_table_leaves_out(audit: Audit, model_path: Path, data: Path) -> None:
    line = ("evaluate", model_path, data, "--methods", "cidr,random", "--seeds", "1", "--quiet", "--tune")
    found = json.loads(audit(*line, "--tune-texts", "2", "--limit", "2", "--json").stdout)
    assert (found["texts"], found["tuning"]["texts"], found["tuning"]["method"]) == (2, 2, "cidr")
    assert len(found["tuning"]["points"]) == 15
    assert found["settings"]["beta"] == found["tuning"]["beta"] in (0.4, 0.5, 0.6)
    assert found["settings"]["epsilon"] == found["tuning"]["epsilon"]
    refused = audit("evaluate", model_path, data, "--methods", "random", "--tune")
    assert refused.exit_code == 1 and "none of the methods random has" in refused.stderr


def test_the_papers_method_limits_k_and_is_tested_when_asked_for(
    audit: Audit, model_path: Path, data: Path
) -> None:
    line = ("evaluate", model_path, data, "--methods", "cidr-verified,random,cidr", "--seeds", "1")
    found = json.loads(audit(*line, "--method", "paper", "--json", "--quiet").stdout)
    assert "pairs in the set of cidr)" in found["convention"]
    assert list(found["methods"]) == ["cidr", "cidr-verified", "random"]
    assert {test["method"] for test in found["comparisons"]} == {"cidr"}


ONE = ("--methods", "cidr", "--seeds", "1", "--json", "--quiet", "--limit", "1")


def test_the_method_and_the_reading_come_from_file_environment_or_flags(
    audit: Audit, model_path: Path, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ("evaluate", model_path, data, *ONE)
    (tmp_path / "audit.toml").write_text('[cidr]\nmethod = "paper"\nsteps = 3\nreading = "strict"\n')
    read = json.loads(audit(*line).stdout)
    assert "pairs in the set of cidr)" in read["convention"]
    assert "read as strict; its paths have 3 nodes" in read["convention"]
    words = read["words"]
    assert read["methods"]["cidr"]["gradients"]["estimate"] == 3 * (words + 1)
    monkeypatch.setenv("AUDIT_READING", "ordered")
    assert "read as ordered;" in json.loads(audit(*line).stdout)["convention"]
    given = audit(*line, "--method", "verified", "--reading", "member=inside", "--reading", "ordered")
    convention = json.loads(given.stdout)["convention"]
    assert "pairs in the set of cidr-verified)" in convention and "member=inside,ordered;" in convention


def test_a_reading_changes_what_the_rows_of_the_papers_method_find(
    audit: Audit, model_path: Path, data: Path
) -> None:
    methods = ("--methods", "cidr,cidr-verified", "--seeds", "1", "--json", "--quiet")
    plain, inside = (
        json.loads(audit("evaluate", model_path, data, *methods, *reading).stdout)["methods"]
        for reading in ((), ("--reading", "member=inside"))
    )
    assert inside["cidr"]["set_size"]["estimate"] > plain["cidr"]["set_size"]["estimate"]
    assert inside["cidr-verified"]["set_size"] == plain["cidr-verified"]["set_size"]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--method", "paper", "--removal", "mask"), "removal is 'mask', which contradicts method 'paper'"),
        (("--methods", "random,cidr", "--removal", "delete"), "removal is 'delete', which contradicts"),
        (("--reading", "items=x"), "reading items is 'x'"),
        (("--method", "paper", "--convention", "published", "--removal", "mask"), "contradicts"),
    ],
)
def test_what_contradicts_the_papers_method_is_one_line(
    audit: Audit, model_path: Path, data: Path, flags: tuple[str, ...], message: str
) -> None:
    result = audit("evaluate", model_path, data, "--quiet", *flags)
    assert result.exit_code == 1 and result.stdout == ""
    assert message in result.stderr.splitlines()[0]


def test_where_words_are_not_padded_the_rows_of_the_paper_are_left_out_and_that_is_said(
    audit: Audit, model_path: Path, data: Path
) -> None:
    line = ("evaluate", model_path, data, "--seeds", "1", "--json", "--quiet", "--limit", "1")
    result = audit(*line, "--removal", "mask")
    assert "Note: without cidr, cidr-no-refine, cidr-no-cooperation" in result.stderr
    rows = json.loads(result.stdout)["methods"]
    assert "cidr" not in rows and {"cidr-verified", "ig", "leave-one-out"} <= set(rows)
