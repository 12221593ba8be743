"""Placebos: words of like frequency that show nothing, to compare every intervention with."""

from collections.abc import Collection

import numpy as np

from auditor.records.text import Explanation
from auditor.signals.study import Study
from auditor.signals.words_in_texts import occurrences, token_numbers

PLACEBOS = 8
"""Placebo tokens for each candidate."""


def alike(study: Study, token: int, group: Collection[int] = ()) -> list[int]:
    """Quiet tokens of the same field with the most similar frequency; none of the token's own group."""
    corpus, frequency = study.corpus, study.frequency
    field = corpus.vocabulary[token].field
    others = (other for other in study.quiet.tolist() if other != token and other not in group)
    fit = [other for other in others if corpus.vocabulary[other].field == field]
    distance = [abs(np.log(frequency[other] / frequency[token])) for other in fit]
    return [fit[i] for i in np.lexsort((fit, distance))[:PLACEBOS]] if fit else []


def frequent(study: Study, count: int) -> list[int]:
    """The most frequent quiet tokens."""
    order = np.argsort(-study.frequency[study.quiet], kind="stable")
    return [int(token) for token in study.quiet[order][:count]]


def word_alike(study: Study, text: Explanation, token: int) -> int | None:
    """A word of the text, of like frequency, that shows nothing; any other word where there is none."""
    frequency, quiet = study.frequency, study.quiet_set
    own = set(occurrences(study.corpus, text, token))
    numbers = token_numbers(study.corpus, text)
    rest = [i for i in range(len(text.words)) if i not in own]
    fit = [i for i in rest if numbers[i] in quiet] or rest
    return min(fit, key=lambda i: (abs(np.log(frequency[numbers[i]] / frequency[token])), i), default=None)
