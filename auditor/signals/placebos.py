"""Placebos: words of like frequency that show nothing, to compare every intervention with."""

import zlib
from collections.abc import Collection

import numpy as np

from auditor.records.text import Explanation
from auditor.signals.counts import IntArray
from auditor.signals.recurrence import LEAST
from auditor.signals.study import Study
from auditor.signals.words_in_texts import occurrences, token_numbers

PLACEBOS = 8
"""Placebo tokens for each candidate."""


def alike(study: Study, token: int, group: Collection[int] = ()) -> list[int]:
    """Quiet tokens of the same field with the most similar frequency; none of the token's own group.

    A member of a group that is too rare to be tested has placebos that are as rare, drawn among their like.
    """
    rare = bool(group) and study.frequency[token] < LEAST and len(study.rare) >= PLACEBOS
    stock = study.rare if rare else study.quiet
    field = study.fields[token]
    fit = stock[(study.fields[stock] == field) & ~np.isin(stock, [token, *group])]
    distance = np.abs(np.log(study.frequency[fit] / study.frequency[token]))
    order = np.lexsort((_shuffled(study, token, len(fit)) if rare else fit, distance))
    return [int(other) for other in fit[order[:PLACEBOS]]]


def _shuffled(study: Study, token: int, count: int) -> IntArray:
    """An order that depends on the token's text alone."""
    generator = np.random.default_rng(
        zlib.crc32(study.corpus.vocabulary[token].text.encode("utf-8", "surrogatepass"))
    )
    return generator.permutation(count)


def frequent(study: Study, count: int) -> list[int]:
    """The most frequent quiet tokens."""
    order = np.argsort(-study.frequency[study.quiet], kind="stable")
    return [int(token) for token in study.quiet[order][:count]]


def words_alike(study: Study, text: Explanation, token: int, count: int = 1) -> list[int]:
    """Words of the text, of like frequency, that show nothing; other words where there are not so many."""
    frequency, quiet = study.frequency, study.quiet_set
    own = set(occurrences(study.corpus, text, token))
    numbers = token_numbers(study.corpus, text)
    rest = [i for i in range(len(text.words)) if i not in own]

    def order(i: int) -> tuple[bool, float, int]:
        return numbers[i] not in quiet, abs(np.log(frequency[numbers[i]] / frequency[token])), i

    return sorted(rest, key=order)[:count]
