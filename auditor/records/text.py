"""What the stages hand to each other: frozen records, nothing else."""

from dataclasses import dataclass
from enum import StrEnum

from auditor.records.appearance import shown

SUBSETS = 5
"""Items of a set up to which every part of it is checked; beyond, every part with one item less."""

SOME = 0.1
"""Evidence, in log-odds, up to which a text adds nothing: a class of 0.60 becomes one of 0.62."""

LEFT_OUT = "left out: the limit of calls was reached"
"""Why an example has no result when a model may not be asked any more; a later session goes on."""


class Status(StrEnum):
    """What is known about a text's minimal set."""

    VERIFIED = "verified"
    """Removing the set changes the prediction on the model, and no part of the set does."""
    EVIDENCE = "evidence"
    """No removal changes the prediction, an empty text gets it too; the set holds most of what the text
    adds, and no part of the set does."""
    DEFAULT = "default"
    """No removal changes the prediction, and the text adds nothing for the class to an empty text."""
    UNREACHABLE = "unreachable"
    """No removal that was tried changes the prediction; what the text adds is not asked (`--no-fallback`)."""
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


@dataclass(frozen=True, repr=False)
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
    label_after: str
    """The class predicted with the minimal set removed."""
    probability_empty: float
    """Probability of the predicted class with every word removed."""
    evidence: float
    """What the text adds to the log-odds of the predicted class, beyond the text with every word removed."""
    evidence_after: float
    """The same with the minimal set removed."""
    status: Status
    """What the set is: verified, most of the evidence, or none, and which kind of none."""
    set: tuple[int, ...]
    """The words of the minimal set, as places in `words`."""
    core: tuple[int, ...]
    """The words of the set that are needed one by one; the others only complete a pair."""
    pairs: tuple[Pair, ...]
    """The pairs that make up the set; empty for `unit = words`."""
    attributions: tuple[float, ...]
    """Integrated gradients of each word; without gradients, what the probability loses without it."""
    completeness_error: float
    """How far the attributions are from summing to the change of probability they explain."""
    forwards: int
    """Forward evaluations spent."""
    gradients: int
    """Gradient evaluations spent."""
    truncated: int
    """Words that the model's length limit cut off."""

    def __repr__(self) -> str:
        return shown("text_lines", self)

    def _repr_html_(self) -> str:
        """For notebooks."""
        return shown("text_html", self)


@dataclass(frozen=True)
class Outcome:
    """What came of one example of a dataset."""

    id: str
    """The example's id, made from its text."""
    row: int
    """Its place in the source: 1 for the first row, a header not counted."""
    gold: str | None
    """Its label in the dataset."""
    explanation: Explanation | None
    """Its minimal set; None where it was skipped."""
    reason: str = ""
    """Why it was skipped."""


@dataclass
class Tally:
    """What the evaluations cost: the one record that is filled in while the work goes on."""

    forwards: int = 0
    """Rows of forward batches."""
    gradients: int = 0
    """Rows of gradient batches."""
    batches: int = 0
    """Calls of the model."""
    pieces: int = 0
    """Pieces evaluated that belong to a text."""
    filler: int = 0
    """Pieces evaluated only to make batches rectangular."""
    seconds: float = 0.0
    """Time inside the model."""
    halvings: int = 0
    """Times that memory ran out and the batch size was halved."""
    forward_budget: int = 0
    """Pieces in one forward batch at the end; 0 before the beginning."""
    gradient_budget: int = 0
    """Pieces in one gradient batch at the end."""

    def add_batch(self, lengths: list[int], seconds: float, *, gradient: bool) -> None:
        """Count one call of the model on rows of these lengths."""
        self.batches += 1
        self.forwards += 0 if gradient else len(lengths)
        self.gradients += len(lengths) if gradient else 0
        self.pieces += sum(lengths)
        self.filler += max(lengths) * len(lengths) - sum(lengths)
        self.seconds += seconds

    @property
    def waste(self) -> float:
        """Share of the evaluated pieces that were filler."""
        return self.filler / max(1, self.pieces + self.filler)
