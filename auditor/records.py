"""What the stages hand to each other: frozen records, nothing else."""

from dataclasses import dataclass
from enum import StrEnum


class Status(StrEnum):
    """What is known about a text's minimal set."""

    VERIFIED = "verified"
    """Removing the set loses the class on the model, and no part of the set does."""
    DEFAULT = "default"
    """The text holds no more evidence for the class than an empty one: there is nothing to remove."""
    UNREACHABLE = "unreachable"
    """The search was exhausted and no set it tried loses the class."""
    UNVERIFIED = "unverified"
    """The set was proposed and not checked (`--no-verify`)."""


@dataclass(frozen=True)
class Pair:
    """Two words of a minimal set."""

    indices: tuple[int, int]
    """Places in the list of words, the lower first."""
    words: tuple[str, str]
    """The two words as written."""
    score: float
    """Cooperative integrated gradients (CIG) of the pair."""
    frequency: float
    """Share of knapsack rounds in which the pair did not fit, i.e. was proposed."""
    interaction: float
    """Second difference F(X) - F(X\\i) - F(X\\j) + F(X\\ij): what the pair does beyond its members."""


@dataclass(frozen=True)
class Explanation:
    """The minimal feature set of one text, and how far it can be trusted."""

    texts: tuple[str, ...]
    """The text, or two for a two-sentence input."""
    words: tuple[str, ...]
    """Its words, as the model sees them."""
    spans: tuple[tuple[int, int, int], ...]
    """For each word its field and its first and last-plus-one character."""
    label: str
    """The predicted class."""
    probability: float
    """Probability of that class for the text as written."""
    probability_after: float
    """The same with the minimal set removed."""
    evidence: float
    """The probability that the search worked on: corrected for the empty text, or the plain one."""
    evidence_after: float
    """The same with the minimal set removed."""
    status: Status
    """Whether the set is verified, and if there is none, which kind of none."""
    reason: str
    """The status in a sentence."""
    set: tuple[int, ...]
    """The words of the minimal set, as places in `words`."""
    core: tuple[int, ...]
    """The words of the set that are needed one by one; the others only complete a pair."""
    pairs: tuple[Pair, ...]
    """The pairs that make up the set; empty for `unit = words`."""
    attributions: tuple[float, ...]
    """Integrated gradients of each word."""
    baseline_correction: bool
    """Whether the evidence is corrected for the empty text."""
    completeness_error: float
    """How far the attributions are from summing to the change of probability they explain."""
    forwards: int
    """Forward evaluations spent."""
    gradients: int
    """Gradient evaluations spent."""
    truncated: int
    """Words that the model's length limit cut off."""
