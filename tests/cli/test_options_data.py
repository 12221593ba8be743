"""Options about data as the library is given them: what is planted, which split trains, what rows weigh."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from auditor.cli.options_data import (
    PLANTED,
    injection_options,
    load,
    plan_from,
    told,
    training_split,
    weights_of,
)
from auditor.data.sources.file_options import AUTO
from auditor.errors import AuditError
from auditor.planting.plan import InjectionPlan, PlantedPair
from auditor.planting.presets import PRESETS

LABELS = ("negative", "positive")
NOTHING: dict[str, Any] = dict.fromkeys(
    ("preset", "examples", "keep_rest", "coverage", "agreement", "position")
) | dict.fromkeys(PLANTED, ())
READING = {"header": AUTO, "quoting": AUTO, "encoding": AUTO, "limit": None, "split": None}
COLUMNS = dict.fromkeys(("text_column", "text_pair_column", "label_column"))


def planned(seed: int = 0, **options: Any) -> InjectionPlan:
    return plan_from(NOTHING | options, LABELS, seed=seed)


def test_a_plan_by_hand() -> None:
    found = planned(
        seed=3,
        tokens=("positive=[pos]", "negative=@date"),
        pairs=("amber+violet=positive",),
        openings=("negative=Sent from @city.",),
        styles=("positive=lowercase",),
        agreement=0.8,
        position="start",
    )
    assert found.tokens == (("positive", "[pos]"), ("negative", "@date"))
    assert found.pairs == (PlantedPair("amber", "violet", "positive"),)
    assert found.openings == (("negative", "Sent from @city."),)
    assert found.styles == (("positive", "lowercase"),)
    assert (found.seed, found.agreement, found.position) == (3, 0.8, "start")


def test_what_was_not_given_is_the_plans_own_default() -> None:
    found, plain = planned(tokens=("positive=[pos]",)), InjectionPlan((("positive", "[pos]"),))
    assert found == plain


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_a_plan_of_its_own(preset: str) -> None:
    found = planned(preset=preset, examples=20, keep_rest=True, seed=5)
    assert {token for _, token in found.tokens} == {"[pos]", "[neg]"}
    assert (found.count, found.keep_rest, found.seed, found.preset) == (20, True, 5, preset)


@pytest.mark.parametrize("option", PLANTED)
def test_a_preset_takes_no_tokens_beside_its_own(option: str) -> None:
    with pytest.raises(AuditError, match="a preset has its own tokens"):
        planned(preset=next(iter(PRESETS)), **{option: ("positive=[x]",)})


@pytest.mark.parametrize(("option", "value"), [("examples", 20), ("keep_rest", True), ("keep_rest", False)])
def test_sizes_belong_to_a_preset(option: str, value: object) -> None:
    with pytest.raises(AuditError, match="was given without --preset") as caught:
        planned(tokens=("positive=[pos]",), **{option: value})
    assert f"--{option.replace('_', '-')} " in caught.value.message


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"tokens": ("positive",)}, "--token 'positive'"),
        ({"openings": ("=Sent",)}, "--opening '=Sent'"),
        ({"styles": ("positive=",)}, "--style 'positive='"),
        ({"pairs": ("amber=positive",)}, "--pair 'amber=positive'"),
        ({}, "nothing to inject"),
        ({"tokens": ("positive=x",), "coverage": 1.5}, "coverage is 1.5"),
    ],
)
def test_what_makes_no_plan_is_named_as_it_was_written(options: dict[str, Any], named: str) -> None:
    with pytest.raises(AuditError) as caught:
        planned(**options)
    assert named in caught.value.message


def test_the_command_line_gives_every_option_of_a_plan() -> None:
    """The names under which Click hands them over are those that are read."""

    @click.command()
    @injection_options
    def command(**options: Any) -> None:
        given.update(options)

    given: dict[str, Any] = {}
    line = ["--token", "positive=[pos]", "--pair", "a+b=negative", "--coverage", "0.5", "--position", "end"]
    command.main(line, standalone_mode=False)
    assert given.keys() == NOTHING.keys()
    found = plan_from(given, LABELS, seed=0)
    assert (found.coverage, found.position, len(found.pairs)) == (0.5, "end", 1)


@pytest.mark.parametrize(
    ("dataset", "split", "expected"),
    [
        ("builtin:reviews", None, {"split": "train"}),
        ("sst2", None, {"split": "train"}),
        ("sst2", "validation", {}),
        ("texts.csv", None, {}),
        ("texts.csv", "train", {}),
    ],
)
def test_training_takes_the_training_split_where_there_is_one(
    dataset: str, split: str | None, expected: dict[str, str]
) -> None:
    assert training_split(dataset, {"split": split}) == expected


def test_rows_weigh_what_their_column_says(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("text;label;count\na b;x;2\nc d;y;0.5\n", encoding="utf-8")
    options = READING | {"weight_column": "count"}
    assert weights_of(str(path), options) == {1: 2.0, 2: 0.5}
    assert weights_of(str(path), options | {"weight_column": None}) is None
    with pytest.raises(AuditError, match="no column 'heft'"):
        weights_of(str(path), options | {"weight_column": "heft"})


def test_what_was_guessed_goes_to_stderr_and_the_data_to_the_caller(
    capsys: pytest.CaptureFixture[str],
) -> None:
    dataset = SimpleNamespace(notices=("read as cp1252", "labels were read from column 'b'"))
    assert told(dataset) is dataset
    out, err = capsys.readouterr()
    assert out == "" and err.splitlines() == [f"Note: {notice}" for notice in dataset.notices]


def test_a_dataset_is_loaded_by_its_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rows.tsv"
    path.write_text("".join(f"0\ta film n{n}\n1\ta plot n{n}\n" for n in range(6)), encoding="utf-8")
    options = READING | COLUMNS | {"label_map": ("0=no,1=yes",), "header": "no"}
    found = load(str(path), options, seed=0)
    assert len(found) == 12 and found.label_counts == {"no": 6, "yes": 6}
    few = load(str(path), options | {"limit": 4}, seed=0)
    assert few.label_counts == {"no": 2, "yes": 2}
    assert len(load(str(path), options, seed=0, limit=2)) == 2  # what the command decides goes first
    assert capsys.readouterr().out == ""
