"""The power of an audit, as `report.json` has it: what would have come out, had it been there."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PowerPoint:
    """The chance that one shortcut comes out, as an artefact or as a question for a person."""

    kind: str
    """`made-up` (a word that no language has), `natural` (a word that the texts do not hold), `dates`
    (different ones) or `pair` (two words that say the class together)."""
    reach: float
    """Share of the texts that hold it."""
    effect: float
    """Share of the texts of other classes that it turns."""
    chance: float
    """The chance; over classes the mean."""
    low: float
    """Lower bound of its interval."""
    high: float


@dataclass(frozen=True)
class Resolution:
    """The smallest shortcut of one kind that is hardly ever missed."""

    kind: str
    reach: float | None
    """Smallest share of the texts from which it comes out with chance 0.9 where it turns half of the others;
    None: not even in half of the texts."""


@dataclass(frozen=True)
class CanaryTrial:
    """A canary that was put into the texts and looked for by the audit's own steps."""

    kind: str
    effect: float
    label: str
    """The class it speaks for."""
    texts: int
    """Texts that were searched anew."""
    expected: float
    """The chance that was computed for it."""
    came_out: bool


@dataclass(frozen=True)
class Power:
    """What this audit would have found."""

    mode: str
    """`quick` or `full`."""
    agreement: float
    """Share of a shortcut's texts that have its label."""
    points: tuple[PowerPoint, ...]
    """By kind, effect and reach, in this order."""
    resolutions: tuple[Resolution, ...]
    more_texts: int | None
    """Texts that are missing until a made-up word in 1 % of them comes out with chance 0.9; 0: it does now,
    None: no number of texts is enough."""
    trials: tuple[CanaryTrial, ...]
    """Canaries that were tried; none where the run is too small or the model cannot read them."""
    cost: float
    """Evaluations of the model that all this took, as a share of the run's own."""
