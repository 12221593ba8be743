"""Dependence: does the prediction go with the form of a text, among texts of the same true label?

A minimal set is made of words, so no set needs a text's length or case. What can be counted is whether texts
of a form are predicted as a class more often than other texts with the same label: if the form said nothing
beyond the label, each of them would be so with the chance of its label's texts. Without labels, it is the
chance of all texts. The sum of these flips is compared exactly; it is wider than what drawing without
replacement gives, so that the test errs on the side of finding nothing.
"""

from dataclasses import dataclass

import numpy as np

from auditor.signals.counts import BoolArray, Corpus, IntArray
from auditor.signals.statistics import FloatArray, binomial_sum_tail


@dataclass(frozen=True, eq=False)
class Dependence:
    """Of one feature, (classes,) each."""

    observed: IntArray
    """Texts that hold it and are predicted as the class."""
    holding: int
    """Texts that hold it."""
    expected: FloatArray
    """Texts that would be predicted so by their labels alone."""
    p: FloatArray


def dependence(corpus: Corpus, token: int, some: BoolArray) -> Dependence:
    """How the prediction goes with a token's texts, among `some` (texts,)."""
    classes = len(corpus.labels)
    docs = corpus.doc[corpus.entries(token)]
    docs = docs[some[docs]]
    strata = corpus.gold + 1 if corpus.labelled else np.zeros(len(corpus), dtype=np.int64)
    cell = strata * classes + corpus.predicted
    whole = np.bincount(cell[some], minlength=(classes + 1) * classes).reshape(-1, classes)
    chance = whole / np.maximum(1, whole.sum(axis=1, keepdims=True))
    sizes = np.bincount(strata[docs], minlength=classes + 1)
    observed = np.bincount(corpus.predicted[docs], minlength=classes)
    expected = sizes @ chance
    p = [
        binomial_sum_tail(int(observed[label]), sizes, chance[:, label])
        if observed[label] > expected[label]
        else 1.0
        for label in range(classes)
    ]
    return Dependence(observed, len(docs), expected, np.array(p))
