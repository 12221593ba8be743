"""What is known of a task: listed words, what lies near them, and what neither may decide.

No figure computed from a model and its labels can know what the task is. This is where something that knows
meaning is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from auditor.errors import AuditError
from auditor.features.function_words import is_function_word
from auditor.features.vectors import NO_EMBEDDINGS, FloatArray, why_without_meaning, word_vectors
from auditor.meaning.english import GROUP_NAMES, looks_english
from auditor.meaning.lexicons import TaskLexicon, Words, make_lexicon, unknown_seeds
from auditor.meaning.neighbours import Relevance, relate
from auditor.meaning.space import Space, make_space
from auditor.model.embeddings import Embeddings, find_embeddings
from auditor.normal import normal

GROUP_NAME, PEOPLE = "group_name", "people"
"""Names of groups of people: exemptions that keep relevance from calling a word related. In toxicity
(`group_name`) it may not call them unrelated either, since hate speaks of groups; elsewhere it may, but for
what it must not call unrelated anyway: the name of a label, a word in pieces."""
FROM_SCRATCH = "trained_from_scratch"
"""Embeddings that only the audited data made."""
_MARKS = "#@[]<>{}()"


@dataclass(frozen=True, eq=False)
class Knowledge:
    """All that is known of a task."""

    lexicon: TaskLexicon = field(default_factory=TaskLexicon)
    """Listed words."""
    relevance: Relevance = field(default_factory=lambda: Relevance("no_lexicon"))
    """What their neighbours are."""
    space: Space = field(default_factory=Space)
    """The embeddings that were asked."""
    embeddings: Embeddings | None = None
    """The same before anything is made of them; None where there are none at hand."""
    unknown_seeds: tuple[str, ...] = ()
    """Seeds that are no words of the vocabulary: they are listed, and no word is near them."""

    def vectors(self, words: Sequence[str]) -> FloatArray | None:
        """Unit vectors of words, for families by meaning; None where the embeddings know none."""
        if self.embeddings is None or self.why_no_families:
            return None
        return word_vectors(words, self.embeddings.matrix, self._pieces)

    @cached_property
    def why_no_families(self) -> str:
        """A code of why no families by meaning can be made; empty where they can."""
        if self.embeddings is None:
            return NO_EMBEDDINGS
        if self.embeddings.origin.from_scratch:
            return FROM_SCRATCH
        return why_without_meaning(self.embeddings.matrix, self._pieces)

    def _pieces(self, words: Sequence[str]) -> list[Sequence[int]]:
        return [] if self.embeddings is None else [self.embeddings.pieces(word) for word in words]

    def inside(self, token: str) -> str:
        """Why a token that is not a word may be part of the task: a listed word or a label's name in it."""
        if self.lexicon.listing(normal(token).strip(_MARKS)) is not None:
            return "listed_inside"
        return "label_name" if self.lexicon.is_label_name(token) else ""

    def exempt(self, word: str) -> str:
        """Why relevance alone must not call a word unrelated; empty where it may."""
        reason = "in_pieces" if self.relevance.in_pieces(word) else ""
        if self.lexicon.is_label_name(word):
            reason = "label_name"
        if normal(word) in GROUP_NAMES:
            return GROUP_NAME if reason or self.lexicon.task.name == "toxicity" else PEOPLE
        return "function_word" if is_function_word(word) else reason

    def speaks(self, words: Sequence[str], label: str, sides: Mapping[str, str]) -> FloatArray:
        """(words,) how much nearer each lies to the listed words of a label than to those of any other label.

        `sides` says which label each group of listed words speaks for. A logarithm of shares, 0 for a word
        between them; not a number where one side alone has listed words.
        """
        said = [sides.get(group) for group in self.relevance.groups]
        own = [place for place, one in enumerate(said) if one == label]
        other = [place for place, one in enumerate(said) if one not in (None, label)]
        if not own or not other:
            return np.full(len(words), np.nan)
        found = self.relevance.leanings(words)
        nearest: FloatArray = found[:, own].max(axis=1) - found[:, other].max(axis=1)
        return nearest

    def facts(self) -> dict[str, Any]:
        """For the report: which task, which lists, which space, and why nothing can be said if so."""
        return {
            "task": self.lexicon.task.name,
            "task_because": self.lexicon.task.why,
            "listed": {name: len(words) for name, words in self.lexicon.groups().items()},
            "space": self.space.origin.source,
            "space_quality": {name: round(value, 3) for name, value in self.relevance.quality.items()},
            "silent_because": self.relevance.reason,
            "no_families_because": self.why_no_families,
            "unknown_seeds": list(self.unknown_seeds),
        }


def know(
    model: str | Path | None,
    labels: Sequence[str],
    *,
    task: str = "auto",
    lexicon: Words | None = None,
    seeds: Words | None = None,
    encoder: str | None = None,
    classifier: Any = None,
    counts: Mapping[str, int] | None = None,
) -> Knowledge:
    """What can be known for a model (None: it has no embeddings).

    `counts` has the words of the data with how many texts hold each.
    """
    language = "en" if counts is None or looks_english(counts) else "unknown"
    words = make_lexicon(labels, task=task, language=language, lexicon=lexicon, seeds=seeds)
    embeddings = _embeddings(model, encoder, classifier)
    if not len(words) or embeddings is None:
        reason = "no_embeddings" if embeddings is None else "no_lexicon"
        return Knowledge(words, Relevance(reason), embeddings=embeddings)
    space = make_space(embeddings, counts)
    unknown = () if space.reason else unknown_seeds(seeds or {}, space.whole.__contains__)
    return Knowledge(words, relate(space, words.groups()), space, embeddings, unknown)


def _embeddings(model: str | Path | None, encoder: str | None, classifier: Any) -> Embeddings | None:
    """The best embeddings at hand; an encoder that the user named and that has none is an error."""
    if model is None and encoder is None:
        return None
    try:
        return find_embeddings(model or "", encoder=encoder, loaded=classifier)
    except AuditError:
        if encoder is not None:
            raise
        return None
