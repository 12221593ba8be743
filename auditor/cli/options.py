"""Options that several commands share, each group one decorator."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from auditor.cli.headings import Decorated, of_model, search
from auditor.config import CHOICES, CidrConfig, layered


def stack(options: list[Callable[[Any], Any]]) -> Callable[[Decorated], Decorated]:
    """Several options as one decorator, in the order in which help shows them."""

    def decorate(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


cidr_options = stack(
    [
        search("--beta", type=float, help="Weight of the cooperative terms (β). [default: 0.5]"),
        search("--epsilon", type=float, help="Share of rounds from which a pair recurs (ε). [default: 0.5]"),
        search("--rounds", type=int, help="Knapsack rounds (n_iter). [default: 10]"),
        search("--threshold", type=float, help="Probability at which a class is lost (t). [default: 0.5]"),
        search("--steps", type=int, help="First quadrature nodes of the base path. [default: 14]"),
        search("--tolerance", type=float, help="Completeness error to stop at. [default: 0.01; run 0.05]"),
        search("--removal-steps", type=int, help="Nodes per path without one word. [default: 4; run 3]"),
        search("--leading", type=int, help="Search narrowly, from so many words. [default: 0, all; run 6]"),
        click.option(
            "--seed", type=int, help="Seed of all that is drawn: knapsack values, samples. [default: 0]"
        ),
        search("--forward-budget", type=int, help="Forward passes per text. [default: 1500]"),
        search(
            "--capacity",
            type=click.Choice(CHOICES["capacity"]),
            help="What the knapsack may keep, ours or to the paper's letter. [default: essence]",
        ),
        search(
            "--unit", type=click.Choice(CHOICES["unit"]), help="Sets of pairs or of words. [default: pairs]"
        ),
        search(
            "--removal",
            type=click.Choice(CHOICES["removal"]),
            help="What happens to the pieces of a removed word. [default: pad]",
        ),
        search(
            "--essence",
            type=click.Choice(CHOICES["essence"]),
            help="A class is lost when another wins, or at --threshold. [default: flip]",
        ),
        search(
            "--fallback/--no-fallback",
            default=None,
            help="Where no removal changes the prediction, find what the text adds. [default: on]",
        ),
        search("--verify/--no-verify", default=None, help="Check sets on the model. [default: on]"),
        search(
            "--refine/--no-refine", default=None, help="Knapsack rounds, or the greedy listing. [default: on]"
        ),
        search(
            "--cooperate/--no-cooperation",
            default=None,
            help="Cooperative scores, or plain IG. [default: on]",
        ),
        click.option(
            "--config",
            "config_file",
            type=click.Path(path_type=Path),
            help="Settings file. [default: audit.toml]",
        ),
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
    return layered(CidrConfig, "cidr", flags=flags, base=base, file=file)
