"""What an evaluation measured: records that the report renders, and the names of the figures.

A figure is a mean over texts with a bootstrap interval. A method that failed on a text has no value there;
the failure is counted and listed beside the figures, so that a mean over fewer texts is never silent.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A column of the table."""

    name: str
    """Its key in JSON."""
    heading: str
    """Its heading."""
    better: str
    """`lower`, `higher`, or nothing where neither is."""
    meaning: str
    """What it is, in a sentence."""


FIGURES = (
    Figure("lo", "LO", "lower", "log-odds: log F without the top words minus log F of the text"),
    Figure("comp", "Comp", "higher", "comprehensiveness: F of the text minus F without the top words"),
    Figure("sufficiency", "Suff", "lower", "sufficiency: F of the text minus F of the top words alone"),
    Figure("fms", "FMS", "higher", "share of texts whose set is essential and minimal, item by item"),
    Figure("fms_reachable", "FMS, reachable", "higher", "FMS among the texts that some set can flip"),
    Figure("fms_same_size", "FMS, same size", "higher", "FMS with as many words as the set of cidr has"),
    Figure("fms_words", "FMS, words", "higher", "essential, and no single word of the set can be spared"),
    Figure("essence", "Essence", "higher", "share of texts whose set loses the class, minimal or not"),
    Figure("reachable", "Reachable", "", "share of texts for which some set is known that loses the class"),
    Figure("set_size", "Set size", "", "words in the set"),
    Figure("zero_k", "K = 0", "", "share of texts where K is zero, so that LO and Comp remove nothing"),
    Figure("forwards", "Forwards", "", "forward evaluations per text"),
    Figure("gradients", "Gradients", "", "gradient evaluations per text"),
    Figure("seconds", "Seconds", "", "seconds per text"),
)


def figure(name: str) -> Figure:
    """The figure of that name."""
    return next(one for one in FIGURES if one.name == name)


QUALITY = tuple(one for one in FIGURES if one.better)
"""Figures that say how good a method is; the others say what its sets are like and what they cost."""
TESTED = ("lo", "comp", "fms")
"""Figures that are compared between methods by a paired test."""

MEANINGS = {
    "cidr": "the method of this tool on the plain probability, every set verified on the model",
    "cidr-unverified": "its proposal, pairs by how often they recur, not checked on the model",
    "cidr-no-refine": "no refinement: the greedy listing, neither recurrence nor a check on the model",
    "cidr-no-cooperation": "verified, with pairs scored by plain integrated gradients",
    "cidr-unverified-no-cooperation": "the proposal of pairs scored by plain integrated gradients",
    "cidr-no-refine-no-cooperation": "the greedy listing of pairs scored by plain integrated gradients",
    "cidr-paper": "the method as the paper prints it, unverified; most sets are empty",
    "ig": "integrated gradients (Captum)",
    "sig": "sequential integrated gradients: one piece moves, the others stay",
    "dig": "discretized integrated gradients: the path goes from word to word of the vocabulary",
    "gradient-x-input": "gradient times input (Captum)",
    "deeplift": "DeepLIFT (Captum)",
    "gradient-shap": "GradientSHAP (Captum)",
    "random": "words in random order: the floor",
    "leave-one-out": "what each word's absence takes from the probability: the sanity line",
}
"""The methods that there are, and what each is, in a line."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its interval; not a number where no text has a value."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class MethodFigures:
    """One row of the table."""

    method: str
    """Name of the method."""
    figures: Mapping[str, Estimate]
    """By figure name."""
    texts: int
    """Texts the method was measured on."""
    failures: int
    """Texts it failed on."""


@dataclass(frozen=True)
class Comparison:
    """The first method against another on the same texts."""

    figure: str
    """What is compared."""
    method: str
    """The first method."""
    against: str
    """The other."""
    difference: Estimate
    """Mean of the first minus the other over texts that both have."""
    p: float
    """Two-sided p-value of a paired permutation test on that mean."""
    adjusted: float
    """The same after Holm's correction over all comparisons of the figure."""

    @property
    def verdict(self) -> str:
        """Whether the first method is better, worse or neither at the five per cent level."""
        if math.isnan(self.p):
            return "not tested"
        sign = figure(self.figure).better
        if self.adjusted >= 0.05:
            return "no difference shown"
        return "better" if (self.difference.value > 0) == (sign == "higher") else "worse"


@dataclass(frozen=True)
class Failure:
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
class Evaluation:
    """The table and what it was made from."""

    model: str
    """The model, as it was named."""
    dataset: str
    """The dataset, as it was named."""
    convention: str
    """How removal, units and K were counted, in a sentence."""
    texts: int
    """Texts that were evaluated."""
    words: float
    """Mean number of units (words or pieces) of a text."""
    seeds: int
    """Runs of each method that draws random numbers."""
    methods: tuple[MethodFigures, ...]
    """Rows, in the order in which they were asked for."""
    comparisons: tuple[Comparison, ...]
    """Paired tests of the first method against each other one."""
    failures: tuple[Failure, ...]
    """What failed, and why."""
    seconds: float
    """Time that the whole evaluation took."""
