"""Relevance: what share of a word's neighbours are words of the task?

With K(w, v) = exp((cos(w, v) - 1) / 0.1), a word's share for a group of listed words (those of one label, or
of one pole of the task) is R = ΣK over the group / ΣK over the background and all listed words. Words with
its own stem are left out, so that a word does not answer for its own forms. The shares of all groups, each
divided by its mean over the *reference* (1,500 words that nobody lists), are added up; ρ is the percentile of
that sum among the reference. One percentile for all groups: the largest of several would rise with their
number.

Where a group has 20 listed words or more, a straight line is drawn beside it: the least-squares rule that
tells the listed words from the background. It sees what all of them share, where neighbours see the few words
that are near. ρ is then the percentile of two parts of the one and one part of the other.

A group of few words (six seeds) is widened to 100 by the background words that are nearest to it.

A space says nothing unless it passes a check: listed words must stand above the reference by the share of
their own group, own stem left out, with an AUC of 0.8: all of them together, and each group of 20 words or
more.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from auditor.meaning.english import stem
from auditor.meaning.space import Space, Vectors
from auditor.normal import normal

FloatArray = NDArray[np.float64]
WIDTH = 0.1
"""Width of the kernel, in cosine."""
REFERENCE = 1500
"""Unlisted words that percentiles are taken among."""
WIDENED = 100
"""Words to which a smaller group is widened."""
FEWEST = 3
"""Listed words with a vector that a group needs."""
QUALITY = 0.8
"""AUC that listed words must reach."""
LARGE = 20
"""Listed words from which a group is checked by itself, and the straight rule is learned."""
PENALTY = 30.0
"""Ridge penalty of the straight rule."""
STRAIGHT = 1 / 3
"""Its part in ρ."""
_CHUNK = 512


@dataclass(frozen=True, eq=False)
class Relevance:
    """What can be said of words in one space with one lexicon; `reason` is empty where something can."""

    reason: str = ""
    """Why nothing can be said: `no_lexicon`, `too_few_listed`, `space_without_meaning`; or the space's."""
    quality: Mapping[str, float] = field(default_factory=dict)
    """By group, the AUC of its listed words against the reference."""
    left_out: tuple[str, ...] = ()
    """Groups with too few listed words in the space."""
    _scale: "_Scale | None" = None

    @property
    def groups(self) -> tuple[str, ...]:
        """Groups of listed words, in the order of `leanings`."""
        return () if self._scale is None else self._scale.neighbours.groups

    def leanings(self, words: Sequence[str]) -> FloatArray:
        """(words, groups) logarithm of each group's share, over its mean; not a number where unknown."""
        if self._scale is None or self.reason or not words:
            return np.full((len(words), len(self.groups)), np.nan)
        return self._scale.leanings(words)

    def rho(self, words: Sequence[str]) -> FloatArray:
        """(words,) percentile 0 to 1; not a number where nothing can be said."""
        if self._scale is None or self.reason or not words:
            return np.full(len(words), np.nan)
        return self._scale.percentiles(words)

    def in_pieces(self, word: str) -> bool:
        """Whether the vocabulary spells a word in pieces, whose mean is a poor vector."""
        return self._scale is not None and normal(word) not in self._scale.space.whole


