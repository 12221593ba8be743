"""What an evaluation measured: records that its outputs render, and the names of the metrics.

A figure is a mean over texts with a bootstrap interval. A method that failed on a text has no value there;
the failure is counted and listed beside the figures, so that a mean over fewer texts is never silent.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    """A column of the table."""

    name: str
    """Its key in JSON."""
    heading: str
    """Its heading."""
    better: str
    """`lower`, `higher`, or nothing where neither is."""
    meaning: str
    """What it is, in a sentence."""


METRICS = (
    Metric("lo", "LO", "lower", "log-odds: log F without the top words minus log F of the text"),
    Metric("comp", "Comp", "higher", "comprehensiveness: F of the text minus F without the top words"),
    Metric("sufficiency", "Suff", "lower", "sufficiency: F of the text minus F of the top words alone"),
    Metric(
        "fms",
        "FMS, printed",
        "higher",
        "share of texts whose set is minimal as the paper prints it: by the pairs of a set, by the words of "
        "a ranking",
    ),
    Metric(
        "fms_pairs",
        "FMS, pairs",
        "higher",
        "share of texts whose set is essential and minimal by pairs; the words of a ranking are joined two "
        "by two",
    ),
    Metric(
        "fms_same_size",
        "FMS, same size",
        "higher",
        "FMS by pairs with as many words of a ranking as the reference's set has",
    ),
    Metric(
        "fms_words", "FMS, words", "higher", "the set is essential and no single word of it can be left out"
    ),
    Metric(
        "fms_reachable", "FMS, reachable", "higher", "FMS by pairs among the texts that some set can flip"
    ),
    Metric("essence", "Essence", "higher", "share of texts whose set loses the class, minimal or not"),
    Metric("reachable", "Reachable", "", "share of texts for which some set is known that loses the class"),
    Metric("set_size", "Set size", "", "words in the set"),
    Metric("empty", "Empty", "", "share of texts whose set is empty"),
    Metric("zero_k", "K = 0", "", "share of texts where K is zero, so that LO and Comp remove nothing"),
    Metric("forwards", "Forwards", "", "forward evaluations per text"),
    Metric("gradients", "Gradients", "", "gradient evaluations per text"),
    Metric("seconds", "Seconds", "", "seconds per text"),
)


def metric(name: str) -> Metric:
    """The metric of that name."""
    return next(one for one in METRICS if one.name == name)


QUALITY = tuple(one for one in METRICS if one.better)
"""Metrics that say how good a method is; the others say what its sets are like and what they cost."""
TESTED = ("lo", "comp", "fms", "fms_pairs", "fms_same_size")
"""Metrics that are compared between methods by a paired test."""
APART = ("lo", "comp", "sufficiency", "fms", "fms_pairs", "fms_same_size")
"""Metrics that are also shown for texts with and without K = 0 apart."""


@dataclass(frozen=True)
class MeanInterval:
    """A mean and its interval; not a number where no text has a value."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class MethodRow:
    """One row of the table."""

    method: str
    """Name of the method."""
    figures: Mapping[str, MeanInterval]
    """By metric, over all texts."""
    k_positive: Mapping[str, MeanInterval]
    """By metric, over the texts that are long enough for K to be one or more."""
    k_zero: Mapping[str, MeanInterval]
    """By metric, over the texts so short that K is zero for every method."""
    texts: int
    """Texts the method was measured on."""
    failures: int
    """Texts it failed on."""


@dataclass(frozen=True)
class Comparison:
    """The first method against another on the same texts."""

    metric: str
    """What is compared."""
    method: str
    """The first method."""
    against: str
    """The other."""
    difference: MeanInterval
    """Mean of the first minus the other over texts that both have."""
    p: float
    """Two-sided p-value of a paired permutation test on that mean."""
    adjusted: float
    """The same after Holm's correction over all comparisons of the metric."""

    @property
    def verdict(self) -> str:
        """Whether the first method is better, worse or neither at the five per cent level."""
        if math.isnan(self.p):
            return "not tested"
        sign = metric(self.metric).better
        if self.adjusted >= 0.05:
            return "no difference shown"
        return "better" if (self.difference.value > 0) == (sign == "higher") else "worse"


@dataclass(frozen=True)
class MethodFailure:
    """A method that gave nothing for a text."""

    method: str
    """Name of the method."""
    id: str
    """Id of the text."""
    text: str
    """Its beginning."""
    reason: str
    """What went wrong."""


@dataclass(frozen=True)
class GridPoint:
    """One pair of settings that was tried."""

    beta: float
    """β: weight of the terms without one word."""
    epsilon: float
    """ε: share of the rounds from which a pair recurs."""
    fms: float
    """FMS as printed, on the texts for tuning."""
    comp: float
    """Comprehensiveness on the same texts."""


@dataclass(frozen=True)
class Tuning:
    """How β and ε were chosen: on texts that the table leaves out."""

    method: str
    """The method whose figures decided."""
    texts: int
    """Texts for tuning."""
    points: tuple[GridPoint, ...]
    """Every pair that was tried."""
    best: GridPoint
    """The pair that was chosen."""


@dataclass(frozen=True)
class Evaluation:
    """The table and what it was made from."""

    model: str
    """The model, as it was named."""
    dataset: str
    """The dataset, as it was named."""
    convention: str
    """How removal, units and K were counted, in a sentence."""
    settings: Mapping[str, float | str]
    """β, ε, t and the like, by their names in `audit.toml`."""
    texts: int
    """Texts that were evaluated."""
    short_texts: int
    """Those among them so short that K is zero for every method."""
    words: float
    """Mean number of units (words or pieces) of a text."""
    seeds: int
    """Runs of each method that draws random numbers."""
    methods: tuple[MethodRow, ...]
    """Rows, in the order in which they were asked for."""
    comparisons: tuple[Comparison, ...]
    """Paired tests of the first method against each other one."""
    failures: tuple[MethodFailure, ...]
    """What failed, and why."""
    seconds: float
    """Time that the whole evaluation took."""
    tuning: Tuning | None = None
    """How β and ε were chosen, where that was asked for."""
