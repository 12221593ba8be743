"""Deletion: what becomes of the prediction when the token is removed from its own texts?

Every occurrence is removed from texts predicted as the label; the placebo removes, from the same text,
another word of like frequency. Where a text has other words that lean to the label, they answer for the one
that is removed: of five swear words, any four are enough. So the token is also removed after those are out,
from texts whose prediction survives that.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.config import RuleConfig
from auditor.records.estimates import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.records.text import Explanation
from auditor.signals.association import below
from auditor.signals.candidates import Candidate
from auditor.signals.flips import Flips, flips
from auditor.signals.placebos import word_alike
from auditor.signals.statistics import FloatArray, mean, rate
from auditor.signals.study import Asked, Study, first_by_key, probability
from auditor.signals.words_in_texts import occurrences, token_numbers

NAME = "deletion"
AS_WRITTEN, WITHOUT, PLACEBO, EMPTY, OTHERS, LAST = range(6)
"""The ways in which a text is asked: `OTHERS` without the other words that lean to the label, `LAST` without
those and the token. A text that has no such words is asked the first four alone."""


@dataclass(frozen=True)
class Deletion(Flips):
    """Cause: the token is removed where it occurs, in texts predicted as the label."""

    evidence_lost: Estimate = NO_EVIDENCE
    """Mean loss of the texts' evidence for the label: the label's probability measured from an empty text,
    which is undecided by definition."""
    as_last: Estimate = NO_EVIDENCE
    """Predictions that leave the label when it is removed after the other words that lean to the label, among
    those that do not leave it before; of texts with such words."""


Record = Deletion


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Deletion]:
    """Remove each token from its texts; pairs are the business of `interaction`."""
    chosen = [candidate for candidate in candidates if not candidate.is_pair]
    texts = {one: own_texts(study, one, study.config.deletions) for one in chosen}
    others = {one: [word_alike(study, text, one.tokens[0]) for text in texts[one]] for one in chosen}
    rows = [
        _row(study, one, text, other)
        for one in chosen
        for text, other in zip(texts[one], others[one], strict=True)
    ]
    answers = iter(study.model.ask(rows, what="deletions"))
    found = {one: _counted([(next(answers), other) for other in others[one]], one.label) for one in chosen}
    return [found.get(candidate, Deletion()) for candidate in candidates]


def own_texts(study: Study, candidate: Candidate, count: int) -> tuple[Explanation, ...]:
    """Texts predicted as the label that hold the token."""
    docs = study.documents(candidate)
    fit = docs[study.corpus.predicted[docs] == candidate.label]
    return study.texts(first_by_key(study.corpus, fit, count))


def _row(study: Study, candidate: Candidate, text: Explanation, other: int | None) -> Asked:
    removed = np.zeros((6, len(text.words)), dtype=bool)
    removed[WITHOUT, occurrences(study.corpus, text, candidate.tokens[0])] = True
    if other is not None:
        removed[PLACEBO, other] = True
    removed[EMPTY] = True
    leaning = study.leaning[token_numbers(study.corpus, text), candidate.label]
    removed[OTHERS] = leaning & ~removed[WITHOUT]
    removed[LAST] = leaning | removed[WITHOUT]
    return text.texts, removed if removed[OTHERS].any() else removed[:OTHERS]


def _counted(answers: Sequence[tuple[FloatArray | None, int | None]], label: int) -> Deletion:
    own: list[bool] = []
    placebo: list[bool] = []
    change: list[float] = []
    lost: list[float] = []
    last: list[bool] = []
    for answer, other in answers:
        if answer is None:
            continue
        own.append(int(answer[WITHOUT].argmax()) != label)
        placebo.append(other is not None and int(answer[PLACEBO].argmax()) != label)
        for losses, offset in ((change, 0.0), (lost, answer[EMPTY])):
            before, after = (probability(answer[way] - offset, label) for way in (AS_WRITTEN, WITHOUT))
            losses.append(before - after)
        if len(answer) > OTHERS and int(answer[OTHERS].argmax()) == label:
            last.append(int(answer[LAST].argmax()) != label)
    rates = flips(own, placebo, change)
    return replace(Deletion(**vars(rates)), evidence_lost=mean(lost), as_last=rate(sum(last), len(last)))


def conditions(found: Deletion, rule: RuleConfig) -> tuple[Condition, ...]:
    """`deletion_flips`: removing it changes the prediction more often than a placebo."""
    return (Condition("deletion_flips", found.rate.p, rule.level, below(found.rate.p, rule.level)),)


def figures(found: Deletion) -> tuple[Figure, ...]:
    """What is shown of removing it."""
    return (
        Figure(
            "deletion",
            "deleted: the prediction changes",
            "How often deleting it changes the prediction, and the same for a placebo.",
            found.rate,
            placebo=found.placebo,
            column="Deleted",
        ),
        Figure(
            "deletion_effect",
            "deleted: probability lost",
            "Mean loss of the label's probability when it is deleted.",
            found.effect,
            unit="effect",
        ),
        Figure(
            "evidence_lost",
            "deleted: evidence lost",
            "The same, measured from an empty text.",
            found.evidence_lost,
            unit="effect",
        ),
        Figure(
            "deleted_last",
            "deleted last: the prediction changes",
            "How often deleting it changes the prediction once the other words that lean to the label are "
            "out, where those alone change nothing.",
            found.as_last,
        ),
    )
