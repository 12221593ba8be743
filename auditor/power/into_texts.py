"""Canaries in texts: which texts hold one, and the texts with it."""

import zlib
from collections.abc import Sequence

import numpy as np

from auditor.data.examples import make_example
from auditor.data.words import split_words
from auditor.planting.placement import insert
from auditor.planting.plan import InjectionPlan
from auditor.power.canary import FIELD, Canary
from auditor.power.mixture import in_words
from auditor.records.text import Explanation
from auditor.signals.counts import IntArray
from auditor.signals.study import Study

Written = dict[int, tuple[str, ...]]
"""Texts with a canary, by their number in the corpus."""


def classes_of(study: Study) -> IntArray:
    """(texts,) the label of each text; where there are no labels, what the model predicts."""
    corpus = study.corpus
    return corpus.gold if corpus.labelled else corpus.predicted


def holders(base: Study, canary: Canary, *, seed: int) -> IntArray:
    """The texts that a canary is written into, in random order: those of its label first.

    Texts that hold the same feature already (of dates, those with a date) are left alone.
    """
    corpus, label = base.corpus, classes_of(base)
    generator = np.random.default_rng([seed, zlib.crc32(" ".join(canary.forms[:2]).encode())])
    free = np.ones(len(corpus), dtype=bool)
    for token in in_words(corpus, canary.tokens):
        free[corpus.doc[corpus.entries(token)]] = False
    own, others = (
        generator.permutation(np.flatnonzero(free & fit))
        for fit in (label == canary.label, (label != canary.label) & (label >= 0))
    )
    others = others[: canary.texts - canary.agreeing]
    found: IntArray = np.concatenate([own[: canary.agreeing], others])
    return found


def write(base: Study, canary: Canary, docs: IntArray, *, seed: int) -> Written:
    """The texts with the canary, each word of it at a place of its own; of dates, one in each text."""
    found: Written = {}
    for number, (doc, text) in enumerate(zip(docs.tolist(), base.texts(docs.tolist()), strict=True)):
        found[doc] = with_forms(text, canary.forms_in(number), seed=seed)
    return found


def with_forms(text: Explanation, forms: Sequence[str], *, seed: int) -> tuple[str, ...]:
    """The text with some words, each before a word that the text's id draws."""
    plan = InjectionPlan(tokens=tuple(("any", form) for form in forms), position="random", seed=seed)
    example = make_example((text.texts[FIELD],), None, 0)
    words = [split_words(text.texts[FIELD], field=FIELD)]
    [written], _ = insert(example, [(form, "random") for form in forms], plan, fields=words, tags=None)
    return (*text.texts[:FIELD], written, *text.texts[FIELD + 1 :])
