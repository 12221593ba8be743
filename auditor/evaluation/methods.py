"""The methods of the table: which there are, and what each gives for a text.

A *set method* gives items (pairs, or single words) that it holds to be a minimal set. A *ranking* gives every
word a score; its set is its top 2K words, which the measures take two by two as pairs.
"""

from dataclasses import dataclass, replace

from auditor.cidr.questions import WordSet
from auditor.config import CidrConfig
from auditor.errors import AuditError
from auditor.evaluation.conventions import Convention

SET_METHODS = (
    "cidr",
    "cidr-unverified",
    "cidr-no-refine",
    "cidr-no-cooperation",
    "cidr-unverified-no-cooperation",
    "cidr-no-refine-no-cooperation",
    "cidr-paper",
)
"""CIDR; its proposal, not checked on the model; the ablations; the paper's capacity to the letter."""
CAPTUM_METHODS = ("ig", "gradient-x-input", "deeplift", "gradient-shap")
RANKINGS = ("ig", "sig", "dig", "gradient-x-input", "deeplift", "gradient-shap", "random", "leave-one-out")
METHODS = SET_METHODS + RANKINGS
SEEDED = (
    "cidr",
    "cidr-unverified",
    "cidr-no-cooperation",
    "cidr-unverified-no-cooperation",
    "cidr-paper",
    "gradient-shap",
    "random",
)
"""Methods that draw random numbers; the others run once."""


@dataclass(frozen=True)
class Found:
    """What a method says about a text."""

    items: tuple[WordSet, ...] | None = None
    """The items of a set method's set, best first; None for a ranking."""
    ranking: tuple[int, ...] = ()
    """Every word of a ranking, best first."""
    core: WordSet = frozenset()
    """The words of a set that it says are needed one by one."""
    forwards: int = 0
    """Forward evaluations it asked for."""
    gradients: int = 0
    """Gradient evaluations it asked for."""
    seconds: float = 0.0
    """Time it takes alone."""

    def pairs(self, words: int) -> tuple[WordSet, ...]:
        """The items of the set; of a ranking, its first so many words, two by two."""
        if self.items is not None:
            return self.items
        top = self.ranking[:words]
        return tuple(frozenset(top[k : k + 2]) for k in range(0, len(top), 2))


def parse_methods(names: str) -> tuple[str, ...]:
    """Names with commas between them, `all` for every one; each at most once."""
    chosen = tuple(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if chosen == ("all",):
        return METHODS
    for name in chosen:
        if name not in METHODS:
            raise AuditError(f"unknown method {name!r}", f"Known methods: {', '.join(METHODS)}, or all.")
    if not chosen:
        raise AuditError("no method is named", f"Known methods: {', '.join(METHODS)}, or all.")
    return chosen


def config_of(method: str, convention: Convention, *, seed: int = 0) -> CidrConfig:
    """The settings of a set method. The metrics are about the plain probability, so that is what it works on.

    Refinement turns candidates into a minimal set, by recurrence and by checking on the model: without it the
    greedy listing stands as it is. Without cooperation, and to the letter of the paper, nothing else changes.
    """
    base = CidrConfig(fallback=False, removal=convention.removal, seed=seed)
    variants = {
        "cidr": base,
        "cidr-unverified": replace(base, verify=False),
        "cidr-no-refine": replace(base, verify=False, refine=False),
        "cidr-no-cooperation": replace(base, cooperate=False),
        "cidr-unverified-no-cooperation": replace(base, verify=False, cooperate=False),
        "cidr-no-refine-no-cooperation": replace(base, verify=False, refine=False, cooperate=False),
        "cidr-paper": replace(base, verify=False, capacity="paper"),
    }
    return variants[method]
