"""Kind: what sort of token is it, by its characters?

Handles, links, markup, markers, numbers and punctuation carry no meaning of their own that a task of texts
could be about. Words, emoji and emoticons may.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.config import RuleConfig
from auditor.features.form import Form
from auditor.features.kinds import kind_of
from auditor.features.outlines import STYLED, TextFeature
from auditor.features.place import AtEnd, Opening
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


FORM, OPENING = "form", "opening"
OF_TEXTS = frozenset((FORM, OPENING, *STYLED))
"""Features of whole texts that are not part of a task that is known by its words: how long a text is, how it
is written, how it begins. An opening with a word of the task in it is; that is for lexicon and relevance."""


@dataclass(frozen=True)
class TokenKind:
    """What sort of token it is."""

    kind: str = ""
    """One of `auditor.features.kinds.KINDS`; of a group the list that it is; of a text its `form`, its
    `opening` or how its words are written (`capitals`, `elongated`); empty for a pair or group of several."""
    exempt: str = ""
    """Why its kind says nothing all the same: it holds a word of the task (`listed_inside`) or a part of a
    label's name (`label_name`), or nobody knows what the task is about (`unknown_task`)."""


Record = TokenKind


def measure(study: Study, candidates: Sequence[Candidate]) -> list[TokenKind]:
    """The kind of each token, and of a pair or group whose tokens are of one kind."""
    return [_kind(study, candidate) for candidate in candidates]


def _kind(study: Study, candidate: Candidate) -> TokenKind:
    whole = study.corpus.properties.get(candidate.tokens[0])
    if whole is not None and not isinstance(whole, AtEnd):
        exempt = "" if len(study.knowledge.lexicon) else "unknown_task"
        return TokenKind(OPENING if isinstance(whole, Opening) else _of_form(whole), exempt)
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


def _of_form(whole: TextFeature) -> str:
    return FORM if isinstance(whole, Form) else whole.feature.name


def _listed(study: Study, candidate: Candidate) -> str:
    """The known list that a group is, where the task is known and no such list is part of it."""
    token = study.corpus.vocabulary[candidate.tokens[0]]
    whole = study.corpus.properties.get(candidate.tokens[0])
    name, kind = (whole.of.name, whole.of.kind) if isinstance(whole, AtEnd) else (token.text, token.kind)
    known = study.knowledge.lexicon.task.name != "none" and not candidate.is_pair
    return name if known and kind == "list" and name in PROPER_NAMES else ""


def conditions(found: TokenKind, rule: RuleConfig) -> tuple[Condition, ...]:  # noqa: ARG001 (no threshold)
    """`kind`: it is of a kind that no task is about."""
    telling = is_telling(found)
    return (Condition("kind", float(telling), 1.0, telling),)


def is_telling(found: TokenKind) -> bool:
    """Whether its kind says that it is not part of the task."""
    return found.kind in TELLING | PROPER_NAMES | OF_TEXTS and not found.exempt


def figures(found: TokenKind) -> tuple[Figure, ...]:  # noqa: ARG001 (a word, not a number)
    """None: the answer is a word."""
    return ()
