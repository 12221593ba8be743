"""Kind: what sort of token is it, by its characters?

Handles, links, markup, markers, numbers and punctuation carry no meaning of their own that a task of texts
could be about. Words, emoji and emoticons may.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.features.kinds import kind_of
from auditor.records.estimates import Condition, Figure
from auditor.signals.candidates import Candidate
from auditor.signals.study import Study

NAME = "kind"
WORD = "word"
TELLING = frozenset(
    (
        *("handle", "hashtag", "url", "email", "markup", "marker", "code"),
        *("number", "date", "time", "year", "amount", "percentage", "punctuation", "repeated"),
    )
)
"""Kinds that are not part of a task, unless a list or a reference corpus says otherwise."""
PROPER_NAMES = frozenset(("country", "city", "name", "weekday", "month"))
"""Known lists that are not part of sentiment or toxicity. Of other tasks nobody knows: a topic may be a
country. Single words are not told by them: *may* and *grace* are more than names."""


@dataclass(frozen=True)
class TokenKind:
    """What sort of token it is."""

    kind: str = ""
    """One of `auditor.features.kinds.KINDS`, or of a group the list that it is; empty for a pair or group of
    several kinds."""
    exempt: str = ""
    """Why its kind says nothing all the same: it holds a word of the task (`listed_inside`) or a part of a
    label's name (`label_name`)."""


Record = TokenKind


def measure(study: Study, candidates: Sequence[Candidate]) -> list[TokenKind]:
    """The kind of each token, and of a pair or group whose tokens are of one kind."""
    return [_kind(study, candidate) for candidate in candidates]


def _kind(study: Study, candidate: Candidate) -> TokenKind:
    listed = _listed(study, candidate)
    if listed:
        return TokenKind(listed)
    members = [int(member) for token in candidate.tokens for member in study.corpus.members(token)]
    words = [study.corpus.vocabulary[member].text for member in members]
    kinds = {kind_of(word) for word in words}
    if len(kinds) != 1:
        return TokenKind()
    [kind] = kinds
    exempt = study.knowledge.inside(words[0]) if kind != WORD and len(words) == 1 else ""
    return TokenKind(kind, exempt)


def _listed(study: Study, candidate: Candidate) -> str:
    """The known list that a group is, where the task is known and no such list is part of it."""
    token = study.corpus.vocabulary[candidate.tokens[0]]
    known = study.knowledge.lexicon.task.name != "none"
    return token.text if known and token.kind == "list" and token.text in PROPER_NAMES else ""


def conditions(found: TokenKind, rule: RuleConfig) -> tuple[Condition, ...]:  # noqa: ARG001 (no threshold)
    """`kind`: it is of a kind that no task is about."""
    telling = is_telling(found)
    return (Condition("kind", float(telling), 1.0, telling),)


def is_telling(found: TokenKind) -> bool:
    """Whether its kind says that it is not part of the task."""
    return found.kind in TELLING | PROPER_NAMES and not found.exempt


def figures(found: TokenKind) -> tuple[Figure, ...]:  # noqa: ARG001 (a word, not a number)
    """None: the answer is a word."""
    return ()
