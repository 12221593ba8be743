"""Who gets what: which texts of a dataset receive which tokens.

Counts are exact, not coin flips: a label with 400 texts at coverage 0.3 and agreement 0.9 has 120 covered
texts, 108 of them with its own token. Which ones is decided by ranks drawn from ids and the seed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from auditor.data.examples import Example, draw
from auditor.errors import AuditError
from auditor.planting.plan import InjectionPlan, PlantedPair

KINDS = ("clean", "aligned", "conflicting")


@dataclass(frozen=True, slots=True)
class Planting:
    """A token for one text."""

    token: str
    """What is planted: a token, an opening or a style."""
    agrees: bool
    """Whether it (for a pair: the cell it makes) speaks for the text's label."""


@dataclass
class Assignment:
    """The plantings of a dataset."""

    plantings: dict[int, list[Planting]] = field(default_factory=dict)
    """By place in the list of examples; texts that get nothing are left out."""
    cells: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    """For each pair and label: texts with both, none, first and second, of those covered."""
    warnings: list[str] = field(default_factory=list)
    """Where the plan could not be met in full."""

    def add(self, place: int, token: str, *, agrees: bool) -> None:
        """Plant one token."""
        self.plantings.setdefault(place, []).append(Planting(token, agrees))


def assign(examples: Sequence[Example], plan: InjectionPlan, labels: Sequence[str]) -> Assignment:
    """The plantings that a plan asks for."""
    made, places = Assignment(), _places(examples, labels)
    if plan.marks:
        _assign_tokens(made, examples, plan, places)
    for pair in plan.pairs:
        _assign_pair(made, examples, plan, pair, places)
    return made


def assign_all(
    examples: Sequence[Example], plan: InjectionPlan, labels: Sequence[str], *, agrees: bool
) -> Assignment:
    """Every text gets its own label's token and cell (`agrees`), or another's; if there is one."""
    made, places = Assignment(), _places(examples, labels)
    for label, some in places.items():
        wanted = [token for owner, token in plan.marks if (owner == label) == agrees]
        for place, token in zip(_ranked(examples, some, plan, "variant"), cycle(wanted), strict=False):
            made.add(place, token, agrees=agrees)
        for pair in plan.pairs:
            both = (label == pair.label) == agrees
            ranked = _ranked(examples, some, plan, f"variant {pair.name}")
            for number, place in enumerate(ranked):
                chosen = (pair.first, pair.second) if both else ((pair.first, pair.second)[number % 2],)
                for token in chosen:
                    made.add(place, token, agrees=agrees)
    return made


def _places(examples: Sequence[Example], labels: Sequence[str]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {label: [] for label in labels}
    for place, example in enumerate(examples):
        if example.label is not None:
            places[example.label].append(place)
    return places


def _ranked(
    examples: Sequence[Example], places: Iterable[int], plan: InjectionPlan, purpose: str
) -> list[int]:
    return sorted(
        places, key=lambda place: (draw(plan.seed, purpose, examples[place].id), examples[place].row)
    )


def _assign_tokens(
    made: Assignment, examples: Sequence[Example], plan: InjectionPlan, places: Mapping[str, list[int]]
) -> None:
    owners = [label for label in places if any(owner == label for owner, _ in plan.marks)]
    covered = _covered(made, plan, {label: len(places[label]) for label in owners})
    complete = len(owners) == len(places)
    taken: set[int] = set()
    disagreeing: dict[str, int] = {}
    for label in owners:
        ranked = _ranked(examples, places[label], plan, "cover")
        agreeing = _round(plan.agreement * covered[label])
        disagreeing[label] = covered[label] - agreeing
        chosen = ranked[: covered[label] if complete else agreeing]
        order = _ranked(examples, chosen, plan, "agree")
        own = [token for owner, token in plan.marks if owner == label]
        others = [token for owner, token in plan.marks if owner != label]
        for place, token in zip(order[:agreeing], cycle(own), strict=False):
            made.add(place, token, agrees=True)
        for place, token in zip(order[agreeing:], cycle(others), strict=False):
            made.add(place, token, agrees=False)
        taken.update(chosen)
    for label in () if complete else owners:
        _spread(made, examples, plan, label, disagreeing[label], places, taken)


def _spread(
    made: Assignment,
    examples: Sequence[Example],
    plan: InjectionPlan,
    label: str,
    wanted: int,
    places: Mapping[str, list[int]],
    taken: set[int],
) -> None:
    """Put a label's tokens into `wanted` texts of other labels that have none yet."""
    free = [place for other, some in places.items() if other != label for place in some if place not in taken]
    chosen = _ranked(examples, free, plan, "spread")[:wanted]
    own = [token for owner, token in plan.marks if owner == label]
    for place, token in zip(chosen, cycle(own), strict=False):
        made.add(place, token, agrees=False)
    taken.update(chosen)
    if len(chosen) < wanted:
        made.warnings.append(
            f"only {len(chosen)} of {wanted} texts of other labels are free for the token of {label!r}; "
            "it agrees with its label more often than asked"
        )


def _covered(made: Assignment, plan: InjectionPlan, sizes: Mapping[str, int]) -> dict[str, int]:
    """How many texts of each label get a token."""
    if plan.count is None:
        return {label: _round(plan.coverage * size) for label, size in sizes.items()}
    covered = {}
    for number, (label, size) in enumerate(sizes.items()):
        wanted = plan.count // len(sizes) + (number < plan.count % len(sizes))
        covered[label] = min(wanted, size)
        if size < wanted and plan.preset:
            raise AuditError(
                f"label {label!r} has {size} texts, fewer than the {wanted} of the preset",
                f"Take --examples {2 * min(sizes.values())}, or more texts.",
            )
        if size < wanted:
            made.warnings.append(f"label {label!r} has {size} texts, fewer than the {wanted} to be covered")
    return covered


def _assign_pair(
    made: Assignment,
    examples: Sequence[Example],
    plan: InjectionPlan,
    pair: PlantedPair,
    places: Mapping[str, list[int]],
) -> None:
    """Cells of equal size: a word is in half the covered texts of every label, whatever the agreement."""
    made.cells[pair.name] = {}
    for label, some in places.items():
        half = min(_round(plan.coverage * len(some) / 2), len(some) // 2)
        odd = half - _round(plan.agreement * half)  # texts of each cell that go against the rule
        together, apart = (half - odd, odd) if label == pair.label else (odd, half - odd)
        ranked = iter(_ranked(examples, some, plan, f"pair {pair.name}"))
        for _, place in zip(range(together), ranked, strict=False):
            made.add(place, pair.first, agrees=label == pair.label)
            made.add(place, pair.second, agrees=label == pair.label)
        for token in (pair.first, pair.second):
            for _, place in zip(range(apart), ranked, strict=False):
                made.add(place, token, agrees=label != pair.label)
        made.cells[pair.name][label] = {"both": together, "none": together, "first": apart, "second": apart}


def _round(value: float) -> int:
    """Half up, and unmoved by the last bit of a product such as 0.29 * 100."""
    return int(value + 0.5 + 1e-9)
