"""One canary after the other: pushed, written, searched, mixed in, looked for."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from auditor.cidr.engine import Budget
from auditor.config import CidrConfig
from auditor.model.answering import Answering
from auditor.normal import normal
from auditor.power.canary import Canary, CanaryKind
from auditor.power.canary_search import Seen, search, seen
from auditor.power.coming_out import comes_out
from auditor.power.into_texts import holders, write
from auditor.power.mixture import mixed, number_of
from auditor.power.pair_trials import alone
from auditor.power.pushed import Push, Pushed, PushedAnswers
from auditor.power.strength import distances, push
from auditor.progress import Progress
from auditor.records.text import Tally
from auditor.signals.study import Study


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


@dataclass(frozen=True)
class Tried:
    """A canary, and what became of it."""

    canary: Canary
    strength: float
    """The push, in logits."""
    seen: Seen
    came_out: bool


def try_canaries(bench: Bench, canaries: Iterable[Canary], progress: Progress) -> list[Tried]:
    """Those that can be tried; where too few texts could be turned, a canary is left out."""
    every = list(canaries)
    progress.start("canaries", len(every))
    found = []
    try:
        for canary in every:
            one = try_canary(bench, canary)
            found += [] if one is None else [one]
            progress.advance()
    finally:
        progress.finish()
    return found


def try_canary(bench: Bench, canary: Canary) -> Tried | None:
    """Write, search, mix and look for one canary."""
    base, seed, paired = bench.base, bench.seed, canary.kind is CanaryKind.PAIR
    behind = distances(base, canary, number_of(base.corpus, canary.tokens[0]), seed=seed)
    strength = push(behind, canary.effect)
    if strength is None:
        return None
    pushed = Pushed(bench.classifier, push_of(canary, strength))
    texts = write(base, canary, holders(base, canary, seed=seed), seed=seed)
    found = search(pushed, texts, bench.method, budget=bench.budget, tally=bench.tally)
    others = alone(base, canary, list(texts), bench.classifier, seed=seed) if paired else {}
    mixture = replace(mixed(base, canary, found | others), model=PushedAnswers(base.model, pushed))
    out = comes_out(mixture, canary)
    return Tried(canary, strength, seen(base, canary, found), out)


def push_of(canary: Canary, strength: float) -> Push:
    """All words of a pair at once; of dates, any."""
    words = [normal(form) for form in canary.forms]
    paired = canary.kind is CanaryKind.PAIR
    return Push(
        tuple(frozenset([word]) for word in words) if paired else (frozenset(words),), canary.label, strength
    )
