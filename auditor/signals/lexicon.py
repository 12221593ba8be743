"""Lexicon: does somebody list the token as a word of the task?

A user's file or seeds, or the built-in list of a known task. A word that is listed for another class than the
one it leans to is a word of the task too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.config import RuleConfig
from auditor.features.place import OPEN, AtEnd, Opening
from auditor.meaning.knowledge import Knowledge
from auditor.records.estimates import Condition, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.study import Study

NAME = "lexicon"
LISTED, NOT_LISTED, NONE = "listed", "not-listed", "none"
MOSTLY = 0.5
"""Share of a group's occurrences that listed members must have for the group to be listed."""


@dataclass(frozen=True)
class Lexicon:
    """What the lists say."""

    answer: str = NONE
    """`listed` or `not-listed`; `none` without any list."""
    source: str = ""
    """Who lists it: `lexicon`, `seeds`, or the built-in list of a task."""


Record = Lexicon


def measure(study: Study, candidates: Sequence[Candidate]) -> list[Lexicon]:
    """Look each token up; of a pair either word counts, of a group most of its occurrences."""
    knowledge: Knowledge = study.knowledge
    if not len(knowledge.lexicon):
        return [Lexicon()] * len(candidates)
    return [_look_up(study, knowledge, candidate) for candidate in candidates]


def _look_up(study: Study, knowledge: Knowledge, candidate: Candidate) -> Lexicon:
    whole = study.corpus.properties.get(candidate.tokens[0])
    if whole is not None and not isinstance(whole, AtEnd | Opening):
        return Lexicon()
    if isinstance(whole, Opening):
        return _of_opening(study, knowledge, whole)
    for token in candidate.tokens:
        members = study.corpus.members(token)
        listings = [knowledge.lexicon.listing(study.corpus.vocabulary[member].text) for member in members]
        weight = study.frequency[members]
        listed = [one is not None for one in listings]
        if weight[listed].sum() > MOSTLY * weight.sum():
            return Lexicon(LISTED, next(one.source for one in listings if one is not None))
    return Lexicon(NOT_LISTED)


def _of_opening(study: Study, knowledge: Knowledge, whole: Opening) -> Lexicon:
    """Listed where one of its words is, or most of those that stand in the open place."""
    listings = [knowledge.lexicon.listing(study.word(part)) for part in whole.parts if part != OPEN]
    weight = study.frequency[list(whole.fillers)]
    standing = [knowledge.lexicon.listing(study.word(filler)) for filler in whole.fillers]
    listed = np.array([one is not None for one in standing], dtype=bool)
    if weight[listed].sum() > MOSTLY * weight.sum():
        listings += standing
    found = next((one for one in listings if one is not None), None)
    return Lexicon(NOT_LISTED) if found is None else Lexicon(LISTED, found.source)


def conditions(found: Lexicon, rule: RuleConfig) -> tuple[Condition, ...]:  # noqa: ARG001 (no threshold)
    """`listed`: a list has it as a word of the task; nothing without a list."""
    if found.answer == NONE:
        return ()
    listed = found.answer == LISTED
    return (Condition("listed", float(listed), 1.0, listed),)


def figures(found: Lexicon) -> tuple[Figure, ...]:  # noqa: ARG001 (a word, not a number)
    """None: the answer is a word."""
    return ()
