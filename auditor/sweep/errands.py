"""Work that can be done wherever the model is: a shard, rows of interventions, a search for canaries.

An errand holds all that it needs beside the model, and comes out the same whoever does it. One that is too
large for a worker's memory is done in parts; a part that cannot be divided is given up with a reason, as the
engine gives up a text.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from auditor.config import SweepConfig

if TYPE_CHECKING:
    from auditor.cidr.engine import Budget
    from auditor.model.classifier import Classifier


@dataclass
class Desk:
    """What a worker has at hand."""

    classifier: "Classifier"
    settings: SweepConfig
    """Of the sweep, with the size of a shard."""
    budget: "Budget"
    """How much is evaluated at once; smaller once memory ran out."""


class Errand(Protocol):
    """A piece of work."""

    def do(self, desk: Desk) -> Any:
        """Its result."""

    def parts(self) -> "Sequence[Errand]":
        """The same work as two smaller pieces; none where it cannot be divided."""

    def joined(self, results: Sequence[Any]) -> Any:
        """The result, from those of its parts."""

    def given_up(self, reason: str) -> Any:
        """The result of work that cannot be divided and that nobody could do."""


@dataclass(frozen=True)
class Equipment:
    """What every worker must have, or be told, before it does anything."""

    model: str
    """Hash of the model."""
    versions: dict[str, str]
    """Of this program and the libraries under it."""
    packed: bool
    """Whether linear layers are packed."""
    settings: SweepConfig


class Fleet(Protocol):
    """Workers that have the model; they may come and go."""

    def equip(self, equipment: Equipment) -> None:
        """What all workers get, those that are there and those to come."""

    def work(self, errands: Iterable[Errand]) -> Iterator[tuple[int, Any]]:
        """The number of each errand with its result, as they come."""
