"""Options that several commands share, each group one decorator."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from auditor.cli.headings import Decorated, of_model, output, running, search
from auditor.config import CHOICES, CONFIG_FILE, CidrConfig, given

QUICK = CidrConfig.quick()
"""The search of `audit run`, where it differs."""
quiet_option = running("--quiet", is_flag=True, help="No progress.")


def seed_option(of_what: str) -> Callable[[Decorated], Decorated]:
    """The seed of a command that draws something."""
    return click.option("--seed", type=int, default=0, show_default=True, help=f"Seed of {of_what}.")


def force_option(what: str) -> Callable[[Decorated], Decorated]:
    """Permission to replace what is there."""
    return output("--force", is_flag=True, help=what)


def _default(name: str) -> str:
    """The default of a search setting as help shows it, and that of `audit run` where it is another."""
    usual, quick = getattr(CidrConfig, name), getattr(QUICK, name)
    shown = usual if isinstance(usual, str) else f"{usual:g}"
    if isinstance(usual, bool):
        shown = "on" if usual else "off"
    return f"[default: {shown}]" if quick == usual else f"[default: {shown}; run {quick:g}]"


def stack(options: list[Callable[[Any], Any]]) -> Callable[[Decorated], Decorated]:
    """Several options as one decorator, in the order in which help shows them."""

    def decorate(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _search(way: str, text: str, **attributes: Any) -> Callable[[Decorated], Decorated]:
    """An option that is a search setting, with its default from the settings themselves."""
    name = way.split("/")[0].removeprefix("--").replace("-", "_")
    return search(way, help=f"{text} {_default(name)}", **attributes)


paper_options = stack(
    [
        _search("--beta", "Weight of the individual contributions (β).", type=float),
        _search("--epsilon", "Share of rounds from which a pair recurs (ε).", type=float),
        _search("--rounds", "Knapsack rounds (n_iter).", type=int),
        _search("--threshold", "Probability at which a class is lost (t).", type=float),
    ]
)
"""The paper's own settings."""


def reading_option(what: str) -> Callable[[Decorated], Decorated]:
    """Departures from how `--method paper` reads the paper."""
    return search(
        "--reading", multiple=True, metavar="KEY=VALUE", help=f"{what}; repeatable (docs/paper.md)."
    )


def joined_reading(parts: tuple[str, ...]) -> str | None:
    """What several `--reading` say, as one setting."""
    return ",".join(parts) or None


config_option = click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    help=f"Settings file. [default: {CONFIG_FILE}]",
)

cidr_options = stack(
    [
        search(
            "--method",
            type=click.Choice(CHOICES["method"]),
            help="Ours, checked on the model, or as the paper prints it. [default: verified]",
        ),
        reading_option("With --method paper: another reading of it"),
        paper_options,
        _search("--steps", "First quadrature nodes of the base path.", type=int),
        _search("--tolerance", "Completeness error to stop at.", type=float),
        _search("--removal-steps", "Nodes per path without one word.", type=int),
        _search("--leading", "Search narrowly, from so many words; 0 for all.", type=int),
        click.option("--seed", type=int, help=f"Seed of knapsack values and samples. {_default('seed')}"),
        _search("--forward-budget", "Forward passes per text.", type=int),
        _search("--unit", "Sets of pairs or of words.", type=click.Choice(CHOICES["unit"])),
        _search(
            "--removal",
            "What happens to the pieces of a removed word.",
            type=click.Choice(CHOICES["removal"]),
        ),
        _search(
            "--essence",
            "A class is lost when another wins, or at --threshold.",
            type=click.Choice(CHOICES["essence"]),
        ),
        _search(
            "--fallback/--no-fallback",
            "Where no removal changes the prediction, find what the text adds.",
            default=None,
        ),
        _search("--verify/--no-verify", "Check sets on the model.", default=None),
        _search("--refine/--no-refine", "Knapsack rounds, or the greedy listing.", default=None),
        _search("--cooperate/--no-cooperation", "Cooperative scores, or plain IG.", default=None),
        config_option,
    ]
)

model_options = stack(
    [
        of_model("--device", default="auto", show_default=True, help="cpu, cuda, cuda:1, mps or auto."),
        of_model(
            "--dtype",
            default="float32",
            show_default=True,
            type=click.Choice(["float32", "bfloat16", "float16"]),
            help="Precision of the weights.",
        ),
        of_model("--trust-remote-code", is_flag=True, help="Run code from the model's repository."),
        of_model("--allow-pickle", is_flag=True, help="Load weights that are not safetensors."),
    ]
)


def take(kind: type[Any], options: dict[str, Any]) -> dict[str, Any]:
    """Move the options that are settings of `kind` out of a command's keyword arguments."""
    names = {field.name for field in fields(kind)}
    return {name: options.pop(name) for name in list(options) if name in names}


def cidr_config(options: dict[str, Any], *, base: CidrConfig | None = None) -> CidrConfig:
    """The search settings from defaults (or `base`), file, environment and the given flags."""
    flags, file = take(CidrConfig, options), options.pop("config_file")
    flags["reading"] = joined_reading(flags.pop("reading", ()))
    values = given(CidrConfig, "cidr", flags=flags, file=file)
    if values.get("method") == "paper":
        return replace(CidrConfig.paper(), **values)
    return replace(base or CidrConfig(), **values)


def load_model(name: str, options: Mapping[str, Any], *, removal: str, device: str | None = None) -> Any:
    """The classifier that `model_options` describe; `removal` decides what stands for a removed word."""
    from auditor.model.pretrained import load_classifier

    return load_classifier(
        name,
        device=device or options["device"],
        replacement="mask" if removal == "mask" else "pad",
        **{option: options[option] for option in ("dtype", "trust_remote_code", "allow_pickle")},
    )


def report_folder(model: str, dataset: str, *, prefix: str = "") -> Path:
    """Where results go unless the user names a folder: reports/MODEL-DATASET."""
    return (
        Path("reports")
        / f"{prefix}{Path(model.replace(':', '-')).name}-{Path(dataset.replace(':', '-')).stem}"
    )
