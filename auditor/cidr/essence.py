"""What it means to lose the class: the question that a set of words answers.

*Flip*: another class wins. *Threshold*: the class has at most a given probability. *Evidence*: most of what
the text adds to the class is gone. The first two are about the prediction. The third is asked where an empty
text gets the class too, so that no removal can take it away: the log-odds of the class, text against empty
text, say what the text adds, and a set holds most of it.

Each reading has an `excess`, not above zero where the class is lost, and a `margin` in logits, which does not
saturate, so that the effects of words nearly add up.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from auditor.cidr.questions import FloatArray
from auditor.model.classifier import softmax

LOST = 0.0
"""Excess at or below which the class is lost."""
ROUNDING = 1e-5
"""Lead, in probability, that another class needs: less may be rounding, and gone in another batch."""
MOST = 0.5
"""Share of the evidence that a set of `Evidence` takes."""


class Essence(Protocol):
    """One meaning of losing the class."""

    def excess(self, logits: FloatArray, target: int) -> FloatArray:
        """(rows,) how far the class is from being lost."""

    def margin(self, logits: FloatArray, target: int) -> FloatArray:
        """(rows,) the same in logits, roughly zero where the class is lost."""


@dataclass(frozen=True)
class Flip:
    """Another class wins."""

    lead: float = ROUNDING
    """How far it has to be ahead, in probability."""

    def excess(self, logits: FloatArray, target: int) -> FloatArray:
        evidence = softmax(logits)
        gap: FloatArray = evidence[:, target] - np.delete(evidence, target, axis=1).max(axis=1)
        return gap + self.lead

    def margin(self, logits: FloatArray, target: int) -> FloatArray:
        lead: FloatArray = logits[:, target] - np.delete(logits, target, axis=1).max(axis=1)
        return lead


@dataclass(frozen=True)
class Threshold:
    """The class has at most this probability."""

    threshold: float

    def excess(self, logits: FloatArray, target: int) -> FloatArray:
        own: FloatArray = softmax(logits)[:, target] - self.threshold
        return own

    def margin(self, logits: FloatArray, target: int) -> FloatArray:
        return Flip().margin(logits, target)


@dataclass(frozen=True)
class Evidence:
    """Most of what the text adds to the class is gone."""

    empty: float
    """Log-odds of the class for the empty text."""
    total: float
    """What the text adds to them."""

    def excess(self, logits: FloatArray, target: int) -> FloatArray:
        return self.left(logits, target) - (1 - MOST) * self.total

    def margin(self, logits: FloatArray, target: int) -> FloatArray:
        return self.excess(logits, target)

    def left(self, logits: FloatArray, target: int) -> FloatArray:
        """(rows,) the evidence that is still there."""
        return log_odds(logits, target) - self.empty


def log_odds(logits: FloatArray, target: int) -> FloatArray:
    """(rows,) log of a class's probability over that of all other classes together."""
    others = np.delete(logits, target, axis=1)
    highest = others.max(axis=1)
    rest = highest + np.log(np.exp(others - highest[:, None]).sum(axis=1))
    odds: FloatArray = logits[:, target] - rest
    return odds


def evidence_of(written: FloatArray, empty: FloatArray, target: int) -> Evidence:
    """The evidence of a text, from its own logits and those of the empty text."""
    text, bare = log_odds(np.stack([written, empty]), target)
    return Evidence(float(bare), float(text - bare))
