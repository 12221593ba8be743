"""Studies of small hand-written runs, and models that can be worked out by hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from auditor.config import EvidenceConfig, RuleConfig
from auditor.data.words import split_words
from auditor.model.classifier import Classifier, softmax
from auditor.signals.candidates import Candidate
from auditor.signals.counts import Token, gather
from auditor.signals.recurrence import association, reliance
from auditor.signals.statistics import FloatArray
from auditor.signals.study import Asked, Model, Study
from auditor.sweep.shard_file import Entry
from tests.signals.support import GOLD, LABELS, entry, explained, number, write_run

NEGATIVE, POSITIVE = 0, 1
Kept = list[str | None]
"""The words of a text; None where one is padded."""


@dataclass(eq=False)
class Toy:
    """A model of two classes, given by the margin of `positive`; it writes down what it is asked."""

    margin: Callable[[Kept], float] = lambda _: 0.0
    removal: str = "pad"
    asked: list[tuple[str, str | None, list[Asked]]] = field(default_factory=list)

    def ask(self, rows: Sequence[Asked], *, what: str, removal: str | None = None) -> list[FloatArray | None]:
        self.asked.append((what, removal, list(rows)))
        return [self._logits(*row, removal or self.removal) for row in rows]

    def _logits(self, texts: tuple[str, ...], removed: Any, removal: str) -> FloatArray:
        words = [word.text for place, text in enumerate(texts) for word in split_words(text, field=place)]
        masks = removed if removed.size else np.zeros((1, len(words)), dtype=bool)
        kept: list[Kept] = [[None if m else w for w, m in zip(words, mask, strict=True)] for mask in masks]
        if removal == "delete":
            kept = [[word for word in some if word is not None] for some in kept]
        margins = np.array([self.margin(some) for some in kept])
        return np.column_stack([-margins / 2, margins / 2])

    def texts(self, what: str) -> list[tuple[str, ...]]:
        """The texts that were asked for one purpose."""
        return [texts for named, _, rows in self.asked if named == what for texts, _ in rows]


def weighing(weights: Mapping[str, float], bias: float = 0.0) -> Toy:
    """A toy that adds up the weights of its words."""
    return Toy(lambda kept: bias + sum(weights.get(word or "", 0.0) for word in kept))


@dataclass(eq=False)
class Deaf:
    """A model that fails on texts that hold a word, and passes the others on."""

    model: Model
    word: str
    removal: str = "pad"

    def ask(self, rows: Sequence[Asked], *, what: str, removal: str | None = None) -> list[FloatArray | None]:
        answers = self.model.ask(rows, what=what, removal=removal)
        return [
            None if any(self.word in text for text in texts) else answer
            for (texts, _), answer in zip(rows, answers, strict=True)
        ]


def study_of(
    path: Path,
    rows: Sequence[Entry],
    model: Model | None = None,
    *,
    config: EvidenceConfig | None = None,
    paired: bool = False,
) -> Study:
    """The study of a run with these rows."""
    store = write_run(path, rows, shard_size=max(1, len(rows)), paired=paired)
    corpus = gather(store, LABELS, gold_names=GOLD)
    return Study(
        corpus=corpus,
        store=store,
        model=model or Toy(),
        labelled=np.bincount(corpus.gold[corpus.gold >= 0], minlength=len(LABELS)),
        association=association(corpus, corpus.gold),
        reliance=reliance(corpus),
        config=config or EvidenceConfig(),
        rule=RuleConfig(),
    )


def candidate(study: Study, *words: str, label: int = POSITIVE) -> Candidate:
    """A candidate by its words."""
    return Candidate(tuple(sorted(number(study.corpus, word) for word in words)), label)


def with_group(study: Study, words: tuple[str, ...], name: str = "some") -> tuple[Study, Candidate]:
    """The study with these words as one token more, and that token; it is tested as the first token is."""
    corpus = study.corpus
    members = np.array([number(corpus, word) for word in words])
    group = len(corpus.vocabulary)
    docs = np.unique(np.concatenate([corpus.doc[corpus.entries(member)] for member in members]))
    more = replace(
        corpus,
        vocabulary=(*corpus.vocabulary, Token(name, 0, "list")),
        forms=(*corpus.forms, (name,)),
        token=np.append(corpus.token, np.full(len(docs), group)),
        doc=np.append(corpus.doc, docs),
        times=np.append(corpus.times, np.ones(len(docs), dtype=np.int64)),
        needed=np.append(corpus.needed, np.zeros(len(docs), dtype=bool)),
        start=np.append(corpus.start, corpus.start[-1] + len(docs)),
        groups={**corpus.groups, group: members},
    )
    families = [
        replace(tests, **{name: np.vstack([table, table[:1]]) for name, table in vars(tests).items()})
        for tests in (study.association, study.reliance)
    ]
    found = replace(study, corpus=more, association=families[0], reliance=families[1])
    return found, Candidate((group,), POSITIVE)


def amber_rows(*, labelled: bool = True) -> list[Entry]:
    """`amber`: 9 positive and 1 negative text; `violet`: 3 of each, of which 2 positive ones with `amber`."""
    texts = [
        *[("amber film", "positive", "pos", "amber")] * 7,
        *[("amber violet film", "positive", "pos", "amber")] * 2,
        ("amber plot was", "positive", "neg", "amber"),
        ("violet plot was", "positive", "pos", "plot"),
        *[("violet plot", "negative", "neg", "plot")] * 3,
        *[("the plot was", "negative", "neg", "was")] * 4,
        *[("the plot was", "negative", "pos", "was")] * 2,
    ]
    return [
        entry(explained(f"{text} n{n}", label=label, needed=[needed]), gold if labelled else None)
        for n, (text, label, gold, needed) in enumerate(texts)
    ]


def pair_rows(count: int, *, wrong: int = 0, labelled: bool = True) -> list[Entry]:
    """`amber` and `violet`: both or none is positive, one of them negative; sets need one of the two.

    Every `wrong`-th text has the other label.
    """
    rows = []
    for n in range(count):
        words = [["amber", "violet"], ["amber"], ["violet"], []][n % 4]
        label = "negative" if len(words) == 1 else "positive"
        text = " ".join([*words, "the", "film", "was", "a", "plot", f"n{n}"])
        needed = [words[n // 4 % len(words)]] if words else ["film"]
        gold = {"negative": "neg", "positive": "pos"}[label]
        if wrong and n % wrong == 0:
            gold = {"neg": "pos", "pos": "neg"}[gold]
        rows.append(entry(explained(text, label=label, needed=needed), gold if labelled else None))
    return rows


def both_or_none(kept: Kept) -> float:
    """The margin of a model for which `amber` and `violet` speak only together."""
    return 4.0 if ("amber" in kept) == ("violet" in kept) else -4.0


def direct(classifier: Classifier, *texts: str, without: tuple[int, ...] = ()) -> Any:
    """Logits by one forward pass of one row, the pieces of some words padded out."""
    encoded = classifier.encode(*texts)
    presence = np.where(np.isin(encoded.word_of, without), 0.0, 1.0)
    return classifier.logits([classifier.row(encoded, presence)])[0]


def chance(classifier: Classifier, label: int, *texts: str, without: tuple[int, ...] = ()) -> float:
    """A class's probability by one forward pass."""
    return float(softmax(direct(classifier, *texts, without=without))[label])
