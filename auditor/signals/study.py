"""A study: all that a signal may ask while it measures.

The corpus with its tests, the texts behind it, the model as something to ask, and what the user gave beside
model and data. A study holds no model and no torch.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from auditor.config import EvidenceConfig, RuleConfig
from auditor.meaning.knowledge import Knowledge
from auditor.records.text import Explanation
from auditor.signals.candidates import Candidate, significant
from auditor.signals.counts import BoolArray, Corpus, IntArray
from auditor.signals.divided import Divided
from auditor.signals.labelled import Labelled
from auditor.signals.pairs import PairChoice, choose_pairs
from auditor.signals.recurrence import LEAST, Tests
from auditor.signals.statistics import FloatArray, adjust, wilson_low

UNREMARKABLE = 0.2
"""p-value above which a token shows nothing, and may be a placebo."""
MARKS, REACHES = 0.8, 0.1
"""A token marks its class when so many of its texts have the label, and so many of the label's texts (or
sets) hold it."""
RECURRING = 80
"""Tokens that recur in sets, most significant first, whose pairs are looked at."""
GROUPS = 12
"""Groups that recur in sets, most significant first, whose pairs with words and each other are looked at."""

Texts = tuple[str, ...]
"""One text, or two for a two-sentence input."""
Asked = tuple[Texts, BoolArray]
"""A text, and what to remove from it: (removals, words), or AS_IS."""
AS_IS = np.zeros((0, 0), dtype=bool)
"""Asks for the text as it is written."""


class Model(Protocol):
    """What answers: logits for texts with some words removed."""

    @property
    def removal(self) -> str:
        """What removing a word means: `pad`, `mask` or `delete`."""

    def ask(self, rows: Sequence[Asked], *, what: str, removal: str | None = None) -> list[FloatArray | None]:
        """(removals, classes) logits for each row, None where the model failed; `what` is for who watches."""


@runtime_checkable
class PieceModel(Protocol):
    """A model that reads words in pieces, and answers with some of them removed."""

    def pieces_of(self, word: str) -> tuple[str, ...]:
        """How it spells a word."""

    def ask_pieces(
        self, rows: Sequence[tuple[Texts, int, BoolArray]], *, what: str
    ) -> list[FloatArray | None]:
        """Logits for texts without some pieces of one word: its place, and (removals, pieces)."""


class Outcomes(Protocol):
    """Where the explained texts are stored."""

    def outcomes_at(self, places: Sequence[int]) -> Mapping[int, Any]:
        """The outcomes at these places of the run."""


@dataclass(frozen=True, eq=False)
class Study:
    """A run under study."""

    corpus: Corpus
    store: Outcomes
    model: Model
    labelled: IntArray
    """(classes,) labelled documents at hand by class: all of them, not only those of the run."""
    association: Tests
    """Of every token with every class, over those documents."""
    reliance: Tests
    """Of every token with every class, over minimal sets."""
    config: EvidenceConfig
    rule: RuleConfig
    knowledge: Knowledge = field(default_factory=Knowledge)
    """What is known of the task."""
    reference: Labelled | None = None
    """Another corpus of the same task, counted."""
    divided: Divided | None = None
    """The labelled data by its groups (sources, sites, authors), where a column says them."""
    _read: dict[int, Explanation] = field(default_factory=dict)

    def texts(self, docs: Iterable[int]) -> tuple[Explanation, ...]:
        """The explained texts with these numbers in the corpus; each is read from the run once."""
        wanted = [int(doc) for doc in docs]
        missing = sorted({doc for doc in wanted if doc not in self._read})
        places = {int(self.corpus.place[doc]): doc for doc in missing}
        for place, outcome in self.store.outcomes_at(sorted(places)).items():
            if outcome.explanation is not None:
                self._read[places[place]] = outcome.explanation
        return tuple(self._read[doc] for doc in wanted)

    def word(self, token: int) -> str:
        """A token's text."""
        return self.corpus.vocabulary[token].text

    def documents(self, candidate: Candidate) -> IntArray:
        """The texts that hold a candidate: its token, or both tokens of a pair."""
        first, *rest = (self.corpus.doc[self.corpus.entries(token)] for token in candidate.tokens)
        for other in rest:
            first = np.intersect1d(first, other, assume_unique=True)
        return first

    @cached_property
    def significant(self) -> list[Candidate]:
        """Tokens that any family of tests singles out, the most significant first."""
        return significant((self.association, self.reliance))

    @cached_property
    def pair_choices(self) -> dict[Candidate, PairChoice]:
        """Pairs worth a trial, those that the labels follow most closely first."""
        needed = [one.tokens[0] for one in significant([self.reliance])]
        recurring = sorted(set([token for token in needed if token < self.corpus.words][:RECURRING]))
        groups = [one for one in needed if one >= self.corpus.words and one not in self.corpus.properties]
        wide = sorted(set(groups[:GROUPS]))
        chosen = choose_pairs(self.corpus, recurring, wide, method=self.config.correction)
        return {Candidate(choice.tokens, choice.label): choice for choice in chosen}

    @cached_property
    def follow_up(self) -> dict[Candidate, float]:
        """Adjusted p of the association of tokens that reliance found, corrected as a family of their own.

        What reliance found leaves the labels' p-values as chance made them.
        """
        found = significant([self.reliance])
        adjusted = adjust([self.association.p[one.cell] for one in found], method=self.config.correction)
        return dict(zip(found, adjusted.tolist(), strict=True))

    def insertions(self, candidate: Candidate) -> int:
        """Texts that a candidate is inserted into."""
        group = candidate.tokens[0] in self.corpus.groups
        return self.config.group_insertions if group else self.config.insertions

    def reach(self, candidate: Candidate) -> float:
        """The share of the documents that hold a candidate: of all labelled ones, or else of the run's."""
        if candidate.is_pair or not self.labelled.sum():
            return len(self.documents(candidate)) / max(1, len(self.corpus))
        return float(self.association.holding[candidate.cell] / self.labelled.sum())

    @cached_property
    def frequency(self) -> IntArray:
        """(tokens,) texts of the run that hold each token, at least 1."""
        return np.maximum(1, np.diff(self.corpus.start))

    @cached_property
    def quiet(self) -> IntArray:
        """Tokens that show nothing in any family, and are words: the stock of placebos."""
        calm = np.diff(self.corpus.start) >= LEAST
        for family in (self.association, self.reliance):
            calm &= (family.p > UNREMARKABLE).all(axis=1)
        words = np.array([token.text.isalpha() for token in self.corpus.vocabulary], dtype=bool)
        words[self.corpus.words :] = False
        return np.flatnonzero(calm & words)

    @cached_property
    def fields(self) -> IntArray:
        """(tokens,) the text field of each."""
        return np.array([token.field for token in self.corpus.vocabulary], dtype=np.int64)

    @cached_property
    def rare(self) -> IntArray:
        """Words in too few texts to be tested, of no group that shows anything: placebos of rare members."""
        corpus = self.corpus
        held = np.diff(corpus.start)
        fit = (held > 0) & (held < LEAST)
        fit[corpus.words :] = False
        found: BoolArray = self.association.significant | self.reliance.significant
        for group, members in corpus.groups.items():
            if found[group].any() and group not in corpus.properties:
                fit[members] = False
        words = [n for n in np.flatnonzero(fit).tolist() if self._is_neutral(corpus.vocabulary[n].text)]
        return np.array(words, dtype=np.int64)

    def _is_neutral(self, word: str) -> bool:
        return word.isalpha() and self.knowledge.lexicon.listing(word) is None

    @cached_property
    def quiet_set(self) -> frozenset[int]:
        """The same, to look tokens up in."""
        return frozenset(self.quiet.tolist())

    @cached_property
    def leaning(self) -> BoolArray:
        """(tokens, classes) words that go with a label clearly."""
        tests = self.association
        base = self.labelled / max(1, int(self.labelled.sum()))
        low = wilson_low(tests.observed, tests.holding)
        found: BoolArray = tests.significant & (low >= clear_from(base, self.rule))
        found[self.corpus.words :] = False
        return found

    @cached_property
    def rivals(self) -> BoolArray:
        """(texts,) whether a text holds a token that all but marks its class, or one that many sets need.

        Such a token would answer for one that is inserted: two shortcuts in one text cancel out. A word of
        the task is in few texts and few sets of its class.
        """
        corpus, data, sets = self.corpus, self.association, self.reliance
        share = data.observed / np.maximum(1, data.holding)
        marks = data.significant & (share >= MARKS) & (data.observed >= REACHES * self.labelled)
        explained = np.bincount(corpus.predicted[corpus.size > 0], minlength=len(corpus.labels))
        frequent = sets.significant & (sets.observed >= REACHES * explained)
        label = corpus.predicted[corpus.doc]
        rival = marks[corpus.token, label] | (frequent[corpus.token, label] & corpus.needed)
        held = np.zeros(len(corpus), dtype=bool)
        held[corpus.doc[rival]] = True
        return held


def clear_from(base: ArrayLike, rule: RuleConfig) -> FloatArray:
    """P(label | present) from which a link is clear: so much above the label's share, or half of the rest."""
    share = np.asarray(base, dtype=np.float64)
    return share + np.minimum(rule.clear, (1 - share) / 2)


def first_by_key(corpus: Corpus, docs: IntArray, count: int) -> IntArray:
    """So many of the texts, in the random order that their ids give."""
    chosen: IntArray = docs[np.argsort(corpus.key[docs], kind="stable")][:count]
    return chosen


def probability(logits: NDArray[np.float64], label: int) -> float:
    """A class's softmax probability from logits (classes,)."""
    shifted = np.exp(logits - logits.max())
    return float(shifted[label] / shifted.sum())


def margin(logits: NDArray[np.float64], label: int) -> float:
    """By how much a class is ahead of the best other one, in logits."""
    return float(logits[label] - np.delete(logits, label).max())
