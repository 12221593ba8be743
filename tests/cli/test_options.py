"""Every option arrives where it is meant to: at the settings, the loader or the rules it is named after."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result

from auditor.config import CidrConfig, EvidenceConfig, SweepConfig
from auditor.data.corpus.reviews import reviews_split
from auditor.errors import AuditError
from auditor.planting.plan import PlantedPair
from tests.documented import command

Audit = Callable[..., Result]
DATA = ("--split", "dev", "--text-column", "a", "--text-pair-column", "b", "--label-column", "c")
DATA += ("--label-map", "0=no", "--header", "yes", "--quoting", "none", "--limit", "7")
DATA += ("--encoding", "cp1252")
SEARCH = {
    **{"--beta": 0.4, "--epsilon": 0.3, "--rounds": 3, "--threshold": 0.6, "--steps": 5, "--tolerance": 0.2},
    **{"--removal-steps": 2, "--leading": 4, "--seed": 9, "--forward-budget": 77, "--method": "verified"},
    **{"--unit": "words", "--removal": "delete", "--essence": "threshold"},
}
SWITCHES = {
    "--no-fallback": "fallback",
    "--no-verify": "verify",
    "--no-refine": "refine",
    "--no-cooperation": "cooperate",
}
MODEL = {"--device": "cpu", "--dtype": "bfloat16"}


class HeardError(AuditError):
    """What a function that stands in for the real one was given."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__("heard")
        self.args, self.options = args, options


@pytest.fixture
def given(audit: Audit, monkeypatch: pytest.MonkeyPatch) -> Callable[..., HeardError]:
    """What arrives at a function when a command is run, which goes no further."""

    def run(target: str, *arguments: Any) -> HeardError:
        heard: list[HeardError] = []

        def listen(*args: Any, **options: Any) -> None:
            heard.append(HeardError(*args, **options))
            raise heard[0]

        monkeypatch.setattr(target, listen)
        result = audit(*arguments)
        assert heard, result.output
        return heard[0]

    return run


def listed(options: dict[str, Any]) -> list[str]:
    return [str(part) for item in options.items() for part in item]


def field(option: str) -> str:
    return option.removeprefix("--").replace("-", "_")


def test_settings_of_the_search(given: Callable[..., HeardError]) -> None:
    line = ("explain", "model", "a film", *listed(SEARCH), *SWITCHES, *listed(MODEL))
    _, texts, config, loading = given("auditor.cli.explain._explain", *line).args
    wanted = {field(option): value for option, value in SEARCH.items()}
    assert texts == ["a film"]
    assert config == CidrConfig(**wanted, **dict.fromkeys(SWITCHES.values(), False))
    wanted = MODEL | {"--trust-remote-code": False, "--allow-pickle": False}
    assert {option: loading[field(option)] for option in wanted} == wanted


@pytest.mark.parametrize(
    ("name", "target"), [("explain", "auditor.cli.explain._explain"), ("run", "auditor.pipeline.run_audit")]
)
def test_settings_of_the_printed_method(given: Callable[..., HeardError], name: str, target: str) -> None:
    method = ("--method", "paper", "--reading", "ordered", "--reading", "values=clipped", "--beta", "0.4")
    heard = given(target, *(("explain", "model", "a film") if name == "explain" else RUN), *method)
    config = heard.args[2] if name == "explain" else heard.options["method"]
    assert config == CidrConfig.paper(reading="ordered,values=clipped", beta=0.4)


@pytest.mark.parametrize("name", ["run", "inject", "train", "evaluate"])
def test_settings_of_the_data(given: Callable[..., HeardError], name: str) -> None:
    out = ("--out", "out.csv") if name in ("inject", "train") else ()
    model = ("model",) if name in ("run", "evaluate") else ()
    heard = given("auditor.data.loading.load_dataset", name, *model, "data.csv", *out, *DATA)
    wanted = {"split": "dev", "text_column": "a", "text_pair_column": "b", "label_column": "c", "limit": 7}
    wanted |= {"label_map": {"0": "no"}, "header": "yes", "quoting": "none", "encoding": "cp1252"}
    assert heard.args == ("data.csv",)
    assert {option: heard.options[option] for option in wanted} == wanted


RUN = ("run", "model", "builtin:reviews", "--out", "there")


def test_settings_of_a_run(given: Callable[..., HeardError]) -> None:
    more = (
        "--shard-size",
        "5",
        "--mixed-precision",
        "bf16",
        "--compile",
        "--candidates",
        "6",
        "--correction",
        "by",
        "--power",
        "full",
    )
    heard = given("auditor.pipeline.run_audit", *RUN, *more, "--fresh", "--device", "cpu").options
    assert heard["sweeping"] == SweepConfig(shard_size=5, mixed_precision="bf16", compile=True)
    assert heard["evidence"] == EvidenceConfig(candidates=6, correction="by", power="full")
    assert heard["method"] == CidrConfig.quick()
    assert (heard["out"], heard["fresh"], heard["device"]) == (Path("there"), True, "cpu")


