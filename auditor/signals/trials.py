"""Trials: real texts as they were tried on the model, and what it said before and after.

They are kept because nothing convinces a reader more than a text that they can read. Which ones are kept is
drawn, among those that turned and those that did not: no text is chosen for what it shows.
"""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from auditor.records.text import Explanation
from auditor.signals.statistics import FloatArray
from auditor.signals.study import probability

KEPT = 3
"""Trials of a candidate that are kept."""
TURNED = 2
"""Of these, how many may have turned as long as others did not."""
ROOM = 300
"""Characters on either side of the word that are kept of a text."""
Span = tuple[int, int]


@dataclass(frozen=True)
class Said:
    """What the model said."""

    label: str
    probability: float
    """Of that label."""


@dataclass(frozen=True)
class Trial:
    """A text that was tried, with the words that it is about."""

    text: str
    """The text, or the stretch of it around the words. A word that was written in stands in it."""
    words: tuple[Span, ...]
    """First and last-plus-one character of each word that was written in or taken out."""
    cut: tuple[bool, bool]
    """Whether the stretch leaves out what comes before, and after."""
    other: str
    """The other text of an input of two, cut likewise; empty otherwise."""
    said: tuple[Said, ...]
    """Of a word that was written in: without it, with it. Of a pair: with both, without the first, without
    the second, without both."""


def trial(
    texts: Sequence[str],
    words: Sequence[Span],
    *,
    field: int = 0,
    answers: Sequence[FloatArray],
    labels: Sequence[str],
) -> Trial:
    """The record of one trial; `words` are in `texts[field]`, `answers` are logits (classes,)."""
    text = texts[field]
    start, end = stretch(
        text, min((word[0] for word in words), default=0), max((w[1] for w in words), default=0)
    )
    inside = [(first, last) for first, last in words if start <= first and last <= end]
    rest = [whole[: 2 * ROOM] for place, whole in enumerate(texts) if place != field]
    return Trial(
        text=text[start:end],
        words=tuple((first - start, last - start) for first, last in inside),
        cut=(start > 0, end < len(text)),
        other=rest[0] if rest else "",
        said=tuple(said(answer, labels) for answer in answers),
    )


def said(answer: FloatArray, labels: Sequence[str]) -> Said:
    """The class that the model gives a text, and how sure it is."""
    best = int(np.argmax(answer))
    return Said(labels[best], probability(answer, best))


def stretch(text: str, first: int, last: int) -> Span:
    """What is kept of a text around two places: whole words, as far as `ROOM` goes."""
    last = min(last, first + 2 * ROOM)
    start, end = max(0, first - ROOM), min(len(text), last + ROOM)
    if start and (blank := text.find(" ", start, first)) >= 0:
        start = blank + 1
    if end < len(text) and (blank := text.rfind(" ", last, end)) >= 0:
        end = blank
    return start, end


def chosen(trials: Sequence[Trial], turned: Sequence[bool]) -> tuple[Trial, ...]:
    """Those that are kept: some that turned and, where there is one, one that did not.

    The order is drawn from the texts with the word in them, so that not every word is shown in the same text.
    """
    drawn = sorted(zip(trials, turned, strict=True), key=lambda one: (_drawn(one[0]), one[0].text))
    yes = [trial for trial, did in drawn if did]
    no = [trial for trial, did in drawn if not did]
    most = KEPT if len(no) == 0 else max(TURNED, KEPT - len(no))
    kept = yes[:most]
    return (*kept, *no[: KEPT - len(kept)])


def _drawn(trial: Trial) -> int:
    return zlib.crc32(trial.text.encode("utf-8", "surrogatepass"))


def spans_of(text: Explanation, places: Sequence[int], field: int) -> list[Span]:
    """Where some words of a text stand in one of its fields."""
    return [(start, end) for where, start, end in (text.spans[place] for place in places) if where == field]
