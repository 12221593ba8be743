"""The methods of the table, and what each gives for a text.

A *set method* gives items (pairs, or single words) that it calls a minimal set. A *ranking* gives every word
a score; its set is its top 2K words.
"""

from dataclasses import dataclass

from auditor.cidr.questions import WordSet
from auditor.errors import AuditError
from auditor.evaluation.baselines import BASELINES
from auditor.evaluation.set_methods import SET_METHODS

RANKINGS = {baseline.NAME: baseline for baseline in BASELINES}
MEANINGS = {method.name: method.meaning for method in SET_METHODS} | {
    baseline.NAME: baseline.MEANING for baseline in BASELINES
}
"""What each method is, in a line."""
METHODS = tuple(MEANINGS)
SEEDED = frozenset(
    [method.name for method in SET_METHODS if method.seeded]
    + [baseline.NAME for baseline in BASELINES if baseline.SEEDED]
)
"""Methods that draw random numbers; the others run once."""


@dataclass(frozen=True)
class MethodResult:
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
        """The first so many words of a ranking, two by two."""
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


def with_first(methods: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The methods with the one that is tested at the front; as they are where it is not among them."""
    return (name, *(method for method in methods if method != name)) if name in methods else methods
