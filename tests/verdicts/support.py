"""Evidence for the verdict rule, in which nothing is remarkable but what is named."""

from dataclasses import replace
from typing import Any

from auditor.records.estimates import Estimate
from auditor.signals.association import Association
from auditor.signals.deletion import Deletion
from auditor.signals.evidence import Evidence
from auditor.signals.flips import Flips
from auditor.signals.harm import Harm
from auditor.signals.insertion import Insertion
from auditor.signals.lexicon import Lexicon
from auditor.signals.reference import Reference
from auditor.signals.reliance import Reliance
from auditor.signals.statistics import rate
from tests.findings.builder import of

LEAK = {"share": rate(90, 100, p=1e-9, adjusted_p=1e-8), "base": 0.5}
FAVOURED = {"share": rate(7, 10, p=0.1, adjusted_p=0.4), "base": 0.5}
EVEN = {"share": rate(51, 100, p=0.4, adjusted_p=0.9), "base": 0.5}
NEEDED = Estimate(4.0, 3.0, 5.0, 50, 40, 1e-9, 1e-8)
"""Enrichment."""
FEW, NONE = rate(5, 100), Estimate()
OFTEN, SOMETIMES, SELDOM, NEVER = (
    Flips(rate(40, 40, p=1e-9), rate(1, 40), Estimate(0.8, 0.7, 0.9, 40)),
    Flips(rate(18, 40, p=1e-5), rate(1, 40), Estimate(0.4, 0.3, 0.5, 40)),
    Flips(rate(10, 40, p=0.01), rate(1, 40), Estimate(0.2, 0.1, 0.3, 40)),
    Flips(rate(1, 40, p=0.5), rate(1, 40), Estimate(0.0, -0.1, 0.1, 40)),
)
FEW_TURNED = Flips(rate(10, 40, p=0.01), rate(1, 40), Estimate(0.4, 0.3, 0.5, 40))
"""At least 0.14."""
MUCH, HALF, LITTLE = Estimate(0.5, 0.4, 0.6, 32), Estimate(0.3, 0.19, 0.41, 32), Estimate(0.1, 0.01, 0.19, 32)
"""Evidence that texts lose when it is deleted."""


def evidence(
    *,
    association: dict[str, Any] | None = None,
    needed: bool = False,
    share_of_sets: Estimate = FEW,
    deletion: Flips = NEVER,
    insertion: Flips = NEVER,
    lost: Estimate = MUCH,
    pull: float = 9.0,
    conflict: Estimate = NONE,
    reference: str = "none",
    lexicon: str = "none",
) -> Evidence:
    """Evidence in which nothing is remarkable but what is named."""
    enrichment = NEEDED if needed else replace(NEEDED, p=0.5, adjusted_p=0.9)
    return of(
        Association(**association) if association else Association(),
        Reliance(enrichment, share_of_sets),
        Deletion(**vars(deletion), evidence_lost=lost),
        Insertion(**vars(insertion), pull=pull),
        Reference(reference, rate(10, 20) if reference != "absent" else Estimate()),
        Lexicon(lexicon),
        Harm(conflict=conflict, followed=rate(conflict.n - (conflict.count or 0), conflict.n)),
    )
