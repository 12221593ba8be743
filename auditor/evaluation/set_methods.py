"""The set methods: CIDR in its variants, each the settings that it changes.

`cidr` is the paper's method, which checks nothing on the model; `cidr-verified` is this package's, which
checks every set; `cidr-unverified` is the proposal of `cidr-verified` as it is. Each is also run without
refinement and without cooperation, so that an ablation is compared at equal verification.

The figures are about the plain probability, so that is what every variant works on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from auditor.config import PAPER as FIXED
from auditor.config import PAPER_STEPS, CidrConfig

Changes = Mapping[str, bool | float | str]
"""Settings of `CidrConfig` by name."""
PAPER: Changes = {
    "method": "paper",
    **{name: value for name, value in FIXED.items() if name != "removal"},
}
"""What makes the settings those of the paper's method."""
OURS: Changes = {"method": "verified"}
UNVERIFIED: Changes = {**OURS, "verify": False}
VERIFIED: Changes = {**OURS, "verify": True}
NO_REFINE: Changes = {"refine": False}
NO_COOPERATION: Changes = {"cooperate": False}
PLAIN_IG: Changes = {"beta": 0.0}
"""The same for the paper's method: with β = 0, CIG of a pair is the sum of the plain IG of its words."""


@dataclass(frozen=True)
class SetMethod:
    """A variant of CIDR."""

    name: str
    """Its name in the table."""
    meaning: str
    """What it is, in a line."""
    changes: Changes
    """The settings that make the variant."""

    @property
    def seeded(self) -> bool:
        """Whether it draws random numbers: the knapsack rounds of refinement do."""
        return self.changes.get("refine") is not False

    def config(
        self, base: CidrConfig, *, removal: str, seed: int, reading: str = "", steps: int = PAPER_STEPS
    ) -> CidrConfig:
        """The settings of the variant; `reading` and `steps` are those of the paper's method."""
        own: dict[str, Any] = {"removal": removal, "seed": seed, "fallback": False}
        if self.changes["method"] == "paper":
            own |= {"reading": reading, "steps": steps}
        return replace(base, **(own | {"refine": True, "cooperate": True} | dict(self.changes)))


SET_METHODS = (
    SetMethod("cidr", "the paper's method: the pairs that recur, not checked on the model", PAPER),
    SetMethod(
        "cidr-no-refine",
        "the paper's method without refinement: the greedy listing, not checked on the model",
        {**PAPER, **NO_REFINE},
    ),
    SetMethod(
        "cidr-no-cooperation",
        "the paper's method with pairs scored by plain integrated gradients",
        {**PAPER, **PLAIN_IG},
    ),
    SetMethod("cidr-verified", "the method of this tool: every set checked on the model", VERIFIED),
    SetMethod(
        "cidr-verified-no-refine",
        "checked on the model, with the greedy listing as the proposal",
        {**VERIFIED, **NO_REFINE},
    ),
    SetMethod(
        "cidr-verified-no-cooperation",
        "checked on the model, with pairs scored by plain integrated gradients",
        {**VERIFIED, **NO_COOPERATION},
    ),
    SetMethod(
        "cidr-unverified", "the proposal of cidr-verified as it is, not checked on the model", UNVERIFIED
    ),
    SetMethod(
        "cidr-unverified-no-refine",
        "the proposal of cidr-verified-no-refine, not checked on the model",
        {**UNVERIFIED, **NO_REFINE},
    ),
    SetMethod(
        "cidr-unverified-no-cooperation",
        "the proposal of cidr-verified-no-cooperation, not checked on the model",
        {**UNVERIFIED, **NO_COOPERATION},
    ),
)
"""Every variant, in the order of the table."""
SETS = {method.name: method for method in SET_METHODS}
REFERENCE = "cidr-verified"
"""The set method whose set limits K and fixes the equal size, unless another is named."""
