"""Alone: what does the model say of a text that is nothing but the token?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.config import RuleConfig
from auditor.features.place import Opening
from auditor.records.estimates import Condition, Estimate, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Corpus
from auditor.signals.placebos import frequent
from auditor.signals.study import AS_IS, Study, margin

NAME = "alone"
PLACEBOS = 32
"""Quiet tokens, the most frequent, that a token alone is compared with."""


@dataclass(frozen=True)
class Alone:
    """Cause: the token as the whole text."""

    margin: float | None = None
    """The label's margin over the best other class, beside that of placebos, in logits."""


Record = Alone


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Alone]:
    """The margin of each token's class when the token is the whole text; inputs of one text only."""
    corpus = study.corpus
    if any(token.field for token in corpus.vocabulary):
        return [Alone()] * len(candidates)
    asked_of = [one for one in candidates if not one.is_pair and _is_words(corpus, one.tokens[0])]
    words = {one: corpus.forms[one.tokens[0]][0] for one in asked_of}
    placebos = [corpus.forms[token][0] for token in frequent(study, PLACEBOS)]
    asked = sorted({*words.values(), *placebos})
    answers = study.model.ask([((word,), AS_IS) for word in asked], what="single words")
    logits = {word: answer[0] for word, answer in zip(asked, answers, strict=True) if answer is not None}
    usual = {
        label: np.mean([margin(logits[word], label) for word in placebos if word in logits] or [np.nan])
        for label in {one.label for one in words}
    }

    def beside(candidate: Candidate) -> Alone:
        own = logits.get(words.get(candidate, ""))
        if own is None or np.isnan(usual[candidate.label]):
            return Alone()
        return Alone(float(margin(own, candidate.label) - usual[candidate.label]))

    return [beside(candidate) for candidate in candidates]


def _is_words(corpus: Corpus, token: int) -> bool:
    """Whether a token can be a whole text: a word, a group of words, an opening."""
    return token not in corpus.properties or isinstance(corpus.properties[token], Opening)


def conditions(found: Alone, rule: RuleConfig) -> tuple[Condition, ...]:  # noqa: ARG001 (it decides nothing)
    """None: it is shown, and decides nothing."""
    return ()


def figures(found: Alone) -> tuple[Figure, ...]:
    """What is shown of the token as the whole text."""
    return (
        Figure(
            "alone",
            "as the whole text",
            "The label's margin when it is the whole text, beside other words, in logits.",
            Estimate(found.margin),
            unit="logits",
        ),
    )
