"""Deletion: what becomes of the prediction when the token is removed from its own texts?

Every occurrence is removed from texts predicted as the label; the placebo removes, from the same text,
another word of like frequency. Where a text has other words that lean to the label, they answer for the one
that is removed: of five swear words, any four are enough. So the token is also removed after those are out,
from texts whose prediction survives that. A form or a style is taken away by rewriting the text, and a word
at an end is moved: see `auditor.signals.rewritten`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.config import RuleConfig
from auditor.features.place import Opening
from auditor.records.estimates import NO_EVIDENCE, Condition, Estimate, Figure
from auditor.records.text import Explanation
from auditor.signals.association import below
from auditor.signals.candidates import Candidate
from auditor.signals.flips import NO_INTERVENTION, Flips, flips
from auditor.signals.placebos import words_alike
from auditor.signals.rewritten import taking
from auditor.signals.statistics import FloatArray, mean, rate
from auditor.signals.study import AS_IS, Asked, Study, first_by_key, probability
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
    cases = {one: _cases(study, one) for one in chosen}
    rows = [row for one in chosen for case in cases[one] for row in case]
    answers = iter(study.model.ask(rows, what="deletions"))
    found = {
        one: _counted([_answer([next(answers) for _ in case]) for case in cases[one]], one.label)
        for one in chosen
    }
    silent = Deletion(why=NO_INTERVENTION)
    found |= {one: silent for one in chosen if not cases[one] and not _is_removable(study, one)}
    return [found.get(candidate, Deletion()) for candidate in candidates]


def _is_removable(study: Study, candidate: Candidate) -> bool:
    """Whether anything takes it from a text."""
    whole = study.corpus.properties.get(candidate.tokens[0])
    return whole is None or isinstance(whole, Opening) or taking(study, candidate, whole) is not None


def own_texts(study: Study, candidate: Candidate, count: int) -> tuple[Explanation, ...]:
    """Texts predicted as the label that hold the token."""
    docs = study.documents(candidate)
    fit = docs[study.corpus.predicted[docs] == candidate.label]
    return study.texts(first_by_key(study.corpus, fit, count))


def _cases(study: Study, candidate: Candidate) -> list[list[Asked]]:
    """What is asked of each text: its words removed, or the text rewritten where no word is the feature."""
    texts = own_texts(study, candidate, study.config.deletions)
    whole = study.corpus.properties.get(candidate.tokens[0])
    if whole is None or isinstance(whole, Opening):
        return [[_removals(study, candidate, text)] for text in texts]
    rewrite = taking(study, candidate, whole)
    if rewrite is None:
        return []
    written = [(text, rewrite(text, turn)) for turn, text in enumerate(texts)]
    return [
        [_plain_and_empty(text), *((new, AS_IS) for new in some.texts)]
        for text, some in written
        if some is not None
    ]


def _removals(study: Study, candidate: Candidate, text: Explanation) -> Asked:
    [token] = candidate.tokens
    own = occurrences(study.corpus, text, token)
    count = len(own) if token in study.corpus.groups else 1
    removed = np.zeros((6, len(text.words)), dtype=bool)
    removed[WITHOUT, own] = True
    removed[PLACEBO, words_alike(study, text, token, count)] = True
    removed[EMPTY] = True
    leaning = study.leaning[token_numbers(study.corpus, text), candidate.label]
    removed[OTHERS] = leaning & ~removed[WITHOUT]
    removed[LAST] = leaning | removed[WITHOUT]
    return text.texts, removed if removed[OTHERS].any() else removed[:OTHERS]


def _plain_and_empty(text: Explanation) -> Asked:
    removed = np.zeros((2, len(text.words)), dtype=bool)
    removed[1] = True
    return text.texts, removed


def _answer(answers: Sequence[FloatArray | None]) -> FloatArray | None:
    """(ways, classes) what the model says of one text; without a placebo, there what it said before."""
    known = [answer for answer in answers if answer is not None]
    if len(known) < len(answers) or len(known) == 1:
        return known[0] if len(known) == len(answers) else None
    (plain, empty), without = known[0], known[1][0]
    return np.stack([plain, without, known[2][0] if len(known) > 2 else plain, empty])


def _counted(answers: Sequence[FloatArray | None], label: int) -> Deletion:
    own: list[bool] = []
    placebo: list[bool] = []
    change: list[float] = []
    lost: list[float] = []
    last: list[bool] = []
    for answer in answers:
        if answer is None:
            continue
        own.append(int(answer[WITHOUT].argmax()) != label)
        placebo.append(int(answer[PLACEBO].argmax()) != label)
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
