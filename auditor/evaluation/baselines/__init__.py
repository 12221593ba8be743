"""The baselines: methods that give every word a score, one file each, all of the same shape.

A baseline is a module with a `NAME`, a `MEANING` in one line, whether it is `SEEDED` (draws random numbers),
whether it `NEEDS_CAPTUM`, and `score`. To add one: write its file, add it to `BASELINES`, write its test.
"""

from typing import Protocol

from auditor.evaluation.baselines import (
    deeplift,
    dig,
    gradient_shap,
    gradient_x_input,
    ig,
    leave_one_out,
    random_order,
    sig,
)
from auditor.evaluation.embedded import Embedded, WordScores


class Baseline(Protocol):
    """The shape of a baseline's module."""

    NAME: str
    """Its name in the table."""
    MEANING: str
    """What it is, in a line."""
    SEEDED: bool
    """Whether it draws random numbers; if not, it runs once for all seeds."""
    NEEDS_CAPTUM: bool
    """Whether it is Captum's."""

    def score(self, text: Embedded, *, seed: int) -> WordScores:
        """A score of every word, and what it cost; `seed` is already specific to the method and the text."""
        ...


BASELINES: tuple[Baseline, ...] = (
    ig,
    sig,
    dig,
    gradient_x_input,
    deeplift,
    gradient_shap,
    random_order,
    leave_one_out,
)
"""Every baseline, in the order of the table."""
