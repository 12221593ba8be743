"""What a repair did, to be kept beside the dataset that it made: `FILE.repair.json`."""

from dataclasses import dataclass
from typing import Any

FORMAT_VERSION = 1
"""Version of `FILE.repair.json`."""
HOW = ("mask", "balance", "counterfactual", "reweight")
"""The ways of repairing, the default first; `auditor.repair.ways` has them in this order."""
WEIGHT = "weight"
"""The column of the weights of `reweight`."""


@dataclass(frozen=True)
class RepairedFinding:
    """A finding that the rows were changed for."""

    id: str
    tokens: tuple[str, ...]
    """One, or the two of a pair; the name of a group."""
    kind: str
    """`token`, `pair` or `group`."""
    label: str
    """The class it speaks for, by the dataset's name."""
    verdict: str
    """The rule's."""
    decision: str
    """A reviewer's; empty where there is none."""
    before: dict[str, float]
    """Rows that held it, by class."""
    after: dict[str, float]
    """The same in the repaired dataset, by the weight of the rows."""
    short: int = 0
    """Copies that could not be made, since no row was left to copy."""


@dataclass(frozen=True)
class LeftOut:
    """An artefact that was not repaired."""

    id: str
    name: str
    reason: str
    """`not-words`: it is not made of words; `members`: the run's list of its words is gone; `absent`: the
    dataset does not hold it."""


@dataclass(frozen=True)
class ChangedRow:
    """A row of the output that is not as it was."""

    row: int
    """Of the input, from 1, a header not counted."""
    out: int
    """Of the output, counted in the same way."""
    change: str
    """`masked`, `repeated`, `inserted` or `taken-out`; the last three are further rows."""
    findings: tuple[str, ...]


@dataclass(frozen=True)
class Dropped:
    """A row that is in the input alone."""

    row: int
    findings: tuple[str, ...]
    reason: str
    """`balance`, or `empty`: nothing was left of a text."""


@dataclass(frozen=True)
class Manifest:
    """What was done to which rows, for which findings."""

    format_version: int
    how: str
    """The way of repairing."""
    settings: dict[str, Any]
    run: dict[str, Any]
    """Name and fingerprint of the audit."""
    source: dict[str, Any]
    """The input: its name, the fingerprint of its rows, how many there are."""
    result: dict[str, Any]
    """The output: the fingerprint of its rows, how many there are, the hash of the file."""
    findings: tuple[RepairedFinding, ...]
    left_out: tuple[LeftOut, ...]
    changes: dict[str, int]
    """Rows by what happened to them."""
    rows: tuple[ChangedRow, ...]
    dropped: tuple[Dropped, ...]
