"""Findings as behaviour tests: a text, the text with an artefact written in or taken out, what should happen.

Nothing should: the prediction stays. Any later model can be put to the tests in seconds, without another
audit. A test is made from a text that the audited model got right and was sure of. Where the audited model is
at hand, only tests are kept that it fails (a test that was never red proves nothing) while its prediction
stays with every placebo: what turns with any word says nothing of the artefact.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from auditor.data.examples import Example, draw, make_example
from auditor.records.estimates import Estimate
from auditor.records.text import Outcome, Status
from auditor.repair.artefacts import Artefact
from auditor.repair.comparing import Asked
from auditor.repair.edits import edited
from auditor.repair.marked_rows import MarkedRow, Marker, mark
from auditor.repair.placebo_texts import PlaceboTexts
from auditor.repair.repaired import INSERTED, TAKEN_OUT
from auditor.repair.usage import usages, with_artefact
from auditor.signals.statistics import rate

EXPECT = "same prediction"
"""What every test expects."""
SURE = 0.9
"""Probability that the audited model gives its class, from which a text is taken."""
MOST = 40
"""Tests of each artefact."""
TRIED = 3
"""Times as many are tried where the audited model says which of them it fails."""


@dataclass(frozen=True)
class BehaviourTest:
    """One test."""

    finding: str
    """Id of the finding that it is made of."""
    artefact: str
    """What people call it."""
    label: str
    """The class that the artefact speaks for."""
    change: str
    """`inserted` or `taken-out`."""
    text: tuple[str, ...]
    """The text, or two."""
    changed: tuple[str, ...]
    """The same with the artefact written in or taken out."""
    predicted: str
    """What the audited model says of the text."""
    expect: str = EXPECT


@dataclass(frozen=True, eq=False)
class Candidate:
    """A test that may be kept."""

    test: BehaviourTest
    placebos: Callable[[], list[Example]]
    """Makes the same text with other changes of its kind."""


@dataclass(frozen=True)
class Answered:
    """One test on one model."""

    test: BehaviourTest
    before: str
    """The class of the text; empty where the model failed."""
    after: str
    """The class of the changed text."""

    @property
    def failed(self) -> bool:
        """Whether the prediction did not stay."""
        return self.before != self.after


@dataclass(frozen=True)
class Tally:
    """The tests of one artefact on one model."""

    finding: str
    artefact: str
    label: str
    failed: Estimate
    """The share that failed."""
    passes: bool
    """Whether the share is as low as was asked for."""


def behaviour_tests(
    outcomes: Iterable[Outcome],
    artefacts: Sequence[Artefact],
    gold: dict[str, str],
    *,
    audited: Asked | None = None,
    seed: int = 0,
    most: int = MOST,
) -> tuple[BehaviourTest, ...]:
    """Tests of each artefact, from the texts of a run; `gold` has the model's name of each label.

    Classes go by the model's names, in the artefacts as well.
    """
    kept = [outcome for outcome in outcomes if outcome.explanation is not None]
    rows = mark((_example(outcome) for outcome in kept), artefacts, ()).rows
    texts = list(zip(kept, rows, strict=True))
    placebos = PlaceboTexts(rows, Marker(artefacts), seed)
    found: list[BehaviourTest] = []
    for number in range(len(artefacts)):
        tried = _candidates(texts, number, placebos, gold)[: most * (TRIED if audited else 1)]
        if audited is not None:
            tried = _telling(audited, tried)
        found += [one.test for one in tried[:most]]
    return tuple(found)


def _example(outcome: Outcome) -> Example:
    assert outcome.explanation is not None  # noqa: S101 (sorted out before)
    return make_example(outcome.explanation.texts, outcome.explanation.label, outcome.row)


def _candidates(
    texts: Sequence[tuple[Outcome, MarkedRow]], number: int, placebos: PlaceboTexts, gold: dict[str, str]
) -> list[Candidate]:
    """Sure texts of other classes with the artefact; then texts whose set is the artefact, without it."""
    marker, seed = placebos.marker, placebos.seed
    artefact = marker.artefacts[number]
    parts = range(len(artefact.parts))
    used = usages([row for _, row in texts if number in row.held], number, artefact)
    ranked = sorted(texts, key=lambda one: (draw(seed, f"test {artefact.id}", one[1].example.id), one[0].row))
    taken, written = [], []
    for outcome, row in ranked:
        if _rests_on_it(outcome, row, number):
            changed = edited(row.example, dict.fromkeys(row.places[number, 0], ""))
            if changed is not None:
                test = _test(artefact, TAKEN_OUT, row.example, changed)
                taken.append(Candidate(test, partial(placebos.taken_out, row, number)))
        elif _is_sure(outcome, row, artefact, gold):
            changed = with_artefact(row.example, number, used, marker, seed=seed, parts=parts)
            test = _test(artefact, INSERTED, row.example, changed)
            written.append(Candidate(test, partial(placebos.written, row.example, number, used)))
    return [*written, *taken]


def _telling(audited: Asked, tried: Sequence[Candidate]) -> list[Candidate]:
    """Those that the audited model fails while its prediction stays with every placebo."""
    answers = run_tests(audited, [one.test for one in tried])
    failed = [(one, said.before) for one, said in zip(tried, answers, strict=True) if said.failed]
    placebos = [[example.texts for example in one.placebos()] for one, _ in failed]
    said = iter(audited.classes([text for some in placebos for text in some], "placebos"))
    kept = []
    for (one, before), some in zip(failed, placebos, strict=True):
        stays = [next(said) == before for _ in some]
        if all(stays):
            kept.append(one)
    return kept


def _rests_on_it(outcome: Outcome, row: MarkedRow, number: int) -> bool:
    """Whether the text's minimal set is words of the artefact alone."""
    found = outcome.explanation
    if found is None or found.status is not Status.VERIFIED or number not in row.held or not found.core:
        return False
    own = {
        (field, row.words[field][place].start)
        for (artefact, _), places in row.places.items()
        for field, place in places
        if artefact == number
    }
    return all(found.spans[place][:2] in own for place in found.core)


def _is_sure(outcome: Outcome, row: MarkedRow, artefact: Artefact, gold: dict[str, str]) -> bool:
    """Whether the model is right and sure of another class, without any artefact in the text."""
    found = outcome.explanation
    if found is None or row.places or found.label == artefact.label or found.probability < SURE:
        return False
    return outcome.gold is None or gold.get(outcome.gold) == found.label


def _test(artefact: Artefact, change: str, before: Example, after: Example) -> BehaviourTest:
    return BehaviourTest(
        artefact.id, artefact.name, artefact.label, change, before.texts, after.texts, str(before.label)
    )


def run_tests(model: Asked, tests: Sequence[BehaviourTest]) -> list[Answered]:
    """Every test on a model."""
    texts = [text for test in tests for text in (test.text, test.changed)]
    said = model.classes(texts, "tests")
    return [
        Answered(test, before, after)
        for test, before, after in zip(tests, said[::2], said[1::2], strict=True)
    ]


def tallied(results: Sequence[Answered], most_failing: float) -> tuple[Tally, ...]:
    """The share of the tests of each artefact that fail, in their order."""
    groups: dict[str, list[Answered]] = {}
    for result in results:
        groups.setdefault(result.test.finding, []).append(result)
    return tuple(_tally(some, most_failing) for some in groups.values())


def _tally(results: Sequence[Answered], most_failing: float) -> Tally:
    test, failed = results[0].test, sum(result.failed for result in results)
    share = rate(failed, len(results))
    return Tally(test.finding, test.artefact, test.label, share, failed <= most_failing * len(results))
