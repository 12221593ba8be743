"""What a reproduction of the paper found: numbers and codes beside what the paper prints."""

from collections.abc import Mapping
from dataclasses import dataclass

from auditor.records.evaluation import GridPoint
from auditor.records.text import Explanation

REPRODUCED, NOT_REPRODUCED, TOO_FEW, ANOTHER_SETTING, NOT_PRINTED = (
    "reproduced",
    "not reproduced",
    "too few texts",
    "another setting",
    "not printed",
)


@dataclass(frozen=True)
class Compared:
    """One figure of a method beside the printed one."""

    method: str
    """The method, by our name."""
    metric: str
    """`lo`, `comp` or `fms`, as the paper defines them."""
    value: float
    """Mean over training seeds, draws and texts."""
    low: float
    """Where its 95 % interval over all three begins."""
    high: float
    """Where it ends."""
    training_sd: float
    """Standard deviation between models trained with different seeds; not a number for one model."""
    draws_sd: float
    """Standard deviation between the draws of one model; 0 for a method that draws nothing."""
    printed_low: float
    """The printed figure (of another model: the lowest of the paper's three); not a number if none is."""
    printed_high: float
    """The same, or the highest of the three."""
    difference: float
    """How far ours lies above (below zero: below) what is printed."""
    verdict: str
    """`reproduced`, `not reproduced`, `too few texts`, `another setting` or `not printed`."""


@dataclass(frozen=True)
class TrainedModel:
    """One of the models of a setting."""

    seed: int
    """Seed of the training."""
    accuracy: Mapping[str, float]
    """On `dev` and on the whole of `test`."""
    tuned: GridPoint
    """β and ε that were chosen on dev, with their figures there."""


@dataclass(frozen=True)
class TableResult:
    """One setting of the paper's table."""

    model: str
    """The base model."""
    dataset: str
    """The dataset, as it was named."""
    source: str
    """Where its texts came from."""
    sizes: Mapping[str, int]
    """Texts of train, dev and test as loaded."""
    printed_sizes: Mapping[str, int] | None
    """The same in the paper, if it has the dataset."""
    dropped: int
    """Texts that were left out because a later part has them too."""
    trained_on: int
    """Texts that the models were trained on."""
    tuned_on: int
    """Texts of dev that β and ε were chosen on."""
    texts: int
    """Texts of test that the figures are of."""
    words: float
    """Words in one of them, on the average."""
    short_texts: int
    """Those among them that are too short for K to be one."""
    empty: float
    """Share of the texts for which the paper's method has no set; not a number where it was not run."""
    draws: int
    """Draws of each method that draws random numbers."""
    convention: str
    """How removal and K were counted."""
    models: tuple[TrainedModel, ...]
    """The models, by seed."""
    figures: tuple[Compared, ...]
    """Every method and metric."""


@dataclass(frozen=True)
class ExplainedSentence:
    """A sentence of the paper's injection, as the trained model reads it."""

    text: str
    """The sentence."""
    token: str
    """The planted token in it."""
    printed_label: str
    """The class that it has in the paper."""
    printed_set: tuple[str, ...]
    """The minimal set that the paper prints."""
    explanations: Mapping[str, Explanation]
    """By method: `verified` and `paper`."""

    def holds_token(self, method: str) -> bool:
        """Whether a method's set holds the planted token."""
        found = self.explanations[method]
        return self.token in {found.words[place] for place in found.core}

    def as_printed(self, method: str) -> bool:
        """Whether the class and the token in the set are as the paper has them."""
        return self.explanations[method].label == self.printed_label and self.holds_token(method)


@dataclass(frozen=True)
class InjectionResult:
    """The paper's injection with one assignment of the tokens."""

    model: str
    """The base model."""
    source: str
    """Where the sentences came from."""
    assignment: str
    """`aligned`, `random` or `reversed`."""
    examples: int
    """Texts that were planted."""
    keep_rest: bool
    """Whether the other texts stayed in the training set."""
    trained_on: int
    """Texts that the model was trained on."""
    planted: Mapping[str, Mapping[str, int]]
    """By token and class, the planted training texts."""
    places: Mapping[str, int]
    """What the tokens stand before, with counts."""
    tagger: str
    """What found adjectives and noun phrases."""
    dev_share: float
    """Share of dev that is planted in `dev`."""
    seed: int
    """Seed of the planting and the training."""
    accuracy: Mapping[str, float]
    """On `dev` (planted as the training set), `clean`, `aligned` and `conflicting`."""
    sentences: tuple[ExplainedSentence, ...]
    """The paper's two sentences."""
