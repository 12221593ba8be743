"""Relevance: do the words that a word is near, in an embedding space, belong to the task?

Never asked of what is not a word. See `auditor.meaning` for how it is worked out, and for when a space is not
fit to be asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.records.evidence import Condition, Estimate, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.study import Study

NAME = "relevance"


@dataclass(frozen=True)
class Relevance:
    """How near a word is to the words of the task."""

    rho: float | None = None
    """Percentile of its relevance among other words, 0 to 1; None where nothing can be said."""
    why: str = "not asked"
    """Code of the reason why nothing can be said; empty where something is."""
    function_word: bool = False
    """Whether it is a function word: never unrelated by relevance alone."""


Record = Relevance


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Relevance]:
    """The relevance of each token; of a pair, that of the word nearer to the task."""
    meaning = study.given.get(NAME)
    if meaning is None:
        return [Relevance(why="no lexicon")] * len(candidates)
    vocabulary = study.corpus.vocabulary
    words = sorted({vocabulary[token].text for one in candidates for token in one.tokens})
    found = dict(zip(words, meaning.relevance(words), strict=True))
    return [
        max(
            (found[vocabulary[token].text] for token in one.tokens),
            key=lambda r: -1.0 if r.rho is None else r.rho,
        )
        for one in candidates
    ]


def conditions(found: Relevance, rule: RuleConfig) -> tuple[Condition, ...]:
    """`related`: near the words of the task. `unrelated`: far from them."""
    rho = found.rho
    return (
        Condition("related", rho, rule.related, rho is not None and rho >= rule.related),
        Condition("unrelated", rho, rule.unrelated, rho is not None and rho < rule.unrelated),
    )


def figures(found: Relevance) -> tuple[Figure, ...]:
    """What is shown of relevance."""
    return (
        Figure(
            "relevance",
            "relevance to the task",
            "How near it is to the words of the task: its percentile among other words.",
            Estimate(found.rho),
            column="Relevance",
        ),
    )
