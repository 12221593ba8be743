"""Canaries, pushed, written, searched, mixed in, looked for."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from auditor.cidr.engine import Budget
from auditor.config import CidrConfig
from auditor.model.answering import Answering
from auditor.normal import normal
from auditor.power.canary import Canary, CanaryKind
from auditor.power.canary_search import Search, Searching, Seen, one_after_another, seen
from auditor.power.coming_out import comes_out
from auditor.power.into_texts import holders, write
from auditor.power.mixture import mixed, number_of
from auditor.power.pair_trials import alone
from auditor.power.pushed import Push, Pushed, PushedAnswers
from auditor.power.strength import distances, push
from auditor.progress import Progress, Silent
from auditor.records.text import Explanation, Tally
from auditor.signals.study import Study
from auditor.sweep.computing import added


@dataclass(frozen=True, eq=False)
class Bench:
    """What canaries are tried on."""

    base: Study
    """The prepared study; its model is the user's own."""
    classifier: Answering
    method: CidrConfig
    seed: int
    tally: Tally
    """What the evaluations cost."""
    budget: Budget | None = None
    searching: Searching = one_after_another
    """Who does the searches."""


@dataclass(frozen=True)
class Tried:
    """A canary, and what became of it."""

    canary: Canary
    strength: float
    """The push, in logits."""
    seen: Seen
    came_out: bool


def try_canaries(bench: Bench, canaries: Iterable[Canary], progress: Progress) -> list[Tried]:
    """Those that can be tried; where too few texts could be turned, a canary is left out.

    First every canary is pushed and written, then all are searched, then each is looked for: the searches,
    which are nearly all of the work, do not wait for each other.
    """
    every = [one for one in (_prepared(bench, canary) for canary in canaries) if one is not None]
    progress.start("canaries", len(every))
    found: dict[int, dict[int, Explanation]] = {}
    try:
        for number, (sets, tally) in bench.searching(bench.classifier, [one.search for one in every]):
            found[number] = sets
            _add(bench.tally, tally)
            progress.advance()
    finally:
        progress.finish()
    return [_looked_for(bench, one, found[number]) for number, one in enumerate(every)]


def try_canary(bench: Bench, canary: Canary) -> Tried | None:
    """Write, search, mix and look for one canary."""
    return next(iter(try_canaries(bench, [canary], Silent())), None)


@dataclass(frozen=True)
class _Prepared:
    """A canary in its texts."""

    canary: Canary
    strength: float
    search: Search


def _prepared(bench: Bench, canary: Canary) -> _Prepared | None:
    base, seed = bench.base, bench.seed
    behind = distances(base, canary, number_of(base.corpus, canary.tokens[0]), seed=seed)
    strength = push(behind, canary.effect)
    if strength is None:
        return None
    texts = write(base, canary, holders(base, canary, seed=seed), seed=seed)
    return _Prepared(canary, strength, Search(push_of(canary, strength), texts, bench.method, bench.budget))


def _looked_for(bench: Bench, one: _Prepared, found: dict[int, Explanation]) -> Tried:
    base, canary, paired = bench.base, one.canary, one.canary.kind is CanaryKind.PAIR
    others = alone(base, canary, list(one.search.texts), bench.classifier, seed=bench.seed) if paired else {}
    pushed = PushedAnswers(base.model, Pushed(bench.classifier, one.search.push))
    mixture = replace(mixed(base, canary, found | others), model=pushed)
    return Tried(canary, one.strength, seen(base, canary, found), comes_out(mixture, canary))


def push_of(canary: Canary, strength: float) -> Push:
    """All words of a pair at once; of dates, any."""
    words = [normal(form) for form in canary.forms]
    paired = canary.kind is CanaryKind.PAIR
    return Push(
        tuple(frozenset([word]) for word in words) if paired else (frozenset(words),), canary.label, strength
    )


def _add(total: Tally, tally: Tally) -> None:
    vars(total).update(vars(added(total, tally)))
