"""Kind: what sort of token is it, by its characters?

Handles, links, markup, markers, numbers and punctuation carry no meaning of their own that a task of texts
could be about. Words, emoji and emoticons may.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.features.kinds import kind_of
from auditor.records.evidence import Condition, Figure
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


@dataclass(frozen=True)
class TokenKind:
    """What sort of token it is."""

    kind: str = ""
    """One of `auditor.features.kinds.KINDS`; empty for a pair or group of several kinds."""
    exempt: str = ""
    """Why its kind says nothing all the same: it holds a word of the task (`listed_inside`) or a part of a
    label's name (`label_name`)."""


Record = TokenKind


def measure(study: Study, candidates: Sequence[Candidate]) -> list[TokenKind]:
    """The kind of each token, and of a pair or group whose tokens are of one kind."""
    return [_kind(study, candidate) for candidate in candidates]


def _kind(study: Study, candidate: Candidate) -> TokenKind:
    members = [int(member) for token in candidate.tokens for member in study.corpus.members(token)]
    words = [study.corpus.vocabulary[member].text for member in members]
    kinds = {kind_of(word) for word in words}
    if len(kinds) != 1:
        return TokenKind()
    [kind] = kinds
    exempt = study.knowledge.inside(words[0]) if kind != WORD and len(words) == 1 else ""
    return TokenKind(kind, exempt)


def conditions(found: TokenKind, rule: RuleConfig) -> tuple[Condition, ...]:  # noqa: ARG001 (no threshold)
    """`kind`: it is of a kind that no task is about."""
    telling = found.kind in TELLING and not found.exempt
    return (Condition("kind", float(telling), 1.0, telling),)


def figures(found: TokenKind) -> tuple[Figure, ...]:  # noqa: ARG001 (a word, not a number)
    """None: the answer is a word."""
    return ()