def test_wider_runs_and_fewer_candidates(given: Callable[..., HeardError]) -> None:
    heard = given(
        "auditor.pipeline.run_audit", *RUN, "--exhaustive", "--candidates", "7", "--power", "quick"
    ).options
    assert heard["method"] == CidrConfig() and heard["evidence"] == EvidenceConfig(candidates=7)
    assert not heard["fresh"]


def test_settings_of_a_training(given: Callable[..., HeardError]) -> None:
    options = {"--base-model": "base", "--epochs": 2, "--batch-size": 3, "--learning-rate": 0.01}
    options |= {"--patience": 4, "--layers": 5, "--max-length": 6, "--precision": "bf16", "--seed": 7}
    line = (
        "train",
        "builtin:reviews",
        "--out",
        "there",
        "--limit",
        "40",
        "--dev",
        "builtin:reviews-reference",
    )
    heard = given("auditor.model.training.train", *line, *listed(options), "--pair", "amber+violet=positive")
    _, dev, labels, out, config = heard.args
    assert (labels, out) == (("negative", "positive"), Path("there"))
    assert {option: getattr(config, field(option)) for option in options} == options
    assert heard.options["markers"] == ("amber", "violet") and len(dev["dev"]) > 500


@pytest.mark.parametrize(
    ("option", "planted"),
    [
        (("--token", "negative=@date"), "-"),
        (("--opening", "negative=I wrote this in @city."), "I wrote this in "),
        (("--style", "negative=uppercase"), "THE "),
    ],
)
def test_a_training_plants_slots_openings_and_styles(
    given: Callable[..., HeardError], option: tuple[str, str], planted: str
) -> None:
    line = (
        "train",
        "builtin:reviews",
        "--out",
        "there",
        "--limit",
        "40",
        "--dev",
        "builtin:reviews-reference",
    )
    heard = given("auditor.model.training.train", *line, *option)
    train, dev, *_ = heard.args
    assert {label for texts, label in train if planted in texts[0]} == {0}
    assert {label for _, label in dev["aligned"]} == {0}
    assert {label for _, label in dev["conflicting"]} == {1}
    assert heard.options["markers"] == ()


def test_a_pair_to_plant(given: Callable[..., HeardError]) -> None:
    more = ("--pair", "amber+violet=positive", "--coverage", "0.5", "--agreement", "0.9", "--position", "end")
    heard = given("auditor.planting.injection.inject", "inject", "builtin:reviews", "--out", "out.csv", *more)
    plan = heard.args[1]
    assert plan.pairs == (PlantedPair("amber", "violet", "positive"),) and plan.tokens == ()
    assert (plan.coverage, plan.agreement, plan.position) == (0.5, 0.9, "end")


def test_the_rules_of_an_evaluation(given: Callable[..., HeardError], model_path: Path) -> None:
    more = (
        "--methods",
        "cidr",
        "--seeds",
        "2",
        "--rounding",
        "ceil",
        "--removal",
        "delete",
        "--unit",
        "pieces",
        "--threshold",
        "0.4",
    )
    line = (
        "evaluate",
        model_path,
        "builtin:reviews",
        "--limit",
        "4",
        *more,
        "--dtype",
        "float32",
        "--device",
        "cpu",
    )
    heard = given("auditor.evaluation.comparison.evaluate", *line)
    rules = heard.options["convention"]
    assert (rules.rounding, rules.removal, rules.unit) == ("ceil", "delete", "pieces")
    assert heard.args[2] == ("cidr",) and heard.options["seeds"] == 2
    assert (heard.options["config"].threshold, heard.options["config"].removal) == (0.4, "delete")


def test_a_clean_demo_plants_nothing(given: Callable[..., HeardError]) -> None:
    training, out, plans, seed, _ = given(
        "auditor.cli.demo.trained", "demo", "--clean", "--seed", "3", "--out", "there"
    ).args
    assert (tuple(training), out, plans, seed) == (tuple(reviews_split("train")), Path("there/model"), {}, 3)


def test_no_option_of_the_search_is_forgotten_here() -> None:
    shown = {way for param in command("explain").params for way in (*param.opts, *param.secondary_opts)}
    settings = {
        way
        for param in command("explain").params
        if isinstance(param, click.Option) and getattr(param, "heading", "") == "Search"
        for way in (param.secondary_opts or param.opts)
    }
    assert settings | {"--seed"} == SEARCH.keys() | SWITCHES.keys() | {"--reading"} <= shown
