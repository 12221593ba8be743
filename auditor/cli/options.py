"""Options that several commands share, each group one decorator."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import click

from auditor.config import CHOICES, CidrConfig, layered

Command = TypeVar("Command", bound=Callable[..., Any])


def stack(options: list[Callable[[Any], Any]]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order in which help shows them."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


cidr_options = stack(
    [
        click.option("--beta", type=float, help="Weight of the cooperative terms (β). [default: 0.5]"),
        click.option(
            "--epsilon", type=float, help="Share of rounds a pair must recur in (ε). [default: 0.5]"
        ),
        click.option("--rounds", type=int, help="Knapsack rounds (n_iter). [default: 10]"),
        click.option(
            "--threshold", type=float, help="Probability at which a class is lost (t). [default: 0.5]"
        ),
        click.option("--steps", type=int, help="First quadrature nodes of the base path. [default: 14]"),
        click.option(
            "--tolerance", type=float, help="Completeness error to stop at. [default: 0.01; run 0.05]"
        ),
        click.option(
            "--removal-steps", type=int, help="Nodes per path without one word. [default: 4; run 3]"
        ),
        click.option(
            "--leading", type=int, help="Search narrowly, from so many words. [default: 0, all; run 6]"
        ),
        click.option(
            "--seed", type=int, help="Seed of all that is drawn: knapsack values, samples. [default: 0]"
        ),
        click.option("--forward-budget", type=int, help="Forward passes per text. [default: 1500]"),
        click.option("--capacity", type=click.Choice(CHOICES["capacity"]), help="[default: essence]"),
        click.option(
            "--unit", type=click.Choice(CHOICES["unit"]), help="Sets of pairs or of words. [default: pairs]"
        ),
        click.option("--removal", type=click.Choice(CHOICES["removal"]), help="[default: pad]"),
        click.option("--essence", type=click.Choice(CHOICES["essence"]), help="[default: flip]"),
        click.option(
            "--baseline-correction/--no-baseline-correction",
            default=None,
            help="Count evidence beyond an empty text, or the plain probability. [default: on]",
        ),
        click.option("--verify/--no-verify", default=None, help="Check sets on the model. [default: on]"),
        click.option(
            "--refine/--no-refine", default=None, help="Knapsack rounds, or the greedy listing. [default: on]"
        ),
        click.option(
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
        click.option("--device", default="auto", show_default=True, help="cpu, cuda, cuda:1, mps or auto."),
        click.option(
            "--dtype",
            default="float32",
            show_default=True,
            type=click.Choice(["float32", "bfloat16", "float16"]),
        ),
        click.option("--trust-remote-code", is_flag=True, help="Run code from the model's repository."),
        click.option("--allow-pickle", is_flag=True, help="Load weights that are not safetensors."),
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
