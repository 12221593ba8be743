"""How often an intervention changes the prediction, beside the same with placebos."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from auditor.records.estimates import NO_EVIDENCE, Estimate
from auditor.signals.statistics import mean, more_often, rate

NO_INTERVENTION = "no_intervention"
"""Nothing changes this in a text and leaves the rest of it as it is."""


@dataclass(frozen=True)
class Flips:
    """Rates of changed predictions."""

    rate: Estimate = NO_EVIDENCE
    """Share of texts whose prediction changes; p against the placebo (exact McNemar test)."""
    placebo: Estimate = NO_EVIDENCE
    """The same rate with tokens of like frequency that show nothing."""
    effect: Estimate = NO_EVIDENCE
    """Mean change of the label's probability, towards what the intervention should do positive."""
    why: str = field(default="", kw_only=True)
    """Why nothing was tried: `no_intervention`; empty where something was."""


def flips(own: Sequence[bool], other: Sequence[bool], change: Sequence[float]) -> Flips:
    """Rates from paired outcomes; `other` is empty without placebos."""
    p = more_often(own, other) if other and own else None
    return Flips(
        rate=rate(sum(own), len(own), p=p),
        placebo=rate(sum(other), len(other)) if other else Estimate(),
        effect=mean(change),
    )
