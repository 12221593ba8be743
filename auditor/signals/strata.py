"""Strata: does the link hold in every group of the data that is large enough to say?

A link of the task holds wherever the texts are from. One that holds in one source alone, or in none once
sources are kept apart, says something about the source. Within a group the test is the exact hypergeometric
one; over several groups the number of documents with the label is a sum of independent hypergeometric ones,
whose tail is exact too (Birch's test of a common association).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.config import RuleConfig
from auditor.records.estimates import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.signals.association import below
from auditor.signals.candidates import Candidate
from auditor.signals.counts import IntArray
from auditor.signals.divided import Divided
from auditor.signals.recurrence import LEAST
from auditor.signals.statistics import FloatArray, hypergeometric_tail, rate, stratified_tail
from auditor.signals.study import Study, clear_from

NAME = "strata"
NONE, TOO_FEW, SEVERAL = "none", "too-few", "several-groups"
ONE_GROUP, NO_GROUP = "one-group", "no-group"
SHOWN = 6
"""Groups that are shown, those with the most texts that hold the token."""


@dataclass(frozen=True)
class Stratum:
    """One group of the data."""

    name: str
    share: Estimate
    """P(label | present) in the group, with the exact p of the link there."""
    base: float
    """P(label) in the group."""


@dataclass(frozen=True)
class Strata:
    """Whether the link holds in the groups of the data."""

    answer: str = NONE
    """`one-group`: it holds in one; in the others together it is neither significant nor clear, and surely
    weaker. `no-group`: surely not clear in any, once they are kept apart. `several-groups`: it holds in one
    and in others. `too-few`: none of these is known. `none`: no column says what group a text is from, or the
    token was not looked up."""
    elsewhere: Estimate = NO_EVIDENCE
    """P(label | present) outside of the group where the link is strongest, with p over those groups."""
    base: float | None = None
    """What it would be there without the link."""
    groups: tuple[Stratum, ...] = ()
    """The groups with the most texts that hold it."""


Record = Strata


@dataclass(frozen=True, eq=False)
class _Table:
    """The groups that can say something of a token: with texts that hold it, of the label and of others."""

    numbers: IntArray
    """(groups,) which ones"""
    both: IntArray
    """(groups,) documents that hold it and have the label"""
    held: IntArray
    labelled: IntArray
    documents: IntArray

    @property
    def p(self) -> FloatArray:
        """(groups,) exact, of the link in each group by itself."""
        return np.array(
            [
                float(hypergeometric_tail(both, documents=documents, labelled=labelled, holding=held))
                for both, held, labelled, documents in zip(*self._columns, strict=True)
            ]
        )

    @property
    def _columns(self) -> tuple[list[int], ...]:
        return tuple(c.tolist() for c in (self.both, self.held, self.labelled, self.documents))

    def part(self, chosen: IntArray) -> "_Table":
        """Some of the groups."""
        return _Table(*(column[chosen] for column in vars(self).values()))

    def together(self) -> tuple[Estimate, float]:
        """P(label | present) over all groups with the p of their common link, and what chance gives."""
        _, held, labelled, documents = self._columns
        total = int(self.both.sum())
        p = stratified_tail(total, list(zip(documents, labelled, held, strict=True)))
        expected = float((self.held * self.labelled / np.maximum(1, self.documents)).sum())
        return rate(total, int(self.held.sum()), p=p), expected / max(1, int(self.held.sum()))


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Strata]:
    """The groups of the data that hold each token; pairs are not looked up."""
    data = study.divided
    if data is None:
        return [Strata()] * len(candidates)
    return [Strata() if one.is_pair else _strata(study, data, one) for one in candidates]


def _strata(study: Study, data: Divided, candidate: Candidate) -> Strata:
    token = study.corpus.vocabulary[candidate.tokens[0]]
    if token not in data.numbers:
        return Strata()
    numbers, holding = data.holding(token)
    documents, labelled = data.documents[numbers].sum(axis=1), data.documents[numbers, candidate.label]
    table = _Table(numbers, holding[:, candidate.label], holding.sum(axis=1), labelled, documents)
    table = table.part(np.flatnonzero((labelled > 0) & (labelled < documents)))
    p = table.p
    answer, elsewhere, base = _compare(table, p, study.rule)
    order = np.lexsort((table.numbers, -table.held))[:SHOWN].tolist()
    groups = tuple(
        Stratum(
            data.names[int(table.numbers[place])],
            rate(int(table.both[place]), int(table.held[place]), p=float(p[place])),
            float(table.labelled[place] / table.documents[place]),
        )
        for place in order
    )
    return Strata(answer, elsewhere, base, groups)


def _compare(table: _Table, p: FloatArray, rule: RuleConfig) -> tuple[str, Estimate, float | None]:
    """The answer, and the link outside of the group where it holds, or in all groups if it holds in none."""
    large = table.held >= LEAST
    if not large.any():
        return TOO_FEW, NO_EVIDENCE, None
    strongest = int(np.where(large, p, np.inf).argmin())
    holds = p[strongest] * large.sum() <= rule.level
    rest = np.array([place for place in range(len(p)) if not holds or place != strongest], dtype=np.int64)
    if int(table.held[rest].sum()) < LEAST:
        return TOO_FEW, NO_EVIDENCE, None
    found, base = table.part(rest).together()
    if below(found.p, rule.level):
        return (SEVERAL if holds else TOO_FEW), found, base
    clear = float(clear_from(base, rule))
    if not holds:
        return (NO_GROUP if (found.high or 0.0) < clear else TOO_FEW), found, base
    there = rate(int(table.both[strongest]), int(table.held[strongest]))
    apart = (found.high or 0.0) < (there.low or 0.0) and (found.estimate or 0.0) < clear
    return (ONE_GROUP if apart else TOO_FEW), found, base


def conditions(found: Strata, rule: RuleConfig) -> tuple[Condition, ...]:
    """`one_group`, `no_group`: the link is not general; nothing where the data has no groups."""
    if found.answer == NONE:
        return ()
    p = found.elsewhere.p
    return (
        Condition("one_group", p, rule.level, found.answer == ONE_GROUP),
        Condition("no_group", p, rule.level, found.answer == NO_GROUP),
    )


def figures(found: Strata) -> tuple[Figure, ...]:
    """What is shown of the groups of the data."""
    return (
        Figure(
            "elsewhere",
            "has the label in other groups",
            "Share of the texts that hold it that have the label, outside of the group of the data where the "
            "link is strongest.",
            found.elsewhere,
            base=found.base,
        ),
    )
