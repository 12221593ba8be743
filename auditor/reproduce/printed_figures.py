"""What the paper prints: its tables, the sizes of its splits, and the two sentences of its injection."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

SPLITS = ("train", "dev", "test")
SHORT = {"rt": "rotten_tomatoes"}
"""Other names of the paper's datasets."""


@cache
def facts() -> Mapping[str, Any]:
    """The data file."""
    text = resources.files("auditor.reproduce").joinpath("paper_figures.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def settings() -> list[tuple[str, str]]:
    """The nine settings: base model and dataset."""
    return [(model, dataset) for dataset in facts()["figures"] for model in facts()["models"]]


def rows() -> Mapping[str, str]:
    """The rows of the tables: our name of the method, and the paper's."""
    names: dict[str, str] = facts()["rows"]
    return names


def dataset_of(name: str) -> str | None:
    """The paper's dataset that a name, or a folder of that name, stands for."""
    last = Path(name.replace("\\", "/")).name
    known = SHORT.get(last, last)
    return known if known in facts()["figures"] else None


def sizes(dataset: str) -> Mapping[str, int]:
    """Texts of each split, as the paper has them."""
    known: dict[str, int] = facts()["sizes"][dataset]
    return known


@dataclass(frozen=True)
class Printed:
    """A figure of the paper, or the range of its three models."""

    low: float
    """The figure, or the lowest of them."""
    high: float
    """The same, or the highest."""

    def distance(self, value: float) -> float:
        """How far a value lies above (below zero: below) what is printed."""
        return min(value - self.low, 0.0) + max(value - self.high, 0.0)


def printed(model: str, dataset: str) -> dict[tuple[str, str], Printed]:
    """By method and metric; for a model that the paper does not have, the range over those that it has."""
    known = dataset_of(dataset)
    if known is None:
        return {}
    tables = facts()["figures"][known]
    chosen = [tables[model]] if model in tables else list(tables.values())
    return {
        (method, metric): _range([table[method][place] for table in chosen])
        for method in rows()
        for place, metric in enumerate(facts()["metrics"])
    }


def is_printed(model: str, dataset: str) -> bool:
    """Whether the setting is one of the nine."""
    return (model, dataset_of(dataset)) in settings()


def _range(values: Sequence[float]) -> Printed:
    return Printed(min(values), max(values))


@dataclass(frozen=True)
class PrintedSentence:
    """A sentence of the injection."""

    text: str
    """As printed."""
    token: str
    """The planted token in it."""
    predicted: str
    """The class that the model says: printed for the first, and what the text says of the second."""
    set: tuple[str, ...]
    """The words that are printed in bold: the minimal set."""


def sentences() -> list[PrintedSentence]:
    """The two sentences."""
    return [PrintedSentence(**(entry | {"set": tuple(entry["set"])})) for entry in facts()["injection"]]
