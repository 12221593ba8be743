"""Is a word part of the task? The best source that speaks, and what it says.

In order: what a user listed; the kind of the token; the built-in list of the task; relevance. A word that is
listed for another label than the one it leans to is a word of the task too. A word that is near the words of
the task (ρ from 0.9) is related. A word far from them (ρ below 0.5) that nobody lists is unrelated, unless it
is a function word, a word that the vocabulary spells in pieces, a part of a label's name or, where the task
is toxicity, the name of a group of people. Everything else is unknown, and a person is asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from auditor.data.words import normal
from auditor.meaning.english import GROUP_NAMES, is_function_word
from auditor.meaning.lexicons import BY_USER, Listing, TaskLexicon
from auditor.meaning.relevance import Relevance

RELATED, UNRELATED, UNKNOWN = "related", "unrelated", "unknown"
WORD = "word"
MEANINGLESS_KINDS = frozenset(
    (
        *("handle", "hashtag", "url", "email", "markup", "marker", "code"),
        *("number", "date", "time", "year", "amount", "percentage", "punctuation", "repeated"),
    )
)
"""Kinds of token that no task is about, unless somebody lists the token."""
_MARKS = "#@[]<>"


class Thresholds(Protocol):
    """The fields of the rule that are used here."""

    @property
    def related_from(self) -> float:
        """ρ from which a word is related."""
        ...

    @property
    def unrelated_below(self) -> float:
        """ρ below which a word is unrelated."""
        ...


@dataclass(frozen=True)
class Known:
    """Whether a word is part of the task, and who says so."""

    answer: str
    """`related`, `unrelated` or `unknown`."""
    source: str
    """`lexicon`, `seeds`, `kind`, `sentiment`, `toxicity`, `relevance`, `label_names` or `none`."""
    rho: float | None = None
    """Percentile of relevance; None where it was not asked or says nothing."""
    details: tuple[str, ...] = ()
    """`listed_for_label`, `listed_for_other_label`, `listed_for_any`, `listed_without_mark`, `function_word`,
    `in_pieces`, `label_name`, `group_name`, `between`, `not_in_space`, or the reason why relevance says
    nothing."""


@dataclass(frozen=True, eq=False)
class TaskKnowledge:
    """All that is known of a task."""

    lexicon: TaskLexicon = field(default_factory=TaskLexicon)
    """Listed words."""
    relevance: Relevance = field(default_factory=lambda: Relevance("no_lexicon"))
    """What their neighbours are."""

    def judge(self, word: str, label: str, *, kind: str, rule: Thresholds) -> Known:
        """Whether a word that leans to a label is part of the task."""
        return self.judge_all([(word, label, kind)], rule=rule)[0]

    def judge_all(self, asked: Sequence[tuple[str, str, str]], *, rule: Thresholds) -> list[Known]:
        """The same for many (word, label, kind) at once, which is much faster."""
        open_words = sorted({word for word, _, kind in asked if kind == WORD})
        rhos = dict(zip(open_words, self.relevance.rho(open_words), strict=True))
        return [
            self._judge(normal(word), label, kind, rhos.get(word, np.nan), rule)
            for word, label, kind in asked
        ]

    def _judge(self, word: str, label: str, kind: str, rho: float, rule: Thresholds) -> Known:
        listing = self.lexicon.listing(word)
        value = None if np.isnan(rho) else float(rho)
        if listing is not None and listing.source in BY_USER:
            return Known(RELATED, listing.source, value, (_listed_for(listing, label),))
        if kind != WORD:
            return self._judge_kind(word, kind)
        if listing is not None:
            return Known(RELATED, listing.source, value, (_listed_for(listing, label),))
        return self._judge_relevance(word, value, rule)

    def _judge_kind(self, word: str, kind: str) -> Known:
        """A token that is not a word: unrelated by its kind, unless it holds a word of the task."""
        if kind not in MEANINGLESS_KINDS:
            return Known(UNKNOWN, "kind")
        listing = self.lexicon.listing(word.strip(_MARKS))
        if listing is not None:
            return Known(UNKNOWN, listing.source, details=("listed_without_mark",))
        if self.lexicon.is_label_name(word):
            return Known(UNKNOWN, "label_names", details=("label_name",))
        return Known(UNRELATED, "kind")

    def _judge_relevance(self, word: str, rho: float | None, rule: Thresholds) -> Known:
        if rho is None:
            reason = self.relevance.reason
            return Known(
                UNKNOWN, "relevance" if reason == "" else "none", details=(reason or "not_in_space",)
            )
        if self.lexicon.task.name == "toxicity" and word in GROUP_NAMES:
            return Known(UNKNOWN, "relevance", rho, ("group_name",))
        if rho >= rule.related_from:
            return Known(RELATED, "relevance", rho)
        if rho >= rule.unrelated_below:
            return Known(UNKNOWN, "relevance", rho, ("between",))
        if is_function_word(word):
            return Known(UNKNOWN, "relevance", rho, ("function_word",))
        if self.relevance.in_pieces(word):
            return Known(UNKNOWN, "relevance", rho, ("in_pieces",))
        if self.lexicon.is_label_name(word):
            return Known(UNKNOWN, "label_names", rho, ("label_name",))
        return Known(UNRELATED, "relevance", rho)


def _listed_for(listing: Listing, label: str) -> str:
    if listing.label is None:
        return "listed_for_any"
    return "listed_for_label" if listing.label == label else "listed_for_other_label"
