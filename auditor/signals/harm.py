"""Harm: what it costs, as accuracy where the token agrees with the true label and where it does not."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.config import RuleConfig
from auditor.records.estimates import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.counts import BoolArray, Corpus, IntArray
from auditor.signals.statistics import rate
from auditor.signals.study import Study

NAME = "harm"


@dataclass(frozen=True)
class Harm:
    """Accuracy with and without the token, where labels are known."""

    agreement: Estimate = NO_EVIDENCE
    """Accuracy on texts that hold it and have the label."""
    conflict: Estimate = NO_EVIDENCE
    """Accuracy on texts that hold it and have another label."""
    followed: Estimate = NO_EVIDENCE
    """Share of the texts that hold it and have another label that are predicted as this one."""
    worst_group: Estimate = NO_EVIDENCE
    """The lowest accuracy among the groups present or absent × label or other."""


Record = Harm


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Harm]:
    """Accuracy by what the texts hold and by their label."""
    if not study.corpus.labelled:
        return [Harm()] * len(candidates)
    return [_harm(study.corpus, study.documents(one), one.label) for one in candidates]


def _harm(corpus: Corpus, docs: IntArray, label: int) -> Harm:
    right = corpus.predicted == corpus.gold
    present = np.zeros(len(corpus), dtype=bool)
    present[docs] = True
    known, own = corpus.gold >= 0, corpus.gold == label
    groups = [_share(right[known & there & same]) for there in (present, ~present) for same in (own, ~own)]
    counted = [group for group in groups if group.estimate is not None]
    return Harm(
        agreement=groups[0],
        conflict=groups[1],
        followed=_share(corpus.predicted[known & present & ~own] == label),
        worst_group=min(counted, key=lambda group: group.estimate or 0.0, default=Estimate()),
    )


def _share(right: BoolArray) -> Estimate:
    return rate(int(right.sum()), len(right))


def conditions(found: Harm, rule: RuleConfig) -> tuple[Condition, ...]:  # noqa: ARG001 (it decides nothing)
    """None: it is shown, and decides nothing."""
    return ()


def figures(found: Harm) -> tuple[Figure, ...]:
    """What is shown of accuracy."""
    return (
        Figure(
            "agreement",
            "accuracy where it agrees",
            "Accuracy on texts that hold it and have the label.",
            found.agreement,
        ),
        Figure(
            "conflict",
            "accuracy where it conflicts",
            "Accuracy on texts that hold it and have another label.",
            found.conflict,
            column="Conflict",
        ),
        Figure(
            "followed",
            "followed where it conflicts",
            "Share of those texts that are predicted as the label all the same.",
            found.followed,
        ),
        Figure(
            "worst_group",
            "accuracy of the worst group",
            "The lowest accuracy of the four groups by token and label.",
            found.worst_group,
        ),
    )
