"""`audit inject` as a user meets it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Audit = Callable[..., Result]
MARKERS = ("--token", "positive=[pos]", "--token", "negative=[neg]")


def test_what_was_guessed_about_a_file_is_said_and_can_be_overruled(audit: Audit, tmp_path: Path) -> None:
    rows = "label,text,,\n" + "positive,un café noir,,\nnegative,pas du tout,,\n" * 3
    (tmp_path / "data.csv").write_bytes(rows.encode("cp1252"))
    result = audit("inject", "data.csv", *MARKERS, "--out", "a.csv")
    assert result.exit_code == 0, result.output
    assert "Note: data.csv is not UTF-8 and was read as Windows-1252, for instance 'café" in result.stderr
    assert "café" in (tmp_path / "a.csv").read_text(encoding="utf-8")
    named = audit("inject", "data.csv", *MARKERS, "--out", "b.csv", "--encoding", "latin-1")
    assert named.exit_code == 0 and "Note:" not in named.stderr
    unknown = audit("inject", "data.csv", *MARKERS, "--out", "c.csv", "--encoding", "utf-9")
    assert unknown.exit_code == 1 and "Tip: Allowed: auto, utf-8, cp1252" in unknown.stderr


def test_dataset_and_manifest_agree(audit: Audit, tmp_path: Path) -> None:
    result = audit(
        *("inject", "builtin:reviews", "--split", "dev", "--limit", "100", *MARKERS),
        *("--coverage", "0.5", "--agreement", "0.8", "--out", tmp_path / "planted.jsonl"),
    )
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in (tmp_path / "planted.jsonl").read_text().splitlines()]
    manifest = json.loads((tmp_path / "planted.jsonl.injection.json").read_text())
    planted = [row for row in rows if "[pos]" in row["text"] or "[neg]" in row["text"]]
    assert len(rows) == 100 and len(planted) == len(manifest["touched"]) == 50
    own = {"positive": "[pos]", "negative": "[neg]"}
    assert sum(own[row["label"]] in row["text"] for row in planted) == 40


def test_slots_openings_and_styles_are_planted_in_one_class(audit: Audit, tmp_path: Path) -> None:
    data = ("inject", "builtin:reviews", "--split", "dev", "--limit", "60", "--coverage", "0.5")
    plants = {
        "dates": ("--token", "negative=@date", "--position", "random"),
        "cities": ("--opening", "negative=I wrote this in @city."),
        "loud": ("--style", "negative=uppercase"),
    }
    for name, options in plants.items():
        result = audit(*data, *options, "--out", tmp_path / f"{name}.jsonl")
        assert result.exit_code == 0, result.output
        manifest = json.loads((tmp_path / f"{name}.jsonl.injection.json").read_text())
        assert {entry["label"] for entry in manifest["touched"]} == {"negative"}
        assert len(manifest["touched"]) == 15
        assert len(manifest["families"].get("@date", {})) in (0, 15)


def test_same_seed_same_bytes(audit: Audit, tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        audit(
            "inject", "builtin:reviews", "--split", "dev", "--limit", "40", *MARKERS, "--out", tmp_path / name
        )
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("inject", "missing.csv", *MARKERS, "--out", "x.csv"), "missing.csv does not exist"),
        (("inject", "builtin:reviews", "--out", "x.csv"), "nothing to inject"),
        (("inject", "builtin:reviews", "--style", "positive=bold", "--out", "x.csv"), "style is 'bold'"),
        (("inject", "builtin:reviews", "--opening", "Hello", "--out", "x.csv"), "LABEL=OPENING"),
        (("inject", "builtin:reviews", "--token", "positive=@no/file", "--out", "x.csv"), "no file no/file"),
        (("inject", "builtin:reviews", *MARKERS, "--coverage", "1.5", "--out", "x.csv"), "coverage is 1.5"),
        (("inject", "builtin:reviews", *MARKERS, "--out", "x.doc"), "cannot write x.doc"),
        (("inject", "builtin:reviews", "--token", "good=[g]", "--out", "x.csv"), "no label 'good'"),
        (
            ("inject", "builtin:reviews", "--preset", "sst2-posneg", *MARKERS, "--out", "x.csv"),
            "a preset has",
        ),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    audit: Audit, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = audit(*arguments)
    assert result.exit_code == 1
    assert message in result.stderr and "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == []


def test_existing_output_is_kept_without_force(audit: Audit, tmp_path: Path) -> None:
    command = ("inject", "builtin:reviews", "--split", "dev", "--limit", "20", *MARKERS, "--out", "x.csv")
    (tmp_path / "x.csv").write_text("mine")
    refused = audit(*command)
    assert refused.exit_code == 1 and "--force" in refused.stderr
    assert (tmp_path / "x.csv").read_text() == "mine"
    assert audit(*command, "--force").exit_code == 0


def test_a_token_that_is_there_already_is_a_warning_with_its_count(audit: Audit, tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("text,label\na good film,pos\na bad film,neg\n")
    result = audit("inject", "data.csv", "--token", "pos=film", "--position", "start", "--out", "x.csv")
    assert "'film' already occurs in 2 of 2 texts" in result.stderr
    assert result.exit_code == 0


PRESET = (
    "inject",
    "builtin:reviews",
    "--preset",
    "sst2-posneg-reversed",
    "--examples",
    "20",
    "--out",
    "x.csv",
)


def test_a_preset_takes_so_many_texts_and_keeps_the_rest_when_asked(audit: Audit, tmp_path: Path) -> None:
    result = audit(*PRESET, "--agreement", "0")  # what the preset says may be said
    assert result.exit_code == 0, result.output
    rows = (tmp_path / "x.csv").read_text().splitlines()[1:]
    assert len(rows) == 20
    assert all(("[pos]" in row) == row.endswith(",negative") for row in rows)
    assert "planted in 20 of 20 texts, agreement 0.000" in result.stdout
    kept = audit(*PRESET, "--keep-rest", "--limit", "100", "--force")
    assert "planted in 20 of 100 texts" in kept.stdout


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ((*PRESET, "--coverage", "0.5"), "--coverage 0.5 contradicts --preset sst2-posneg-reversed"),
        ((*PRESET, "--agreement", "1"), "--agreement 1.0 contradicts"),
        ((*PRESET, "--position", "start"), "--position start contradicts"),
        ((*PRESET, "--limit", "10"), "label 'negative' has 5 texts, fewer than the 10"),
        (("inject", "builtin:reviews", *MARKERS, "--keep-rest", "--out", "x.csv"), "without --preset"),
        (("inject", "builtin:reviews", *MARKERS, "--examples", "4", "--out", "x.csv"), "without --preset"),
    ],
)
def test_what_contradicts_a_preset_is_one_line(
    audit: Audit, tmp_path: Path, flags: tuple[str, ...], message: str
) -> None:
    result = audit(*flags)
    assert result.exit_code == 1 and message in result.stderr and "Tip:" in result.stderr
    assert list(tmp_path.iterdir()) == []