@dataclass(frozen=True, eq=False)
class _Neighbours:
    """The words that shares are counted among, with the groups they belong to."""

    words: tuple[str, ...]
    vectors: Vectors
    """(words, width)"""
    groups: tuple[str, ...]
    member: FloatArray
    """(words, groups) 1 where a word is in a group."""
    families: Mapping[str, list[int]]
    """Places of the words by stem."""

    def shares(self, words: Sequence[str], vectors: Vectors) -> FloatArray:
        """(words, groups) the share of each group among each word's neighbours."""
        rows = []
        for start in range(0, len(words), _CHUNK):
            kernel = np.exp((vectors[start : start + _CHUNK] @ self.vectors.T - 1.0) / WIDTH)
            for row, word in zip(kernel, words[start : start + _CHUNK], strict=True):
                row[self.families.get(stem(word), [])] = 0.0
            total = np.maximum(kernel.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
            rows.append(kernel @ self.member / total)
        return np.concatenate(rows) if rows else np.zeros((0, self.member.shape[1]))


@dataclass(frozen=True, eq=False)
class _Scale:
    """What the reference gets, sorted, and what makes any word comparable with it."""

    space: Space
    neighbours: _Neighbours
    mean: FloatArray
    """(groups,) mean share over the reference."""
    sums: FloatArray
    """(reference,) sums of relative shares, sorted."""
    rule: FloatArray | None
    """(width,) the straight rule; None where the listed words are too few to learn one."""
    straight: FloatArray
    """(reference,) what the rule gives, sorted."""
    mixed: FloatArray
    """(reference,) both together, sorted."""

    def percentiles(self, words: Sequence[str]) -> FloatArray:
        spelt = [normal(word) for word in words]
        vectors, known = self.space.look_up(spelt)
        found = self.parts(self.neighbours.shares(spelt, vectors), vectors)
        return np.where(known, percentile(found, self.mixed), np.nan)

    def leanings(self, words: Sequence[str]) -> FloatArray:
        spelt = [normal(word) for word in words]
        vectors, known = self.space.look_up(spelt)
        relative = np.maximum(self.neighbours.shares(spelt, vectors) / self.mean, np.finfo(np.float64).tiny)
        return np.where(known[:, None], _rounded(np.log(relative)), np.nan)

    def parts(self, shares: FloatArray, vectors: Vectors) -> FloatArray:
        """(words,) percentile among the reference by neighbours, mixed with the one by the rule."""
        near = percentile(_rounded((shares / self.mean).sum(axis=1)), self.sums)
        if self.rule is None:
            return near
        straight = percentile(_rounded(vectors @ self.rule), self.straight)
        return _rounded((1 - STRAIGHT) * near + STRAIGHT * straight)


def relate(space: Space, groups: Mapping[str, Sequence[str]]) -> Relevance:
    """Relevance in a space to groups of listed words (`TaskLexicon.groups`)."""
    if space.reason:
        return Relevance(space.reason)
    if not groups:
        return Relevance("no_lexicon")
    usable, left_out = _usable(space, groups)
    if not usable:
        return Relevance("too_few_listed", left_out=left_out)
    listed = {normal(word) for words in groups.values() for word in words}
    reference = _reference(space, listed)
    places = {word: place for place, word in enumerate(space.background)}
    at = space.vectors[[places[word] for word in reference]]
    neighbours = _neighbours(space, usable)
    quality = _quality(space, usable, neighbours, neighbours.shares(reference, at))
    if not _means_something(quality, usable):
        return Relevance("space_without_meaning", quality, left_out)
    wide = _neighbours(space, _widened(space, usable, neighbours, listed))
    shares = wide.shares(reference, at)
    mean = np.maximum(shares.mean(axis=0), np.finfo(np.float64).tiny)
    rule = _straight_rule(neighbours) if any(len(words) >= LARGE for words in usable.values()) else None
    sums = np.sort(_rounded((shares / mean).sum(axis=1)))
    straight = sums if rule is None else np.sort(_rounded(at @ rule))
    scale = _Scale(space, wide, mean, sums, rule, straight, sums)
    return Relevance("", quality, left_out, replace(scale, mixed=np.sort(scale.parts(shares, at))))


def _straight_rule(neighbours: _Neighbours) -> FloatArray:
    """(width,) least squares between listed words and the background, both of equal weight."""
    side = np.where(neighbours.member.sum(axis=1) > 0, 1.0, -1.0)
    weight = np.where(side > 0, (side < 0).sum() / (side > 0).sum(), 1.0)
    rows = np.column_stack([neighbours.vectors, np.ones(len(side))])
    weighted = rows * weight[:, None]
    penalty = PENALTY * np.eye(rows.shape[1])
    found: FloatArray = np.linalg.solve(weighted.T @ rows + penalty, weighted.T @ side)[:-1]
    return found


def _rounded(values: FloatArray) -> FloatArray:
    """To nine decimals: the last bits of a product depend on how many words are multiplied at once."""
    return np.round(values, 9)


def percentile(values: FloatArray, ordered: FloatArray) -> FloatArray:
    """(values,) the share of `ordered` below each value; equal ones count half."""
    low, high = np.searchsorted(ordered, values, "left"), np.searchsorted(ordered, values, "right")
    return (low + high) / (2 * len(ordered))


def auc(high: FloatArray, low: FloatArray) -> float:
    """The chance that one of the first is above one of the second; a tie counts half."""
    return float(percentile(high, np.sort(low)).mean())


def _usable(
    space: Space, groups: Mapping[str, Sequence[str]]
) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Groups with the words that are fit to be neighbours, and the names of those with too few.

    Fit are whole words of the vocabulary. Words in pieces lie near each other whatever they mean, and a list
    has more of them than the background: names of people and places would count as words of the task.
    """
    found = {}
    for name in sorted(groups):
        words = sorted({normal(word) for word in groups[name] if normal(word).isalpha()})
        _, known = space.look_up(words)
        spelt = tuple(word for word, is_known in zip(words, known, strict=True) if is_known)
        whole = tuple(word for word in spelt if word in space.whole)
        kept = whole if len(whole) >= FEWEST else spelt
        if len(kept) >= FEWEST:
            found[name] = kept
    return found, tuple(name for name in sorted(groups) if name not in found)


def _reference(space: Space, listed: set[str]) -> list[str]:
    """Unlisted words of the background, chosen by a hash of the word: the same in every run."""
    open_words = [word for word in space.background if word not in listed]
    return sorted(open_words, key=lambda word: hashlib.sha256(word.encode()).digest())[:REFERENCE]


def _neighbours(space: Space, groups: Mapping[str, Sequence[str]]) -> _Neighbours:
    listed = sorted({word for words in groups.values() for word in words})
    background = [place for place, word in enumerate(space.background) if word not in set(listed)]
    vectors, _ = space.look_up(listed)
    words = (*listed, *(space.background[place] for place in background))
    member = np.zeros((len(words), len(groups)))
    for column, name in enumerate(groups):
        inside = set(groups[name])
        member[[place for place, word in enumerate(listed) if word in inside], column] = 1.0
    families: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        families.setdefault(stem(word), []).append(place)
    placed = np.concatenate([vectors, space.vectors[background]])
    return _Neighbours(words, placed, tuple(groups), member, families)


def _quality(
    space: Space, groups: Mapping[str, Sequence[str]], neighbours: _Neighbours, reference: FloatArray
) -> dict[str, float]:
    """By group, how well the share of its own group tells its words from the reference."""
    found = {}
    for column, (name, words) in enumerate(groups.items()):
        vectors, _ = space.look_up(words)
        found[name] = auc(neighbours.shares(words, vectors)[:, column], reference[:, column])
    return found


def _means_something(quality: Mapping[str, float], groups: Mapping[str, Sequence[str]]) -> bool:
    """Whether all listed words together, and each group that is large enough to say, reach the quality."""
    words = sum(len(groups[name]) for name in quality)
    pooled = sum(quality[name] * len(groups[name]) for name in quality) / words
    return pooled >= QUALITY and all(
        value >= QUALITY for name, value in quality.items() if len(groups[name]) >= LARGE
    )


def _widened(
    space: Space, groups: Mapping[str, Sequence[str]], neighbours: _Neighbours, listed: set[str]
) -> dict[str, tuple[str, ...]]:
    """Small groups with the unlisted background words that are nearer to them than to any other group."""
    if all(len(words) >= WIDENED for words in groups.values()):
        return {name: tuple(words) for name, words in groups.items()}
    shares = neighbours.shares(space.background, space.vectors)
    relative = shares / np.maximum(shares.mean(axis=0), np.finfo(np.float64).tiny)
    nearest = relative.argmax(axis=1)
    found = {}
    for column, (name, words) in enumerate(groups.items()):
        order = np.argsort(-relative[:, column], kind="stable")
        near = (space.background[i] for i in order if nearest[i] == column)
        wanted = (word for word in near if word not in listed)
        room = max(0, WIDENED - len(words))
        found[name] = (*words, *(word for _, word in zip(range(room), wanted, strict=False)))
    return found
