"""Relevance: do the words that a word is near, in an embedding space, belong to the task?

Never asked of what is not a word. `auditor.meaning.neighbours` works it out, and knows when a space is not
fit to be asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from auditor.config import RuleConfig
from auditor.features.function_words import is_function_word
from auditor.features.kinds import kind_of
from auditor.features.place import OPEN, AtEnd, Opening
from auditor.meaning.knowledge import GROUP_NAME, PEOPLE
from auditor.records.estimates import Condition, Estimate, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.counts import IntArray
from auditor.signals.kind import WORD
from auditor.signals.sides import sides
from auditor.signals.statistics import FloatArray
from auditor.signals.study import Study

NAME = "relevance"
NO_WORD = "no_word"
"""Why nothing can be said of the form of a text."""


@dataclass(frozen=True)
class Relevance:
    """How near a word is to the words of the task."""

    rho: float | None = None
    """Percentile of its relevance among other words, 0 to 1; None where nothing can be said. Of a group, the
    mean over the occurrences of its members."""
    why: str = ""
    """Code of the reason why nothing can be said; empty where something is."""
    exempt: str = ""
    """Why relevance must not call it unrelated: `function_word`, `label_name`, `in_pieces`; `group_name`: nor
    related; `people`: it must not call it related."""
    speaks: float | None = None
    """How much nearer it lies to the words of its own label than to those of any other (logarithm of shares);
    None where that is unknown, or words are listed for one side only."""


Record = Relevance


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Relevance]:
    """The relevance of each token; of a pair, that of the word nearer to the task."""
    reason = study.knowledge.relevance.reason
    if reason:
        return [Relevance(why=reason, exempt=_exempt(study, _members(study, one))) for one in candidates]
    corpus = study.corpus
    members = sorted({int(m) for one in candidates for token in one.tokens for m in corpus.members(token)})
    asked = [member for member in members if kind_of(corpus.vocabulary[member].text) == WORD]
    rho = np.full(len(corpus.vocabulary), np.nan)
    words = [corpus.vocabulary[member].text for member in asked]
    rho[asked] = study.knowledge.relevance.rho(words)
    found = [
        max((_of_token(study, token, rho) for token in candidate.tokens), key=_known)
        for candidate in candidates
    ]
    directions, known_sides = {}, sides(study)
    for label, name in enumerate(corpus.labels):
        directions[label] = np.full(len(corpus.vocabulary), np.nan)
        directions[label][asked] = study.knowledge.speaks(words, name, known_sides)
    return [
        replace(one, speaks=_speaks(study, candidate, directions[candidate.label]))
        for one, candidate in zip(found, candidates, strict=True)
    ]


def _speaks(study: Study, candidate: Candidate, direction: FloatArray) -> float | None:
    """The direction of a word, or the mean over the occurrences of a group's members; of a pair, nothing."""
    if candidate.is_pair or candidate.tokens[0] in study.corpus.properties:
        return None
    members = _members(study, candidate)
    known = members[~np.isnan(direction[members])]
    return float(np.average(direction[known], weights=study.frequency[known])) if len(known) else None


def _members(study: Study, candidate: Candidate) -> IntArray:
    return np.concatenate([study.corpus.members(token) for token in candidate.tokens])


def _of_token(study: Study, token: int, rho: FloatArray) -> Relevance:
    whole = study.corpus.properties.get(token)
    if isinstance(whole, Opening):
        return _of_opening(study, whole, rho)
    if whole is not None and not isinstance(whole, AtEnd):
        return Relevance(why=NO_WORD)
    members = study.corpus.members(token)
    known = members[~np.isnan(rho[members])]
    if not len(known):
        return Relevance(why="not_in_space")
    mean = float(np.average(rho[known], weights=study.frequency[known]))
    return Relevance(mean, exempt=_exempt(study, members))


def _of_opening(study: Study, whole: Opening, rho: FloatArray) -> Relevance:
    """Of the word nearest to the task, or of those that stand in the open place."""
    words = [part for part in whole.parts if part != OPEN and not is_function_word(study.word(part))]
    near = [float(rho[word]) for word in words if not np.isnan(rho[word])]
    fillers = np.array([one for one in whole.fillers if not np.isnan(rho[one])], dtype=np.int64)
    if len(fillers):
        near.append(float(np.average(rho[fillers], weights=study.frequency[fillers])))
    return Relevance(max(near)) if near else Relevance(why="not_in_space")


def _exempt(study: Study, members: IntArray) -> str:
    """Why relevance must not decide: for a word, or for most of a group's occurrences."""
    weight = study.frequency[members]
    found = [study.knowledge.exempt(study.corpus.vocabulary[member].text) for member in members]
    exempt = np.array([reason != "" for reason in found], dtype=bool)
    return next(filter(None, found)) if weight[exempt].sum() > weight.sum() / 2 else ""


def _known(found: Relevance) -> float:
    return -1.0 if found.rho is None else found.rho


def conditions(found: Relevance, rule: RuleConfig) -> tuple[Condition, ...]:
    """`related`: near the words of the task; `unrelated`: far from them; `speaks`: near its own label's."""
    rho, speaks = found.rho, found.speaks
    near = rho is not None and rho >= rule.related and found.exempt not in (GROUP_NAME, PEOPLE)
    far = rho is not None and rho < rule.unrelated and found.exempt in ("", PEOPLE)
    asked = (Condition("related", rho, rule.related, near), Condition("unrelated", rho, rule.unrelated, far))
    return (
        asked if speaks is None else (*asked, Condition("speaks", speaks, rule.speaks, speaks >= rule.speaks))
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
        Figure(
            "speaks",
            "nearer to its label's words",
            "How much nearer it lies to the listed words of its label than to those of any other label.",
            Estimate(found.speaks),
        ),
    )
