"""The signals, and the evidence that they give on one finding.

A signal is one kind of evidence and one module: `NAME`, its frozen `Record`, `measure`, `conditions` and
`figures`. To add one, write the module and list it in `SIGNALS`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from auditor.config import RuleConfig
from auditor.records.codec import Parts
from auditor.records.estimates import Condition, Figure
from auditor.signals import (
    alone,
    association,
    deletion,
    harm,
    insertion,
    interaction,
    kind,
    lexicon,
    pieces,
    reference,
    relevance,
    reliance,
    strata,
)
from auditor.signals.candidates import Candidate
from auditor.signals.study import Study


class Signal(Protocol):
    """One kind of evidence."""

    @property
    def NAME(self) -> str:  # noqa: N802 (a constant of the module)
        """Its name in `report.json`."""

    @property
    def Record(self) -> type[Any]:  # noqa: N802 (a class of the module)
        """What it found out about one candidate; every field has a "no evidence" value."""

    def measure(self, study: Study, candidates: Sequence[Candidate]) -> list[Any]:
        """A record for each candidate."""

    def conditions(self, found: Any, rule: RuleConfig) -> tuple[Condition, ...]:
        """What the verdict rule asks of it."""

    def figures(self, found: Any) -> tuple[Figure, ...]:
        """What every output shows of it."""


SIGNALS: tuple[Signal, ...] = (
    association,
    reliance,
    deletion,
    insertion,
    pieces,
    alone,
    interaction,
    reference,
    lexicon,
    kind,
    relevance,
    strata,
    harm,
)
"""In the order in which the questions are asked: dataset, model, cause, task, harm."""
ASKING = (deletion, insertion, pieces, alone, interaction)
"""Those that ask the model."""
COUNTED = tuple(signal for signal in SIGNALS if signal not in ASKING)
"""Those that ask nothing of the model."""
BY_ITSELF = (*COUNTED, alone)
"""Those that change no text: a word is counted, looked up, and asked of the model by itself."""
Part = TypeVar("Part")


@dataclass(frozen=True)
class Evidence(Parts):
    """All pieces of evidence on one finding, one record a signal."""

    TYPES: ClassVar[dict[str, type[Any]]] = {signal.NAME: signal.Record for signal in SIGNALS}

    def of(self, kind: type[Part]) -> Part:
        """The record of one signal; "no evidence" where it was not measured."""
        found = next((part for part in self.parts.values() if type(part) is kind), None)
        return kind() if found is None else found

    def conditions(self, rule: RuleConfig) -> dict[str, Condition]:
        """Every condition of every signal, by its code."""
        return {
            condition.code: condition
            for signal in SIGNALS
            for condition in signal.conditions(self.of(signal.Record), rule)
        }

    def figures(self, *, pair: bool) -> list[Figure]:
        """Every figure of every signal, in order; those of pairs only for pairs."""
        every = (figure for signal in SIGNALS for figure in signal.figures(self.of(signal.Record)))
        return [figure for figure in every if pair or not figure.pairs_only]


def measure(
    study: Study, candidates: Sequence[Candidate], signals: Sequence[Signal] = SIGNALS
) -> dict[Candidate, Evidence]:
    """The evidence on each candidate, one signal after the other."""
    columns = {signal.NAME: signal.measure(study, candidates) for signal in signals}
    return {
        candidate: Evidence({name: column[place] for name, column in columns.items()})
        for place, candidate in enumerate(candidates)
    }


CATALOGUE = tuple(Evidence({}).figures(pair=True))
"""Every figure there is, without values."""
